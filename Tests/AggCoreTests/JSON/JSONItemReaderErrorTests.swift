import AggSource
import Testing

struct JSONItemReaderErrorTests {
    @Test(arguments: [
        ("", JSONError("the text is empty", offset: 0)),
        ("\u{FEFF}  ", JSONError("the text is empty", offset: 5)),
        ("\"x\"", JSONError("expected an array, found a string", offset: 0)),
        (" 12", JSONError("expected an array, found a number", offset: 1)),
        ("null", JSONError("expected an array, found null", offset: 0)),
        ("<html>", JSONError("expected an array, found ‘<’", offset: 0)),
        ("[1,2", JSONError("the text ends in the middle of item 2", offset: 4)),
        ("[{},{\"a\":[1", JSONError("the text ends in the middle of item 2", offset: 11)),
        ("[1,", JSONError("the text ends after item 1, before the list is closed", offset: 3)),
        ("[1 ", JSONError("the text ends after item 1, before the list is closed", offset: 3)),
        ("[", JSONError("the text ends before the list is closed", offset: 1)),
        ("[1] x", JSONError("there is more text after the value", offset: 4)),
        ("[1]]", JSONError("there is more text after the value", offset: 3)),
        ("[1 2]", JSONError("‘,’ or ‘]’ is missing after item 1", offset: 3)),
        ("[1,]", JSONError("a value is missing after ‘,’", offset: 3, item: 2)),
        ("[,1]", JSONError("a value is missing after ‘[’", offset: 1, item: 1)),
        ("[1,{\"a\":}]", JSONError("a value is missing after ‘:’", offset: 8, item: 2)),
        ("[1,{]}]", JSONError("a member's name is not quoted", offset: 4, item: 2)),
        ("[tru,1]", JSONError("expected true, found another word", offset: 1, item: 1)),
        ("{\"a\":1} {\"b\":2}", JSONError("there is more text after item 1 on the same line", offset: 8)),
        ("{\"a\":1}\n[2]", JSONError("expected an object, found an array", offset: 8, item: 2)),
        ("{\"a\":1}\n{\"b\"", JSONError("the text ends in the middle of item 2", offset: 12)),
    ])
    func `says what is wrong with a list or lines`(text: String, error: JSONError) {
        expectError(error, text)
    }

    @Test(arguments: [
        ("[1]", JSONError("expected an object with the member “items”, found an array", offset: 0)),
        (#"{"message":"no"}"#, JSONError("the member “items” is missing", offset: 16)),
        ("{}", JSONError("the member “items” is missing", offset: 2)),
        (#"{"items":null}"#, JSONError("expected an array in the member “items”, found null", offset: 9)),
        (#"{"items":{"a":1}}"#, JSONError("expected an array in the member “items”, found an object", offset: 9)),
        (#"{"items":[],"items":[]}"#, JSONError("the member “items” appears twice", offset: 20)),
        (#"{"items":[1]"#, JSONError("the text ends before the object is closed", offset: 12)),
        (#"{"items":[1"#, JSONError("the text ends in the middle of item 1", offset: 11)),
        (#"{"a":"x"#, JSONError("the text ends inside a member", offset: 7)),
        (#"{"a" 1}"#, JSONError("‘:’ is missing after ‘a’", offset: 5)),
        (#"{"a":1 "b":2}"#, JSONError("‘,’ or ‘}’ is missing after a member", offset: 7)),
        (#"{"a":1,}"#, JSONError("a member's name is not quoted", offset: 7)),
        (#"{a:1}"#, JSONError("a member's name is not quoted", offset: 1)),
        (#"{"a":nil,"items":[]}"#, JSONError("expected null, found another word", offset: 5)),
        (#"{"items":[]} {}"#, JSONError("there is more text after the value", offset: 13)),
    ])
    func `says what is wrong with an object around the list`(text: String, error: JSONError) {
        expectError(error, text, member: "items")
    }

    @Test func `rejects an item beyond the limit, in one piece or many`() throws {
        let text = #"[1,"aaaaaaaa",2]"#
        #expect(try read(Array(text.utf8), limit: 10).items.count == 3)
        for size in [1, 3, text.utf8.count] {
            #expect(throws: JSONError("item 2 is larger than 9 bytes", offset: 3)) {
                try read(Array(text.utf8), piece: size, limit: 9)
            }
        }
    }

    @Test func `rejects a dictionary in place of a list without keeping all of it`() throws {
        let members = (0...1_000).map { "\"k\($0)\":1" }
        #expect {
            try read(Array("{\(members.joined(separator: ",")),\"items\":[]}".utf8), member: "items")
        } throws: {
            ($0 as? JSONError)?.reason == "there are more than 1000 members besides “items”"
        }
        let fewer = "{\(members.dropLast().joined(separator: ",")),\"items\":[]}"
        #expect(try read(Array(fewer.utf8), member: "items").members.members.count == 1_000)
    }

    @Test func `rejects an incomplete byte order mark`() {
        #expect(throws: JSONError("expected an array, found an incomplete byte order mark", offset: 2)) {
            try read([0xEF, 0xBB, 0x5B, 0x5D])
        }
        #expect(throws: JSONError("expected an array, found byte 0xBF", offset: 0)) { try read([0xBF, 0x5B, 0x5D]) }
    }

    @Test func `rejects an item that is nested too deeply`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError("the text ends in the middle of item 1", offset: 100_000)) {
            try read(Array(deep.utf8), piece: 4096)
        }
        let closed = "[" + deep + String(repeating: "]", count: 100_000) + "]"
        #expect(throws: JSONError("the text is nested more than 512 levels deep", offset: 513, item: 1)) {
            try read(Array(closed.utf8), piece: 4096)
        }
    }

    private func expectError(
        _ error: JSONError, _ text: String, member: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for size in [1, 2, .max] {
            #expect(throws: error, "in pieces of \(size) bytes", sourceLocation: sourceLocation) {
                try read(Array(text.utf8), member: member, piece: size)
            }
        }
    }
}
