package import AggSearch
package import AggSource
package import AggStorage
import Foundation

/// Read marks in memory.
package actor InMemoryReadMarkStore: ReadMarkStore {
    private var marks = ReadMarks()

    /// Creates a store without marks.
    package init() {}

    /// All marks.
    package func readMarks() -> ReadMarks {
        marks
    }

    /// Marks records.
    package func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) {
        guard let newest = records.values.map(\.at).max() else { return }
        marks.records.merge(records) { $1 }
        let oldest = newest.addingTimeInterval(-ChangeRetention.longestSeconds)
        marks.records = marks.records.filter { $0.value.at >= oldest }
    }

    /// Marks everything that sources delivered up to a given time.
    package func mark(_ sources: [SourceID: ReadMarks.OfSource]) {
        marks.sources.merge(sources) { $1 }
        marks.records = marks.records.filter { address, mark in
            sources[address.source].map { mark.at > $0.at } ?? true
        }
    }
}
