import AggSource

/// What every record of a source promises.
extension Contract {
    /// Checks the records of one fetch; `what` says where they come from.
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
    /// The type of column that the value belongs in.
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
