/// Reads `true` and `false`, also as spreadsheets write them in other languages.
enum BooleanText {
    private static let values = [
        "true": true, "false": false, "wahr": true, "falsch": false, "vrai": true, "faux": false, "verdadero": true,
        "vero": true, "verdadeiro": true, "falso": false, "waar": true, "onwaar": false,
    ]

    /// The value of a text; nil if it is neither.
    static func value(_ bytes: ArraySlice<UInt8>) -> Bool? {
        guard (4...10).contains(bytes.count) else { return nil }
        return values[String(decoding: bytes, as: UTF8.self).lowercased()]
    }
}
