extension JSONWriter {
    /// Writes a member with a string, or `null`.
    public mutating func member(_ name: String, _ text: String?) {
        member(name) { $0.write(text) }
    }

    /// Writes a member with a whole number, or `null`.
    public mutating func member(_ name: String, _ number: Int?) {
        member(name) { $0.write(number) }
    }

    /// Writes a member with a number, or `null` for none and for one that is not finite.
    public mutating func member(_ name: String, _ number: Double?) {
        member(name) { $0.write(number) }
    }

    /// Writes a member with a boolean, or `null`.
    public mutating func member(_ name: String, _ truth: Bool?) {
        member(name) { $0.write(truth) }
    }

    /// Writes a member with any value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        member(name) { $0.write(value) }
    }
}
