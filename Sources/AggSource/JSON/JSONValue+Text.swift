extension JSONValue {
    /// The value as compact JSON, without a blank between its tokens.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
