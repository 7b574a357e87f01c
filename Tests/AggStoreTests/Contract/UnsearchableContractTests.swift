import AggSearch
import AggSource
import AggStorage
import AggTesting
import Testing

/// Columns whose words a search does not find, for every record store.
struct UnsearchableContractTests {
    private static let columns: Set = ["image", "links"]
    private static let atlas = Record(
        key: "1", title: "Atlas", subtitle: "Maps",
        fields: [
            .init("topic", .text("geography")), .init("image", .text("https://pictures.example/site-plan.jpg")),
            .init("links", .list(["wiki", "Press kit"])),
        ])

    private func fill(
        _ store: any RecordStore, with records: [Record] = [Self.atlas, .titled("Other")],
        unsearchable columns: Set<String>
    ) async throws {
        let staging = try await store.stage(.cities, unsearchable: columns)
        _ = try await staging.write(records)
        _ = try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
    }

    @Test(arguments: StoreKind.allCases)
    func `a search finds no word of an unsearchable column`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await fill(tested.store, unsearchable: Self.columns)
        for text in ["geography", "atlas geo"] {
            #expect(try await tested.store.titles(matching: text) == ["Atlas"], "\(text)")
        }
        for text in ["pictures", "plan", "plan jpg", "wiki", "atlas pre", "=plan", "==plan"] {
            let found = try await tested.store.matches(text, favorites: ["1"]).matches
            #expect(found.isEmpty, "\(text)")
            let search = RecordSearch(
                text: SearchText(text), sources: [.cities: .always], order: .title(isDescending: false), limit: 9)
            #expect(try await tested.store.search(search)[.cities]?.matches.isEmpty ?? true, "\(text)")
            #expect(try await tested.store.count(search)[.cities] ?? 0 == 0, "\(text)")
        }
        let excluded = RecordCondition.not(.words(["plan"], isOpen: true))
        #expect(try await tested.store.list(.cities, where: excluded, limit: 9).count == 2)
        let mark = SearchableText.Place.other.mark
        #expect(
            try await tested.store.counts(of: ["plan", mark + "plan", mark + "geography"]) == [mark + "geography": 1])
    }

    @Test(arguments: StoreKind.allCases)
    func `a filter finds a value of an unsearchable column`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await fill(tested.store, unsearchable: Self.columns)
        for condition in [
            RecordCondition.value("image", "https://pictures.example/Site-Plan.jpg"), .value("links", "press kit"),
            .all([.value("links", "wiki"), .value("topic", "geography")]),
        ] {
            #expect(try await tested.store.list(.cities, where: condition, limit: 9).map(\.key) == ["1"])
            #expect(try await tested.store.matches("atlas", where: condition).matches.map(\.record.key) == ["1"])
            #expect(try await tested.store.matches("maps", where: condition).matches.map(\.record.key) == ["1"])
            for text in ["", "atlas", "geography"] {
                let search = RecordSearch(text: SearchText(text), sources: [.cities: condition], limit: 9)
                #expect(try await tested.store.count(search)[.cities] == 1, "\(text)")
            }
            let others = RecordCondition.not(condition)
            #expect(try await tested.store.list(.cities, where: others, limit: 9).map(\.key) == ["Other"])
        }
    }

    @Test(arguments: StoreKind.opened)
    func `completes values of an unsearchable column, however rare`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let many = (0..<3_000).map { number in
            Record(key: "\(number)", title: "Town", fields: [.init("code", .text(["AR", "AU"][number % 2]))])
        }
        let rare = Record(key: "z", title: "Village", fields: [.init("code", .text("Aland"))])
        try await fill(tested.store, with: many + [rare], unsearchable: ["code"])
        let values = try await tested.store.values(of: "code", startingWith: "a", in: [.cities], limit: 9)
        #expect(values == ["Aland", "AR", "AU"])
    }

    @Test(arguments: StoreKind.allCases)
    func `stored rows follow at the next refresh if a column becomes unsearchable, or searchable again`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        for (columns, titles) in [([], ["Atlas"]), (Self.columns, []), ([], ["Atlas"])] as [(Set<String>, [String])] {
            try await fill(tested.store, unsearchable: columns)
            #expect(try await tested.store.titles(matching: "plan") == titles)
            let condition = RecordCondition.value("links", "wiki")
            #expect(try await tested.store.list(.cities, where: condition, limit: 9).map(\.key) == ["1"])
        }
    }
}
