import AggSource

/// Words in the names of columns that only tables of unknown origin need, in addition to ``ColumnWords``.
enum TableWords {
    /// Words for a column that identifies a row.
    static let ids: Set<String> = ["gid", "uid", "rowid", "recid", "recordid", "globalid"]
    /// Words for a column that may identify a row, such as numbers of companies and publications.
    static let references: Set<String> = [
        "ein", "npi", "cusip", "lei", "doi", "vin", "ident", "locode", "docket", "ticker",
    ]
    /// Words for an id of something else than the row.
    static let others: Set<String> = [
        "parent", "host", "user", "owner", "agency", "start", "end", "from", "to", "origin", "dest", "destination",
        "previous", "next", "related", "vendor", "customer", "account",
    ]

    /// Words for a name.
    static let names: Set<String> = ["names", "nm", "nam"]
    /// Words for a column that may well be the title.
    static let subjects: Set<String> = [
        "merchant", "payee", "recipient", "provider", "site", "institution", "employer", "contractor", "species",
        "drug", "drugname", "caption", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "emne", "amne",
    ]
    /// Words for a line about a row in somebody's own words, such as the subject of a message.
    static let headlines: Set<String> = [
        "summary", "subject", "headline", "caption", "description", "betreff", "objet", "asunto", "assunto", "oggetto",
        "onderwerp", "emne", "amne",
    ]
    /// Words for something that happened or was requested, whose type is what people call it.
    private static let events: Set<String> = [
        "complaint", "request", "crime", "incident", "offense", "offence", "call", "primary", "event", "problem",
        "issue", "sr", "crm",
    ]
    private static let types: Set<String> = ["type", "category", "description", "desc", "descriptor", "details"]
    /// Words for how urgent or serious a row is, which many rows have in common.
    static let grades: Set<String> = ["priority", "severity", "urgency"]
    /// Words for areas that contain many events.
    static let areas: Set<String> = [
        "lsoa", "msoa", "ward", "community", "precinct", "council", "board", "district", "beat", "zone", "borough",
        "neighborhood", "neighbourhood", "street", "county", "area",
    ]
    /// Words for codes and the like, which nobody searches by.
    static let codes: Set<String> = ["cd", "uei", "duns", "cve", "clee", "hash", "sid"]
    /// Words after a code that say that it is explained in words.
    static let explanations: Set<String> = ["desc", "description", "name", "label", "text", "title"]
    /// Words for people whom a row is about.
    private static let people = [
        "candidate", "player", "member", "employee", "student", "patient", "athlete", "person",
    ]
    /// Words for the URL of a page that people read.
    static let pages: Set<String> = ["html", "web"]
    /// Words for a URL that identifies a page, unlike the website of a business.
    static let pageLinks: Set<String> = ["url", "uri", "link", "permalink", "href"]
    /// Words for the number of a version or of a part of a text.
    static let versions: Set<String> = [
        "version", "release", "section", "subsection", "chapter", "article", "clause", "kapitel", "abschnitt",
    ]
    /// Words for a postal code.
    static let postalCodes: Set<String> = ["zip", "zipcode", "postcode", "postal", "plz", "cap", "zcta"]
    /// Words for a place that has postal codes.
    static let cities: Set<String> = [
        "city", "town", "place", "municipality", "locality", "ort", "stadt", "ville", "commune", "ciudad", "comune",
    ]
    /// Words for a place in a city.
    static let addresses: Set<String> = [
        "address", "street", "addr", "adresse", "strasse", "rue", "direccion", "calle", "indirizzo", "via",
    ]
    /// Words for the URL of a picture.
    static let pictures: Set<String> = ["flags", "png", "svg", "jpg", "thumb"]
    /// Words for the first of two places of equal rank, and for the second.
    static let starts: Set<String> = ["start", "from", "origin"]
    static let ends: Set<String> = ["end", "to", "dest", "destination"]
    /// Words for the subtitle, best first.
    static let details = ColumnWords.details.map { words in
        words.contains("city") ? words.union(["municipality", "locality", "commune", "gemeinde", "kommune"]) : words
    }
    /// The columns of a person's names, in the order of the title.
    static let personNames =
        ColumnWords.personNames + [
            ["name_first", "name_last"], ["forename", "surname"], ["first_name", "surname"],
            ["given_names", "surname"],
            ["fname", "lname"], ["voornaam", "achternaam"], ["nombres", "apellidos"], ["nome", "cognome"],
            ["nome", "sobrenome"],
        ]

    /// The columns of a person's names among all columns, in the order of the title; nil if there are none.
    static func person(among names: Set<String>) -> [String]? {
        if let person = personNames.first(where: { $0.allSatisfy(names.contains) }) { return person }
        guard names.isDisjoint(with: ColumnWords.names) else { return nil }
        let known = people.lazy.flatMap { word in personNames.map { $0.map { "\(word)_\($0)" } } }
        return known.first { $0.allSatisfy(names.contains) }
    }

    /// Whether a name is that of the type of an event, such as “complaint_type”.
    static func isEvent(_ name: String) -> Bool {
        let words = ColumnWords.words(of: name).map(String.init)
        guard let first = words.first, let last = words.last, events.contains(first) else { return false }
        return words.count == 1 && first != "primary" || types.contains(last)
    }

    /// Whether a name ends with a word for kinds of things, such as “issue_type”.
    static func isKind(_ name: String) -> Bool {
        ColumnWords.words(of: name).last.map { ["type", "category"].contains(String($0)) } ?? false
    }

    /// The ends of words such as “casenumber”.
    private static let suffixes = ["number", "nummer", "code", "nbr"]

    /// The beginnings of other words with these ends.
    private static let beginnings = ["zip", "post"]

    /// Words for the number of a house.
    private static let houseNumbers: Set<String> = ["housenumber", "hausnummer", "hausnr", "civico"]

    /// Words for a number or a count.
    private static let numbers: Set<String> = ["number", "no", "nr", "num", "numero"]

    /// Whether a name is that of house numbers or counts, such as “number_of_rooms” or “num_rooms”, which differ in a few rows
    /// by chance.
    static func isNumberByChance(_ name: String) -> Bool {
        let words = ColumnWords.words(of: name).map(String.init)
        let isHouseNumber =
            ColumnWords.has(name, ["house", "street"]) && ColumnWords.has(name, ["number", "no", "nr", "num"])
        let isCount = zip(words, words.dropFirst()).contains { numbers.contains($0) && $1 == "of" }
        return isHouseNumber || isCount || ColumnWords.has(name, houseNumbers) || isNumberOfSeveral(words)
    }

    /// Whether the words begin with one for a number and end with one in the plural, as in “num_rooms” or “numero_de_paginas”.
    private static func isNumberOfSeveral(_ words: [String]) -> Bool {
        guard words.count > 1, words[0] != "no", numbers.contains(words[0]), let last = words.last else { return false }
        return ["people", "children"].contains(last)
            || last.count > 3 && last.hasSuffix("s") && !["ss", "us", "is"].contains { last.hasSuffix($0) }
    }

    /// Whether a name has a word for codes or numbers of things.
    static func isReference(_ name: String) -> Bool {
        ColumnWords.has(name, ColumnWords.references) || ColumnWords.has(name, references)
            || ColumnWords.words(of: name).contains { word in
                suffixes.contains(where: word.hasSuffix) && !beginnings.contains(where: word.hasPrefix)
            }
    }
}
