extension SourceError {
    /// Makes `invalidData` of what is wrong with a JSON text, with the item or else the byte where it is.
    ///
    /// - Parameters:
    ///   - error: What is wrong.
    ///   - itemsBefore: The items of earlier answers of the same fetch, which are counted in.
    public init(_ error: JSONError, itemsBefore: Int = 0) {
        let place = error.item.map { "at item \(itemsBefore + $0)" } ?? "at byte \(error.offset)"
        self = .invalidData("\(place): \(error.reason)")
    }
}
