extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Makes a text of a literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a whole number of a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a truth value of a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object of the members of a literal, in its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}
