public enum MatchTier: String, Codable, Sendable, Comparable, CaseIterable {
    case exact, titlePrefix = "title-prefix", titleWords = "title-words", titleWordPrefixes = "title-word-prefixes",
        subtitle, anywhere
    public static func < (l: Self, r: Self) -> Bool {
        (allCases.firstIndex(of: l) ?? 0) < (allCases.firstIndex(of: r) ?? 0)
    }
}
public enum Folding {
    public static func fold(_ text: String) -> String { text.lowercased() }
    public static func alternate(of text: String) -> String? { nil }
    public static func spelling(of text: String) -> String? { nil }
}
public enum Abbreviations { public static func variants(of words: [String]) -> [[String]] { [words] } }
public enum JSONWriter { public static func shortest(_ d: Double) -> String { "\(d)" } }
public struct JSONObject: Hashable, Sendable {}
public enum JSONValue: Hashable, Sendable {
    case null, boolean(Bool), integer(Int64), decimal(Double), number(String), string(String), array([JSONValue]),
        object(JSONObject)
}
