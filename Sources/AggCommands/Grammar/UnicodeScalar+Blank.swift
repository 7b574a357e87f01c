extension Unicode.Scalar {
    /// Whether the scalar is white space, as words are split at.
    var isBlank: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension String {
    /// Makes a text of Unicode scalars.
    init(scalars: some Sequence<Unicode.Scalar>) {
        var text = UnicodeScalarView()
        text.append(contentsOf: scalars)
        self.init(text)
    }
}
