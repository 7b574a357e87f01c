import AggSource

extension RoleChooser {
    /// The facts about one column.
    struct Candidate {
        let name: String
        let kind: Column.Kind
        let profile: ColumnProfile
        /// Whether each row has a different value.
        let isUnique: Bool
        /// Whether the date of a row is in the column, perhaps together with others, for a combined key.
        var isOfDate = false

        /// The words of the name, without numbers at their ends.
        var words: [Substring] { ColumnWords.words(of: name) }

        /// Whether the name says that the column identifies rows.
        var isNamedID: Bool {
            has(ColumnWords.ids) || has(TableWords.ids) || words.count == 1 && name.count > 3 && name.hasSuffix("id")
        }

        /// Whether the name says that the values are codes, which nobody searches by.
        var isCode: Bool {
            if let last = words.last, words.count > 1, TableWords.explanations.contains(String(last)) { return false }
            return has(ColumnWords.codes) || has(TableWords.codes)
        }

        /// Whether the name says that the column may identify rows.
        var isReference: Bool { TableWords.isReference(name) }

        /// Whether the name says that the values are measured; texts called “area” are names of areas, and texts called “age”
        /// are groups.
        var isMeasure: Bool {
            isPeriod
                || hasMeasure && !isNamedID && !(has(["area"]) && hasWords)
                    && !(words.count > 1 && words.last == "value" && hasWords)
                    && !(has(["age"]) && kind == .text)
        }

        /// Whether the name has a word for measured values; in the name of a column of texts, such as
        /// “provincia_y_municipio”, “y” means “and”.
        private var hasMeasure: Bool {
            let words = words
            guard kind == .text, words.count > 2 else { return has(ColumnWords.measures) }
            return words.indices.contains { index in
                let isBetween = index > 0 && index < words.count - 1
                return ColumnWords.measures.contains(String(words[index])) && !(isBetween && words[index] == "y")
            }
        }

        /// Whether the name says that the values are numbers of versions or sections, of which 1.1 and 1.10 are different.
        var isVersion: Bool {
            let parts = words.filter { !ColumnWords.references.contains(String($0)) }
            return parts.last.map { TableWords.versions.contains(String($0)) } ?? false
        }

        /// Whether the name and the values say that the column numbers versions or sections, which begin again with
        /// each thing; the number of an article may be that of a product.
        var isVersionNumber: Bool {
            isVersion && !isNamedID && !has(["article"]) && (isReference || profile.forms.contains(.code))
        }

        /// Whether the name says that the values are house numbers or counts, which differ in a few rows by chance.
        var isNumberByChance: Bool { TableWords.isNumberByChance(name) && !isNamedID }

        /// Whether the values are URLs, and the name does not say that they are those of pictures or of other things.
        var isPage: Bool {
            profile.isLink && has(TableWords.pageLinks) && !has(ColumnWords.pictures) && !has(TableWords.pictures)
                && !has(TableWords.others)
        }

        /// Other names of columns with the year of a row.
        private static let years: Set<String> = [
            "anio", "yr", "yyyy", "iyear", "start_year", "release_year", "publication_year", "pub_year", "year_id",
            "tax_year", "data_year", "survey_year", "election_year", "ref_year", "year_of_release",
            "year_of_publication", "years", "periods", "perioden", "periode", "periodo", "periodos", "annees", "anos",
            "jahre", "jaren", "anni",
        ]

        /// Whether the name and all values say that it is the year of a row.
        var isYear: Bool {
            guard profile.isYear else { return false }
            // A time such as 1830 may be that of a day.
            return ColumnWords.years.contains(name) || Self.years.contains(name)
                || name == "time" && profile.isRecentYear
        }

        /// Whether the label is a year or a date, such as 2019 or 1/22/20, above the values of that time.
        var isPeriod: Bool {
            guard name.hasPrefix("col_") else { return false }
            let parts = name.dropFirst(4).split(separator: "_")
            guard let first = parts.first, parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else {
                return false
            }
            return parts.count == 3 || first.count == 4 && (first.hasPrefix("1") || first.hasPrefix("2"))
        }

        /// Whether the values are texts that people read.
        var hasWords: Bool {
            kind == .text && profile.present > 0 && profile.forms.isSubset(of: .code) && !profile.isPlace
                && !profile.isLink
                && !has(ColumnWords.contacts)
        }

        /// Whether the values are lists such as `[-74.0, 40.7]` whose name says that they are coordinates; whole numbers
        /// are coordinates only if the name says that the latitude comes first, as in “latlng”.
        var isListedPlace: Bool {
            guard profile.isPairOfNumbers else { return false }
            let order = PairText.order(ofColumn: name)
            return profile.pairs.hasWholeNumbers
                ? order == .latitudeFirst : has(ColumnWords.places) || order != nil
        }

        /// Whether the name contains one of these words.
        func has(_ wanted: Set<String>) -> Bool { ColumnWords.has(name, wanted) }
    }
}

extension RoleChooser.Candidate {
    /// The same column with another type.
    func typed(_ kind: Column.Kind) -> RoleChooser.Candidate {
        RoleChooser.Candidate(name: name, kind: kind, profile: profile, isUnique: isUnique)
    }
}
