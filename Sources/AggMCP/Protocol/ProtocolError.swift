import AggSource

/// An error of the protocol, as opposed to a tool that failed.
struct ProtocolError: Error, Equatable {
    /// The codes of JSON-RPC and of the Model Context Protocol.
    enum Code: Int64 {
        case parse = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParameters = -32_602
        case unsupportedVersion = -32_022
    }

    let code: Code
    let message: String
    let data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The answer to a request, as a line.
    func response(to id: JSONValue) -> String {
        var error: JSONObject = ["code": .integer(code.rawValue), "message": .string(message)]
        if let data { error["data"] = data }
        let response: JSONValue = ["jsonrpc": "2.0", "id": id, "error": .object(error)]
        return response.text
    }
}
