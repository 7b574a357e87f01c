import Synchronization

/// Masks secrets: the values of variables with secret-sounding names, the output of token commands, and the credentials
/// in URLs (user, password, and query fields with secret-sounding names).
public final class Secrets: Sendable {
    private static let mark = "***"

    private let values: Mutex<[String]>

    /// Creates a mask with the secret values in the environment.
    package init(environment: [String: String]) {
        values = Mutex([])
        for (name, value) in environment where !Self.folders.contains(name) && Self.isSecret(name) { add(value) }
    }

    /// Adds a value.
    ///
    /// Values of fewer than four letters are ignored, since masking them would mask ordinary words.
    package func add(_ value: String) {
        guard value.count >= 4 else { return }
        // Longest first, since one value may be a prefix of another.
        values.withLock { values in
            if values.contains(value) { return }
            values = (values + Self.forms(of: value)).sorted { $0.count > $1.count }
        }
    }

    /// A secret as it is, and percent-encoded as in a URL if that differs.
    package static func forms(of value: String) -> [String] {
        let encoded = value.percentEncoded
        return encoded == value ? [value] : [value, encoded]
    }

    /// The text with `***` in place of the secret values and the credentials in URLs.
    package func masked(_ text: String) -> String {
        Self.masked(values.withLock { $0 }.reduce(text) { $0.replacing($1, with: Self.mark) })
    }

    /// The text with `***` in place of the credentials in URLs.
    public static func masked(_ text: String) -> String { replaced(text) { _ in mark } }

    /// The text with the credentials in URLs replaced.
    package static func replaced(_ text: String, with stand: (Substring) -> String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=") }) else { return text }
        return fields(of: users(of: text, stand), stand)
    }

    /// The variables with the current and the former folder, whose names end like those of passwords.
    private static let folders: Set = ["PWD", "OLDPWD"]

    /// Whether a variable or query field with this name holds a secret: `GITHUB_TOKEN`, `api-key`, `$$app_token`.
    package static func isSecret(_ name: some StringProtocol) -> Bool {
        let letters = name.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: nil
            }
        }
        return endings.contains { letters.reversed().starts(with: $0.utf8.reversed()) }
    }

    private static let endings = [
        "token", "key", "secret", "password", "passwd", "pwd", "passphrase", "auth", "authorization", "signature",
        "sig",
        "credential", "credentials",
    ]

    /// Replaces the text before the last `@` between `://` and the path.
    private static func users(of text: String, _ stand: (Substring) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "://") {
            result += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            let host = rest.prefix { !$0.isWhitespace && !"/?#\"'“”".contains($0) }
            guard let at = host.lastIndex(of: "@") else { continue }
            result += stand(host[..<at])
            rest = rest[at...]
        }
        return result + rest
    }

    /// Replaces the values after `?name=` and `&name=`.
    private static func fields(of text: String, _ stand: (Substring) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(where: { $0 == "?" || $0 == "&" }) {
            result += rest[...mark]
            rest = rest[rest.index(after: mark)...]
            let field = rest.prefix { !$0.isWhitespace && !"?&#\"'“”".contains($0) }
            guard let equals = field.firstIndex(of: "="), isSecret(field[..<equals]) else { continue }
            var value = field[field.index(after: equals)...]
            // Punctuation at the end belongs to the sentence that contains the URL.
            while let last = value.last, ".,;:!)".contains(last) { value.removeLast() }
            if value.isEmpty { continue }
            result += rest[...equals] + stand(value)
            rest = rest[value.endIndex...]
        }
        return result + rest
    }
}
