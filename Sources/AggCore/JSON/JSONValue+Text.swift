extension JSONValue {
    /// The value as compact JSON, without a blank between its tokens.
    public var jsonText: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
