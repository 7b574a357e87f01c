import AggSource
import Testing

@testable import AggMCP

/// JSON-RPC messages: what is read from a line, and what is rejected.
@Suite struct MessageTests {
    @Test func `a message with an id is a request, and one without is a notification`() {
        let request = Message.Request(id: 1, method: "ping", parameters: [:])
        #expect(Message(line: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == .request(request))
        let named = Message.Request(id: "a", method: "x", parameters: ["b": 2])
        #expect(Message(line: #" {"id":"a","method":"x","params":{"b":2},"jsonrpc":"2.0"} "#) == .request(named))
        #expect(
            Message(line: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
                == .notification(method: "notifications/initialized", parameters: [:]))
        #expect(
            Message(line: #"{"jsonrpc":"2.0","method":"notifications/initialized","params":null}"#)
                == .notification(method: "notifications/initialized", parameters: [:]))
        #expect(Message(line: #"{"jsonrpc":"2.0","id":1,"result":{}}"#) == .response)
    }

    @Test(arguments: [
        ("{", ProtocolError.Code.parse, JSONValue.null), ("nonsense", .parse, .null), ("3", .invalidRequest, .null),
        ("[]", .invalidRequest, .null), (#"{"id":1,"method":"x"}"#, .invalidRequest, 1),
        (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, .invalidRequest, 1),
        (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest, 1),
        (#"{"jsonrpc":"2.0","id":"a","method":5}"#, .invalidRequest, "a"),
        (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, .invalidRequest, .null),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, .invalidRequest, .null),
        (#"{"jsonrpc":"2.0","id":[1],"method":"x"}"#, .invalidRequest, .null),
        (#"{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}"#, .invalidParameters, 1),
    ])
    func `rejects anything else, with its id if it has one`(
        line: String, code: ProtocolError.Code, expected: JSONValue
    ) throws {
        guard case .invalid(let error, let id) = Message(line: line) else {
            Issue.record("\(line) was accepted")
            return
        }
        #expect(error.code == code && id == expected)
        let response = try JSONValue(parsing: error.response(to: id))
        #expect(response["jsonrpc"] == "2.0" && response["id"] == expected)
        #expect(response["error"]?["code"] == .integer(code.rawValue))
    }

    @Test func `a batch is read as its messages`() {
        let line = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},[],{"jsonrpc":"2.0","method":"a"}]"#
        guard case .batch(let messages) = Message(line: line) else {
            Issue.record("not a batch")
            return
        }
        #expect(messages.count == 3)
        #expect(messages[2] == .notification(method: "a", parameters: [:]))
    }

    private func generation(_ method: String, _ meta: JSONValue) throws(ProtocolError) -> Generation {
        try Generation(of: Message.Request(id: 1, method: method, parameters: ["_meta": meta]))
    }

    @Test func `detects the protocol generation of a request`() throws {
        let meta: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        #expect(try generation("tools/list", meta) == .perRequest)
        #expect(try generation("server/discover", meta) == .perRequest)
        #expect(try generation("initialize", meta) == .handshake)
        #expect(try generation("tools/list", ["progressToken": 1]) == .handshake)
        #expect(Generation.negotiated("2025-03-26") == "2025-03-26")
        #expect(Generation.negotiated("1999-01-01") == "2025-11-25")
    }

    @Test func `rejects an unsupported version and lists the supported ones`() throws {
        let meta: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": "2030-01-01", "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        let error = #expect(throws: ProtocolError.self) { try generation("tools/list", meta) }
        #expect(error?.code == .unsupportedVersion)
        #expect(error?.data == ["supported": ["2026-07-28"], "requested": "2030-01-01"])
    }

    @Test(
        arguments: [
            ("server/discover", [:]),
            ("tools/list", ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]),
            (
                "tools/list",
                ["io.modelcontextprotocol/protocolVersion": 1, "io.modelcontextprotocol/clientCapabilities": [:]]
            ),
        ] as [(String, JSONValue)])
    func `rejects an incomplete declaration`(method: String, meta: JSONValue) {
        let error = #expect(throws: ProtocolError.self) { try generation(method, meta) }
        #expect(error?.code == .invalidParameters)
    }
}
