extension String {
    /// The text with some scalars exchanged for other texts.
    ///
    /// Scalars and not characters, since a sign with a combining mark behind it is a character of its own, yet still that
    /// sign to whoever reads the text.
    func exchangingScalars(_ exchange: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { exchange($0) != nil }) else { return self }
        // Not into scalars: to append several of them there copies all that is there already.
        var exchanged: [UInt8] = []
        exchanged.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = exchange(scalar) {
                exchanged += text.utf8
            } else {
                exchanged += String(scalar).utf8
            }
        }
        return String(decoding: exchanged, as: UTF8.self)
    }
}
