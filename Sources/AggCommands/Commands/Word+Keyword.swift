extension Word {
    /// Whether it is a word of the command language, such as “by”, rather than a text in quotes.
    func isKeyword(_ text: String) -> Bool { literalFrom == nil && self.text.lowercased() == text }
}
