import AggSource

/// Texts that mark a missing value.
enum Missing {
    private static let texts: Set<[UInt8]> = Set(
        [
            "na", "n/a", "#n/a", "nan", "null", "nil", "none", "-", "--", "---", "–", "—", "−", "?", ".", "..", ":",
            "\\n", "inf", "-inf", "unknown", "n.a.", "(null)", "(x)",
        ].map { Array($0.utf8) })

    /// The dates that MySQL writes if there is none.
    private static let zeroDates = ["0000-00-00", "0000-00-00 00:00:00"].map { Array($0.utf8) }

    /// The first bytes of these texts, in lowercase.
    private static let first = Set(texts.compactMap(\.first))

    /// Whether a value is the mark that databases write for a missing one, in columns of texts, too.
    static func isNull(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 2 && bytes.elementsEqual("\\N".utf8)
    }

    /// Whether a value marks a missing one, or is `MM`, with which NOAA marks a missing number.
    static func isMissingNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 2 && bytes.elementsEqual("MM".utf8) || isMissing(bytes)
    }

    /// Whether a value marks a missing one.
    static func isMissing(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.count >= 10, zeroDates.contains(where: bytes.elementsEqual) { return true }
        guard bytes.count <= 12, let first = bytes.first, !(48...57).contains(first) else { return false }
        if first == UInt8(ascii: "#"), isFormulaError(bytes.dropFirst()) { return true }
        guard bytes.count <= 7 else { return false }
        if first == UInt8(ascii: "*") { return bytes.allSatisfy { $0 == first } }
        guard Self.first.contains((65...90).contains(first) ? first + 32 : first) else { return false }
        return texts.contains(bytes.map { (65...90).contains($0) ? $0 + 32 : $0 })
    }

    /// Whether bytes after `#` are the error of a formula in a spreadsheet, in any language: `DIV/0!`, `¿NOMBRE?`, `NV`, or
    /// `N/D`.
    private static func isFormulaError(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > 1, let last = bytes.last else { return false }
        if last == UInt8(ascii: "!") || last == UInt8(ascii: "?") {
            return bytes.dropLast().allSatisfy { byte in
                (65...90).contains(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "/") || byte >= 0x80
            }
        }
        if bytes.elementsEqual("NV".utf8) { return true }
        let letters = [bytes.prefix(1), bytes.dropFirst(2)].joined()
        return bytes.count > 2 && bytes.dropFirst().first == UInt8(ascii: "/")
            && letters.allSatisfy { (65...90).contains($0) }
    }
}
