import AggSearch
package import AggSource

extension Aggregator {
    /// The loader of details that a record lacks; nil if it lacks none or its source is gone.
    package nonisolated func detailLoader(for row: RecordsAnswer.Row) -> (any DetailLoader)? {
        guard row.absence == nil, let instance = registry[row.address.source] else { return nil }
        let services = registry.services(services, for: instance)
        guard let loader = instance.dataSource.detailLoader(services), loader.lacksDetails(row.record) else {
            return nil
        }
        return TokenDetailLoader(source: instance, services: services, loader: loader)
    }
}

extension Record {
    /// The record with fields merged in: existing fields are replaced, new ones appended.
    package func with(_ fields: [Field]) -> Record {
        var record = self
        for field in fields {
            if let index = record.fields.firstIndex(where: { $0.name == field.name }) {
                record.fields[index] = field
            } else {
                record.fields.append(field)
            }
        }
        return record
    }
}
