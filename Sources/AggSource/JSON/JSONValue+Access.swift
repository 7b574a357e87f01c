extension JSONValue {
    /// The member of an object with this name; nil if there is none or the value is no object.
    public subscript(name: String) -> JSONValue? {
        objectValue?[name]
    }

    /// The text of a string; nil for any other value, numbers included.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The whole number, also of a decimal without a fraction such as `28.0`; nil for any other value.
    public var intValue: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .decimal(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The number as a double, rounded where it has more digits; nil for any other value and for a number out of range.
    public var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The boolean; nil for any other value.
    public var boolValue: Bool? {
        guard case .boolean(let truth) = self else { return nil }
        return truth
    }

    /// The elements of an array; nil for any other value.
    public var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The object; nil for any other value.
    public var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// Whether the value is the literal `null`.
    public var isNull: Bool {
        self == .null
    }

    /// What kind of value this is, with its article, for a sentence: “expected an array, found a string”.
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .decimal, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
