extension String {
    /// The text with some scalars exchanged for other texts.
    ///
    /// Scalars and not characters, since a sign with a combining mark behind it is a character of its own, yet still that
    /// sign to whoever reads the text.
    func exchangingScalars(_ exchange: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { exchange($0) != nil }) else { return self }
        var exchanged = UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = exchange(scalar) {
                exchanged.append(contentsOf: text.unicodeScalars)
            } else {
                exchanged.append(scalar)
            }
        }
        return String(exchanged)
    }
}
