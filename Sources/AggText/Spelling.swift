extension Folding {
    /// The spelling of a text, which distinguishes what folding makes equal, or nil if it equals the folded form.
    ///
    /// The spelling is in NFKC and lower case, with single spaces, and keeps marks and punctuation: `São Paulo` is
    /// spelled `são paulo`. A store saves nil as NULL, since most titles fold to their spelling, and compares a query's
    /// spelling with `spelling ?? folded`.
    ///
    /// - Parameters:
    /// - text: The text as given or typed.
    /// - folded: The folded form of the text, if already known.
    /// - Returns: The spelling, or nil if it equals the folded form.
    package static func spelling(of text: String, folded: String? = nil) -> String? {
        let folded = folded ?? fold(text)
        if isSpelled(text, folded) { return nil }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let small = isASCII ? text : CompatibilityForm.composed(text).lowercased()
        let spelling = withSingleBlanks(small)
        return spelling == folded ? nil : spelling
    }

    /// Whether a text equals its folded form except for ASCII capitals, as most titles do.
    private static func isSpelled(_ text: String, _ folded: String) -> Bool {
        var (text, folded) = (text, folded)
        return text.withUTF8 { letters in
            folded.withUTF8 { small in
                guard letters.count == small.count else { return false }
                for (letter, small) in zip(letters, small) {
                    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
                    guard letter < 0x80, small == (isCapital ? letter | 0x20 : letter) else { return false }
                }
                return true
            }
        }
    }

    /// Collapses whitespace, and converts ASCII capitals to lower case.
    private static func withSingleBlanks(_ text: String) -> String {
        String(unsafeUninitializedCapacity: text.utf8.count) { spelled in
            var count = 0
            var wordIsOver = false
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: " "): wordIsOver = count > 0
                default:
                    if wordIsOver {
                        spelled[count] = UInt8(ascii: " ")
                        count += 1
                        wordIsOver = false
                    }
                    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    spelled[count] = isCapital ? byte | 0x20 : byte
                    count += 1
                }
            }
            return count
        }
    }
}

/// Words in place names that are either written in full or abbreviated.
package enum Abbreviations {
    /// The maximum number of variants that ``variants(of:)`` returns.
    package static let limit = 8

    /// The variants of a list of folded words, starting with the list itself.
    ///
    /// Whole words are replaced in both directions: `st` and `saint`, `ste` and `sainte`, `mt` and `mount`, `ft` and
    /// `fort`. If more than three words can be replaced, only the first three are.
    package static func variants(of words: [String]) -> [[String]] {
        var variants = [words]
        for (index, word) in words.enumerated() {
            guard let other = counterparts[word], variants.count < limit else { continue }
            variants += variants.map { variant in
                var exchanged = variant
                exchanged[index] = other
                return exchanged
            }
        }
        return variants
    }

    private static let counterparts = [
        "st": "saint", "saint": "st",
        "ste": "sainte", "sainte": "ste",
        "mt": "mount", "mount": "mt",
        "ft": "fort", "fort": "ft",
    ]
}
