import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

/// Read marks, for every store that keeps them.
struct ReadMarkContractTests {
    private func address(_ key: String, _ source: SourceID = .news) -> RecordAddress {
        RecordAddress(source: source, key: key)
    }

    @Test(arguments: StoreKind.allCases)
    func `without marks everything is unread`(kind: StoreKind) async throws {
        let tested = try await kind.makeReadMarkStore()
        let marks = try await tested.store.readMarks()
        #expect(marks == ReadMarks())
        #expect(marks.isUnread(address("a"), changedAt: .distantPast))
    }

    @Test(arguments: StoreKind.allCases)
    func `a read record becomes unread when it changes again`(kind: StoreKind) async throws {
        let tested = try await kind.makeReadMarkStore()
        try await tested.store.mark([address("a"): .init(isRead: true, at: noon)])
        let marks = try await tested.store.readMarks()
        #expect(!marks.isUnread(address("a"), changedAt: noon))
        #expect(marks.isUnread(address("a"), changedAt: noon.addingTimeInterval(1)))
        #expect(marks.isUnread(address("b"), changedAt: noon))
        #expect(marks.isUnread(address("a", .cities), changedAt: noon))
    }

    @Test(arguments: StoreKind.allCases)
    func `a source is read up to a time, and one of its records can be marked unread again`(kind: StoreKind)
        async throws
    {
        let tested = try await kind.makeReadMarkStore()
        try await tested.store.mark([SourceID.news: .init(at: noon, changes: 7)])
        try await tested.store.mark([address("a"): .init(isRead: false, at: noon)])
        let marks = try await tested.store.readMarks()
        #expect(marks.sources == [.news: .init(at: noon, changes: 7)])
        #expect(!marks.isUnread(address("b"), changedAt: noon))
        #expect(marks.isUnread(address("b"), changedAt: noon.addingTimeInterval(1)))
        #expect(marks.isUnread(address("a"), changedAt: noon))
    }

    @Test(arguments: StoreKind.allCases)
    func `marking a source removes the older marks of its records`(kind: StoreKind) async throws {
        let tested = try await kind.makeReadMarkStore()
        let later = noon.addingTimeInterval(60)
        try await tested.store.mark([
            address("a"): .init(isRead: false, at: noon), address("b"): .init(isRead: true, at: later),
            address("a", .cities): .init(isRead: true, at: noon),
        ])
        try await tested.store.mark([SourceID.news: .init(at: noon, changes: 1)])
        #expect(Set(try await tested.store.readMarks().records.keys) == [address("b"), address("a", .cities)])
    }

    @Test(arguments: StoreKind.allCases)
    func `marks are kept as long as changes are`(kind: StoreKind) async throws {
        let tested = try await kind.makeReadMarkStore()
        try await tested.store.mark([address("a"): .init(isRead: true, at: noon)])
        let later = noon.addingTimeInterval(ChangeRetention.longestSeconds + 1)
        try await tested.store.mark([address("b"): .init(isRead: true, at: later)])
        #expect(Array(try await tested.store.readMarks().records.keys) == [address("b")])
        try await tested.store.mark([RecordAddress: ReadMarks.OfRecord]())
        #expect(try await tested.store.readMarks().records.count == 1)
    }
}
