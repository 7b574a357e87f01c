import AggSource

/// One message of JSON-RPC 2.0 from a client.
enum Message: Equatable {
    /// A request, which is answered under its id.
    case request(Request)
    /// A notification, which is never answered.
    case notification(method: String, parameters: JSONObject)
    /// A response; ignored, since the server sends no requests.
    case response
    /// Several messages in one line (`Generation.batchVersion`).
    case batch([Message])
    /// Something else; the id is null if it could not be read.
    case invalid(ProtocolError, id: JSONValue)

    /// A request.
    struct Request: Equatable {
        /// A string or a whole number.
        let id: JSONValue
        let method: String
        let parameters: JSONObject
    }

    /// Creates a message from a line.
    init(line: String) {
        do {
            self.init(try JSONValue(parsing: line))
        } catch {
            self = .invalid(ProtocolError(.parse, "invalid JSON: \(error)"), id: .null)
        }
    }

    private init(_ value: JSONValue) {
        if let messages = value.arrayValue {
            self =
                messages.isEmpty
                ? .invalid(ProtocolError(.invalidRequest, "the batch is empty"), id: .null)
                : .batch(messages.map { $0.arrayValue == nil ? Message($0) : Self.notObject($0) })
            return
        }
        guard let object = value.objectValue else {
            self = Self.notObject(value)
            return
        }
        let id = object["id"]
        let knownID = id.flatMap { Self.isID($0) ? $0 : nil }
        func invalid(_ code: ProtocolError.Code, _ message: String) -> Message {
            .invalid(ProtocolError(code, message), id: knownID ?? .null)
        }
        guard object["jsonrpc"] == "2.0" else {
            self = invalid(.invalidRequest, "jsonrpc must be “2.0”")
            return
        }
        guard let method = object["method"] else {
            let isResponse = object["result"] != nil || object["error"] != nil
            self = isResponse ? .response : invalid(.invalidRequest, "missing method")
            return
        }
        guard let method = method.stringValue else {
            self = invalid(.invalidRequest, "method: expected a string, found \(method.kind)")
            return
        }
        if let id, knownID == nil {
            self = invalid(.invalidRequest, "id: expected a string or a whole number, found \(id.kind)")
            return
        }
        let parameters = object.given("params") ?? [:]
        guard let parameters = parameters.objectValue else {
            self = invalid(.invalidParameters, "params: expected an object, found \(parameters.kind)")
            return
        }
        self =
            knownID.map { .request(Request(id: $0, method: method, parameters: parameters)) }
            ?? .notification(method: method, parameters: parameters)
    }

    private static func notObject(_ value: JSONValue) -> Message {
        .invalid(ProtocolError(.invalidRequest, "message: expected an object, found \(value.kind)"), id: .null)
    }

    private static func isID(_ value: JSONValue) -> Bool {
        switch value {
        case .string, .integer: true
        default: false
        }
    }
}

extension JSONObject {
    /// A member; nil if it is missing or null, as clients write what they don't give in both ways.
    func given(_ name: String) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }
}
