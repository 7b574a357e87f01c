import AggCore
import AggSource

/// Checks the declarations of a kind and of an instance.
extension Contract {
    func checkDeclaration() {
        expect(SourceID(Source.kind.description) != nil, "the kind is lower-case letters, digits and hyphens")
        expect(isSentence(Source.summary), "the summary is a sentence with its full stop")
        let names = Source.parameters.map(\.name)
        expect(Set(names).count == names.count, "no parameter appears twice")
        let taken: Set = ["id", "kind", "enabled", "fresh_for", "keep_for"]
        for parameter in Source.parameters {
            let name = parameter.name
            expect(
                isName(name, allowsDots: true), "the parameter “\(name)” is lower-case letters, digits and underscores")
            expect(!taken.contains(name), "the parameter “\(name)” is not one that every source has")
            expect(isSentence(parameter.help), "the help of “\(name)” is a sentence with its full stop")
            let text = parameter.defaultText
            expect(
                text.map { parameter.kind.parse($0) != nil } ?? true,
                "the default of “\(name)” is \(parameter.kind.expectation)")
        }
    }

    func checkBuiltIns() {
        for entry in Source.builtIns {
            expect(entry.kind?.text == Source.kind.description, "the built-in “\(entry.id.text)” is of the kind itself")
        }
        do {
            let registry = try SourceRegistry(kinds: [Source.self])
            let enabled = Source.builtIns.count { $0.isEnabled }
            expect(registry.instances.count == enabled, "every built-in source is loaded")
        } catch {
            expect(false, "the built-in sources are accepted: \(error.faults.map(\.line))")
        }
    }

    func checkInstance(_ source: any DataSource) {
        for column in source.columns {
            expect(isName(column.name), "the column “\(column.name)” is lower-case letters, digits and underscores")
            expect(isSentence(column.summary), "the summary of “\(column.name)” is a sentence with its full stop")
        }
        expect(source.mappingVersion >= 1, "the mapping's version counts from 1")
        expect(source.policy.freshFor > .zero, "rows are fresh for some time")
        expect(source.policy.keepFor.map { $0 > .zero } ?? true, "rows are kept for some time")
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
            "\(what): a batch has 1 to \(batchSize) records")
        let records = fetch.records
        let keys = records.map(\.key)
        expect(!keys.contains(""), "\(what): every record has a key")
        let repeated = Dictionary(grouping: keys, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
        expect(repeated.isEmpty, "\(what): keys are unique, and these are not: \(repeated.prefix(3))")
        for record in records {
            let name = "\(what), record “\(record.key)”"
            expect(!isBlank(record.title), "\(name): the title is not blank")
            expect(
                !record.alternativeTitles.contains { isBlank($0) || $0 == record.title },
                "\(name): no alternative title is blank or the title itself")
            expect(record.subtitle.map { !isBlank($0) } ?? true, "\(name): the subtitle is absent or not blank")
            checkFields(of: record, source.columns, name)
        }
    }

    private func checkFields(of record: Record, _ columns: [Column], _ name: String) {
        var last = -1
        for field in record.fields {
            guard let index = columns.firstIndex(where: { $0.name == field.name }) else {
                expect(false, "\(name): the column “\(field.name)” is declared")
                continue
            }
            expect(last < index, "\(name): the fields are in the order of the columns, each once (“\(field.name)”)")
            last = max(last, index)
            let kind = columns[index].kind
            expect(field.value.columnKind == kind, "\(name): “\(field.name)” is of its declared type, \(kind)")
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
