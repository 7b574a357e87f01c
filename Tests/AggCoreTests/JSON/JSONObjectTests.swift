import AggSource
import Testing

struct JSONObjectTests {
    @Test func `keeps the order of its members`() throws {
        let object = try JSONValue(parsing: #"{"b":1,"a":2,"c":3}"#).objectValue
        #expect(object?.members.map(\.name) == ["b", "a", "c"])
    }

    @Test func `the last member with a repeated name wins`() throws {
        let value = try JSONValue(parsing: #"{"a":1,"b":2,"\u0061":3}"#)
        #expect(value["a"] == .integer(3))
        #expect(value["b"] == .integer(2))
        #expect(value.objectValue?.members.count == 3)
    }

    @Test func `sets, appends, and removes members`() {
        var object: JSONObject = ["a": .integer(1)]
        object["a"] = .integer(2)
        object["b"] = .null
        #expect(object == ["a": .integer(2), "b": .null])
        object["a"] = nil
        #expect(object == ["b": .null])
        #expect(object["a"] == nil)
    }

    @Test func `accessors return only values of their own kind`() throws {
        let value = try JSONValue(
            parsing:
                #"{"s":"x","i":28,"d":2.5,"w":28.0,"n":12345678901234567890,"b":true,"a":[1],"o":{"k":1},"z":null}"#)
        #expect(value["s"]?.stringValue == "x" && value["i"]?.stringValue == nil)
        #expect(value["i"]?.intValue == 28 && value["w"]?.intValue == 28)
        #expect(value["d"]?.intValue == nil && value["n"]?.intValue == nil && value["s"]?.intValue == nil)
        #expect(value["i"]?.doubleValue == 28 && value["d"]?.doubleValue == 2.5)
        #expect(value["n"]?.doubleValue == 1.2345678901234567e19 && value["s"]?.doubleValue == nil)
        #expect(try JSONValue(parsing: "1e999").doubleValue == nil)
        #expect(value["b"]?.boolValue == true && value["i"]?.boolValue == nil)
        #expect(value["a"]?.arrayValue == [.integer(1)] && value["o"]?.arrayValue == nil)
        #expect(value["o"]?["k"] == .integer(1) && value["a"]?["k"] == nil)
        #expect(value["z"]?.isNull == true && value["s"]?.isNull == false && value["y"] == nil)
    }

    @Test func `a value names its kind`() throws {
        let kinds = try JSONValue(parsing: #"[null,true,1,1.5,1e999,"",[],{}]"#).arrayValue?.map(\.kind)
        #expect(
            kinds == [
                "null", "a boolean", "a number", "a number", "a number", "a string", "an array", "an object",
            ])
    }
}
