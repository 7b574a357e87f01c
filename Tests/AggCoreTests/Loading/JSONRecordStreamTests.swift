import AggSource
import AggStorage
import AggTesting
import Testing

struct JSONRecordStreamTests {
    @Test func `fills batches across responses and writes the rest at the end`() async throws {
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "boxes", into: sink)
        try await stream.read(page(from: 1, to: 700), mapping: box)
        #expect(await sink.sizes.isEmpty)
        try await stream.read(page(from: 701, to: 2_100), mapping: box)
        #expect(await sink.sizes == [1_000, 1_000])
        let summary = try await stream.finish(state: nil)
        #expect(await sink.sizes == [1_000, 1_000, 100])
        #expect(await sink.keys == (1...2_100).map(String.init))
        #expect(summary.bytes == page(from: 1, to: 700).count + page(from: 701, to: 2_100).count)
    }

    @Test func `writes records with a lot of text in smaller batches`() async throws {
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "boxes", into: sink)
        try await stream.read(body("[1, 2, 3, 4, 5]")) { item throws(MappingFault) in
            var record = try box(item)
            record.fields = [.init("note", .text(String(repeating: "x", count: 400_000)))]
            return record
        }
        _ = try await stream.finish(state: nil)
        #expect(await sink.sizes == [3, 2])
        #expect(await sink.keys == ["1", "2", "3", "4", "5"])
    }

    @Test func `numbers skipped items across responses`() async throws {
        var stream = JSONRecordStream(of: "boxes", into: BatchLog())
        try await stream.read(body("[1, true, 3]"), mapping: box)
        try await stream.read(body("[4, null]"), mapping: box)
        let summary = try await stream.finish(state: FetchState(["page": "2"]), notes: ["not all"])
        #expect(summary.skipped.count == 2)
        #expect(summary.skipped.examples == ["item 2 is a boolean", "item 5 is null"])
        #expect(summary.state == FetchState(["page": "2"]))
        #expect(summary.notes == ["not all"])
    }

    @Test func `skips an item with too much text`() async throws {
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "boxes", into: sink)
        try await stream.read(body("[1, 2]")) { item throws(MappingFault) in
            var record = try box(item)
            let length = Record.greatestSize - record.key.utf8.count - record.title.utf8.count
            let note = String(repeating: "x", count: record.key == "1" ? length : length + 1)
            record.fields = [.init("note", .text(note))]
            return record
        }
        let summary = try await stream.finish(state: nil)
        #expect(await sink.keys == ["1"])
        #expect(summary.skipped.examples == ["item 2 has more than 1 MB of text"])
    }

    @Test func `reads the list under a member and returns the others`() async throws {
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "boxes", in: "items", into: sink)
        let members = try await stream.read(body(#"{"total": 7, "items": [1, 2], "more": false}"#), mapping: box)
        _ = try await stream.finish(state: nil)
        #expect(members["total"]?.intValue == 7)
        #expect(members["more"]?.boolValue == false)
        #expect(await sink.keys == ["1", "2"])
    }

    @Test func `a response without items writes nothing`() async throws {
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "boxes", into: sink)
        try await stream.read(body("[]"), mapping: box)
        #expect(try await stream.finish(state: nil).skipped.count == 0)
        #expect(await sink.sizes.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 7, 64])
    func `reads a body in pieces of any size`(size: Int) async throws {
        let bytes = Array("[10, 20, \n30, 4000]".utf8)
        let body = HTTPBody(count: bytes.count) { offset, count in
            Array(bytes.dropFirst(offset).prefix(min(size, count)))
        }
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "boxes", into: sink)
        try await stream.read(body, mapping: box)
        _ = try await stream.finish(state: nil)
        #expect(await sink.keys == ["10", "20", "30", "4000"])
    }

    @Test func `counts the items of earlier responses in the position of an error`() async throws {
        var stream = JSONRecordStream(of: "boxes", into: BatchLog())
        try await stream.read(body("[1, 2, 3]"), mapping: box)
        let error = await #expect(throws: SourceError.self) {
            try await stream.read(body("[4, tru]"), mapping: box)
        }
        #expect(error?.reason().hasPrefix("invalid data at item 5: ") == true, "\(error?.reason() ?? "")")
    }

    @Test(arguments: ["[1, 2", "[1, ", "[", "", "17", "[1] x"])
    func `treats a truncated document or one without a list as invalid data`(text: String) async throws {
        var stream = JSONRecordStream(of: "boxes", into: BatchLog())
        let error = await #expect(throws: SourceError.self) { try await stream.read(body(text), mapping: box) }
        #expect(error?.code == "invalid_data")
    }

    @Test func `names compressed data and a kind of source that reads it`() async throws {
        var stream = JSONRecordStream(of: "boxes", into: BatchLog())
        await #expect(
            throws: SourceError.invalidData(
                "(expected a list of boxes, found gzip-compressed data; "
                    + "decompress it, or use a source of the kind “table”)")
        ) {
            try await stream.read(HTTPBody([0x1F, 0x8B, 8, 0]), mapping: box)
        }
    }

    @Test func `reports a single object that is not a record as unexpected`() async throws {
        var stream = JSONRecordStream(of: "boxes", into: BatchLog())
        await #expect(
            throws: SourceError.invalidData(
                "(expected a list of boxes, found one object: item 1 is an object)")
        ) {
            try await stream.read(body(#"{"error": "no boxes today"}"#), mapping: box)
        }
    }

    @Test func `reads objects on separate lines as a list, whatever they contain`() async throws {
        var stream = JSONRecordStream(of: "boxes", into: BatchLog())
        try await stream.read(body("{\"a\": 1}\n{\"b\": 2}\n"), mapping: box)
        #expect(try await stream.finish(state: nil).skipped.count == 2)
    }

    @Test func `stops when its task is cancelled`() async throws {
        let sink = BatchLog()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var stream = JSONRecordStream(of: "boxes", into: sink)
            try await stream.read(page(from: 1, to: 5_000), mapping: box)
        }
        await #expect(throws: SourceError.cancelled) { try await task.value }
        #expect(await sink.sizes.isEmpty)
    }

    @Test func `rethrows errors of the sink and the body`() async {
        let full = SourceError(StoreError.full(file: "mirror.sqlite"))
        var stream = JSONRecordStream(of: "boxes", into: BatchLog(refusing: full))
        await #expect(throws: full) { try await stream.read(page(from: 1, to: 1_000), mapping: box) }

        let gone = HTTPBody(count: 10) { _, _ throws(SourceError) in throw .unreadable("the file is gone") }
        var second = JSONRecordStream(of: "boxes", into: BatchLog())
        await #expect(throws: SourceError.unreadable("the file is gone")) {
            try await second.read(gone, mapping: box)
        }
    }

    private func box(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let number = item.intValue else { throw MappingFault("is \(item.kind)") }
        return Record(key: String(number), title: "Box \(number)")
    }

    private func body(_ text: String) -> HTTPBody { HTTPBody(Array(text.utf8)) }

    private func page(from first: Int, to last: Int) -> HTTPBody {
        body("[" + (first...last).map(String.init).joined(separator: ", ") + "]")
    }
}

extension BatchLog {
    fileprivate var sizes: [Int] { batches.map(\.count) }
    fileprivate var keys: [String] { records.map(\.key) }
}
