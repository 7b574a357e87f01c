import Synchronization

/// Masks what nobody but a server may see: the values of variables that are named like secrets, what token commands print, and
/// what addresses hold for their server (user, password, and fields that are named like secrets).
public final class Secrets: Sendable {
    private static let mark = "***"

    private let values: Mutex<[String]>

    /// Takes the values from the environment.
    package init(environment: [String: String]) {
        values = Mutex([])
        for (name, value) in environment where Self.isSecret(name) { add(value) }
    }

    /// Adds a value.
    ///
    /// One of fewer than four letters is ignored, since masking it would mask words.
    package func add(_ value: String) {
        guard value.count >= 4 else { return }
        // The longest first: one may be the beginning of another.
        values.withLock { $0 = ($0 + [value]).sorted { $0.count > $1.count } }
    }

    /// A text with `***` for the values and for the secrets of the addresses in it.
    package func masked(_ text: String) -> String {
        Self.masked(values.withLock { $0 }.reduce(text) { $0.replacing($1, with: Self.mark) })
    }

    /// A text with `***` for the secrets of the addresses in it.
    public static func masked(_ text: String) -> String { replaced(text) { _ in mark } }

    /// A text with other texts for the secrets of the addresses in it.
    package static func replaced(_ text: String, with stand: (Substring) -> String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=") }) else { return text }
        return fields(of: users(of: text, stand), stand)
    }

    /// Whether a variable or a field of an address with this name holds a secret: `GITHUB_TOKEN`, `api-key`, `$$app_token`.
    package static func isSecret(_ name: some StringProtocol) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return endings.contains { letters.hasSuffix($0) }
    }

    private static let endings = [
        "token", "key", "secret", "password", "passwd", "pwd", "passphrase", "auth", "authorization", "signature",
        "sig",
        "credential", "credentials",
    ]

    /// Replaces what stands before the last `@` between `://` and the path.
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
            let value = field[field.index(after: equals)...]
            if value.isEmpty { continue }
            result += rest[...equals] + stand(value)
            rest = rest[value.endIndex...]
        }
        return result + rest
    }
}
