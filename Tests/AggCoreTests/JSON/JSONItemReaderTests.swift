import AggSource
import Testing

struct JSONItemReaderTests {
    private static let array =
        "\u{FEFF} [ 1 ,\"a\\\"]\\u00e9é東🎉\", {\"k\":[{}],\"\\\\\":\"}\"},[ ], -2.5 ,true,null\n] \r\n"
    private static let member =
        "\u{FEFF}{\"total_count\": 2, \"x\":{\"items\":[9]},\"items\" : [{\"a\":\"]é\"}, 7 ], \"incomplete\":false,\"y\":[1] } "
    private static let lines = "\u{FEFF}\n{\"a\":1}\n\n  {\"b\":\"{\\n\"} \r\n{}"

    private static let path =
        #"{"success":true,"result":{"total":2,"x":{"records":[9]},"records":[{"a":1},[]],"y":{}},"result2":{"records":[7]}}"#

    @Test(
        arguments: [(array, nil), (member, "items"), (lines, nil), (path, "result.records")] as [(String, String?)])
    func `returns the same items for pieces of any size`(text: String, member: String?) throws {
        let bytes = Array(text.utf8)
        let whole = try read(bytes, member: member)
        for size in 1...bytes.count {
            let pieces = try read(bytes, member: member, piece: size)
            #expect(pieces.items == whole.items, "in pieces of \(size) bytes")
            #expect(pieces.members == whole.members, "in pieces of \(size) bytes")
        }
    }

    @Test func `splits a top-level array`() throws {
        let (items, members) = try read(Array(Self.array.utf8))
        #expect(
            items == [
                .integer(1), .string("a\"]éé東🎉"), .object(["k": .array([.object([:])]), "\\": .string("}")]),
                .array([]),
                .decimal(-2.5), .boolean(true), .null,
            ])
        #expect(members == [:])
    }

    @Test func `splits the array of a member and keeps the other members`() throws {
        let (items, members) = try read(Array(Self.member.utf8), member: "items")
        #expect(items == [.object(["a": .string("]é")]), .integer(7)])
        #expect(
            members == [
                "total_count": .integer(2), "x": .object(["items": .array([.integer(9)])]),
                "incomplete": .boolean(false),
                "y": .array([.integer(1)]),
            ])
    }

    @Test func `splits the array at a path and keeps the other members by their paths`() throws {
        let (items, members) = try read(Array(Self.path.utf8), member: "result.records")
        #expect(items == [.object(["a": .integer(1)]), .array([])])
        #expect(
            members == [
                "success": .boolean(true), "result.total": .integer(2),
                "result.x": .object(["records": .array([.integer(9)])]), "result.y": .object([:]),
                "result2": .object(["records": .array([.integer(7)])]),
            ])
    }

    @Test(arguments: [
        (#"{"result":[1]}"#, "expected an object in the member “result”, found an array"),
        (#"{"result":{}}"#, "the member “result.records” is missing"),
        (#"{"result":{"records":{}}}"#, "expected an array in the member “records”, found an object"),
        (#"{"result":{"records":[]}"#, "the text ends before the object is closed"),
    ])
    func `says what is wrong on the way to the list`(text: String, reason: String) {
        #expect {
            try read(Array(text.utf8), member: "result.records")
        } throws: {
            ($0 as? JSONError)?.reason == reason
        }
    }

    @Test func `splits objects on separate lines`() throws {
        let (items, _) = try read(Array(Self.lines.utf8))
        #expect(items == [.object(["a": .integer(1)]), .object(["b": .string("{\n")]), .object([:])])
    }

    @Test(arguments: [("[]", nil), (" [ ] ", nil), (#"{"items":[]}"#, "items")] as [(String, String?)])
    func `accepts an empty list`(text: String, member: String?) throws {
        #expect(try read(Array(text.utf8), member: member, piece: 1).items == [])
    }

    @Test func `passes items with their number, counted from 1`() throws {
        var reader = JSONItemReader()
        var seen: [Int: JSONValue] = [:]
        for piece in ["[true", ",false,", "null]"] {
            try reader.push(Array(piece.utf8).span) { seen[$1] = $0 }
        }
        try reader.finish()
        #expect(seen == [1: .boolean(true), 2: .boolean(false), 3: .null])
        #expect(reader.count == 3)
    }

    @Test func `rethrows an error from the receiver`() {
        struct Refusal: Error {}
        var reader = JSONItemReader()
        #expect(throws: Refusal.self) { try reader.push(Array("[1,2]".utf8).span) { _, _ in throw Refusal() } }
    }

    @Test func `the other members are available before the list ends`() throws {
        var reader = JSONItemReader(member: "items")
        #expect(try reader.push(Array(#"{"total_count":5,"items":[1,"#.utf8).span) == [.integer(1)])
        #expect(reader.members["total_count"] == .integer(5))
    }
}

/// Returns all items of a text that arrives in pieces of `piece` bytes.
func read(
    _ bytes: [UInt8], member: String? = nil, piece: Int = .max, limit: Int = 16 << 20
) throws(JSONError) -> (items: [JSONValue], members: JSONObject) {
    var reader = JSONItemReader(member: member, limit: limit)
    var items: [JSONValue] = []
    var position = 0
    while position < bytes.count {
        let end = piece < bytes.count - position ? position + piece : bytes.count
        items += try reader.push(bytes.span.extracting(position..<end))
        position = end
    }
    try reader.finish()
    return (items, reader.members)
}
