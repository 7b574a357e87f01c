import AggSource

/// A protocol error, as opposed to the failure of a tool.
struct ProtocolError: Error, Equatable {
    /// The error codes of JSON-RPC and the Model Context Protocol.
    enum Code: Int64 {
        case parse = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParameters = -32_602
        case internalError = -32_603
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

    /// Returns the response to a request, as one line.
    func response(to id: JSONValue) -> String {
        var error: JSONObject = ["code": .integer(code.rawValue), "message": .string(message)]
        if let data { error["data"] = data }
        let response: JSONValue = ["jsonrpc": "2.0", "id": id, "error": .object(error)]
        return response.text
    }
}
