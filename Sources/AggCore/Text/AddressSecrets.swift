/// What an address holds that is for the server alone: user and password, and the values of fields named like secrets.
public enum AddressSecrets {
    private static let names: Set = [
        "access_token", "api-key", "api_key", "apikey", "app_token", "auth", "auth_token", "client_secret", "password",
        "passwd", "secret", "sig", "signature", "token", "$$app_token",
    ]

    /// A text with “…” for the secrets of the addresses in it.
    public static func masked(_ text: String) -> String { exchanged(text) { _ in "…" } }

    /// A text with other texts for the secrets of the addresses in it.
    static func exchanged(_ text: String, for stand: (Substring) -> String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=") }) else { return text }
        return fields(of: users(of: text, stand), stand)
    }

    /// What stands before the last `@` between `://` and the path.
    private static func users(of text: String, _ stand: (Substring) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "://") {
            result += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            let host = rest.prefix { !$0.isWhitespace && !"/?#\"'".contains($0) }
            guard let at = host.lastIndex(of: "@") else { continue }
            result += stand(host[..<at])
            rest = rest[at...]
        }
        return result + rest
    }

    /// The values behind `?name=` and `&name=`.
    private static func fields(of text: String, _ stand: (Substring) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(where: { $0 == "?" || $0 == "&" }) {
            result += rest[...mark]
            rest = rest[rest.index(after: mark)...]
            let field = rest.prefix { !$0.isWhitespace && !"?&#\"'".contains($0) }
            guard let equals = field.firstIndex(of: "="), names.contains(field[..<equals].lowercased()) else {
                continue
            }
            let value = field[field.index(after: equals)...]
            if value.isEmpty { continue }
            result += rest[...equals] + stand(value)
            rest = rest[value.endIndex...]
        }
        return result + rest
    }
}
