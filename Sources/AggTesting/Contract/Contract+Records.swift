import AggCore
import AggSource

/// Checks the declarations of a kind and of an instance.
extension Contract {
    func checkDeclaration() {
        expect(
            SourceID(Source.kind.description) != nil, "the kind must consist of lowercase letters, digits, and hyphens"
        )
        expect(isSentence(Source.summary), "the summary must be a sentence that ends with a period")
        let names = Source.parameters.map(\.name)
        expect(Set(names).count == names.count, "parameter names must be unique")
        let taken: Set = ["id", "kind", "enabled", "fresh_for", "keep_for"]
        for parameter in Source.parameters {
            let name = parameter.name
            expect(
                isName(name, allowsDots: true),
                "the parameter “\(name)” must consist of lowercase letters, digits, underscores, and dots")
            expect(!taken.contains(name), "the parameter “\(name)” must not be a key that every source already has")
            expect(isSentence(parameter.help), "the help of “\(name)” must be a sentence that ends with a period")
            let text = parameter.defaultText
            expect(
                text.map { parameter.kind.parse($0) != nil } ?? true,
                "the default of “\(name)” must be \(parameter.kind.expectation)")
        }
    }

    func checkBuiltIns() {
        for entry in Source.builtIns {
            expect(
                entry.kind?.text == Source.kind.description,
                "the built-in source “\(entry.id.text)” must be of kind “\(Source.kind)”")
        }
        do {
            let registry = try SourceRegistry(kinds: [Source.self])
            let enabled = Source.builtIns.count { $0.isEnabled }
            expect(registry.instances.count == enabled, "every built-in source must load")
        } catch {
            expect(false, "the built-in sources must be valid: \(error.faults.map(\.line))")
        }
    }

    func checkInstance(_ source: any DataSource) {
        for column in source.columns {
            expect(
                isName(column.name),
                "the column “\(column.name)” must consist of lowercase letters, digits, and underscores")
            expect(
                isSentence(column.summary), "the summary of “\(column.name)” must be a sentence that ends with a period"
            )
        }
        expect(source.mappingVersion >= 1, "the mapping version must be at least 1")
        expect(source.policy.freshFor > .zero, "fresh_for must be longer than 0")
        expect(source.policy.keepFor.map { $0 > .zero } ?? true, "keep_for must be longer than 0")
    }

    private func isName(_ text: String, allowsDots: Bool = false) -> Bool {
        guard let first = text.utf8.first, first.isASCIILowercase else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isASCIILowercase || byte.isASCIIDigit || byte == UInt8(ascii: "_")
                || (allowsDots && byte == UInt8(ascii: "."))
        }
    }

    private func isSentence(_ text: String) -> Bool {
        text.count > 1 && text.hasSuffix(".") && !text.contains("\n")
    }
}

/// Checks every record of a source.
extension Contract {
    /// Checks the records of one fetch; `what` describes their origin.
    func checkRecords(_ fetch: ContractFetch, of source: any DataSource, from what: String) {
        expect(
            fetch.batches.allSatisfy { (1...batchSize).contains($0.count) },
            "\(what): a batch must have 1 to \(batchSize) records")
        let records = fetch.records
        let keys = records.map(\.key)
        expect(!keys.contains(""), "\(what): every record must have a key")
        let repeated = Dictionary(grouping: keys, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
        expect(repeated.isEmpty, "\(what): keys must be unique; repeated: \(repeated.prefix(3))")
        for record in records {
            let name = "\(what), record “\(record.key)”"
            expect(!isBlank(record.title), "\(name): the title must not be blank")
            expect(
                !record.alternativeTitles.contains { isBlank($0) || $0 == record.title },
                "\(name): an alternative title must not be blank or equal to the title")
            expect(record.subtitle.map { !isBlank($0) } ?? true, "\(name): the subtitle, if any, must not be blank")
            checkFields(of: record, source.columns, name)
        }
    }

    private func checkFields(of record: Record, _ columns: [Column], _ name: String) {
        var last = -1
        for field in record.fields {
            guard let index = columns.firstIndex(where: { $0.name == field.name }) else {
                expect(false, "\(name): the column “\(field.name)” must be declared")
                continue
            }
            expect(last < index, "\(name): the fields must follow the column order, without repeats (“\(field.name)”)")
            last = max(last, index)
            let kind = columns[index].kind
            expect(field.value.columnKind == kind, "\(name): “\(field.name)” must be of its declared type, \(kind)")
        }
    }

    private func isBlank(_ text: String) -> Bool {
        text.allSatisfy(\.isWhitespace)
    }
}

extension FieldValue {
    /// The type of column that holds the value.
    fileprivate var columnKind: Column.Kind {
        switch self {
        case .text: .text
        case .integer: .integer
        case .decimal: .decimal
        case .boolean: .boolean
        case .date: .date
        case .list: .list
        }
    }
}
