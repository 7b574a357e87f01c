import Synchronization

/// Who may ask: whoever opened the page with the one-time token, and programs with a token that the user chose.
final class Visitors: Sendable {
    /// Somebody who may ask.
    struct Visitor: Hashable, Sendable {
        /// The secret that a form of the page must carry; nil for a program, whose requests no page can forge.
        var formToken: String?
    }

    private struct State {
        var firstToken: String?
        /// The sessions of browsers by the value of their cookie, oldest first.
        var sessions: [(cookie: String, visitor: Visitor)] = []
    }

    /// The maximum number of sessions; the oldest ends if there are more.
    private static let most = 64

    private let state: Mutex<State>
    private let token: String?
    private let cookieName: String

    /// Creates a list with a new one-time token; `token` is one that the user chose, which is valid any number of times.
    init(token: String?, port: UInt16) {
        self.token = token
        // Cookies are shared by all ports of a host.
        cookieName = "agg_\(port)"
        firstToken = Self.secret()
        state = Mutex(State(firstToken: firstToken))
    }

    /// The token in the URL that is printed.
    let firstToken: String

    /// Begins a session with a token.
    ///
    /// - Returns: The `Set-Cookie` field; nil if the token is wrong or was used before.
    func begin(with token: String) -> String? {
        let isChosen = self.token.map { Self.isEqual($0, token) } ?? false
        return state.withLock { state in
            if !isChosen {
                guard let first = state.firstToken, Self.isEqual(first, token) else { return nil }
                state.firstToken = nil
            }
            let cookie = Self.secret()
            state.sessions.append((cookie, Visitor(formToken: Self.secret())))
            if state.sessions.count > Self.most { state.sessions.removeFirst() }
            return "\(cookieName)=\(cookie); HttpOnly; SameSite=Strict; Path=/"
        }
    }

    /// Whose request it is; nil if nobody's.
    func visitor(of request: WebRequest) -> Visitor? {
        if let text = request[header: "authorization"] {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", let token else { return nil }
            return Self.isEqual(token, String(parts[1])) ? Visitor(formToken: nil) : nil
        }
        // A feed reader knows only an address.
        if request.path == "/feed.atom", let token, let given = request.query["token"], Self.isEqual(token, given) {
            return Visitor(formToken: nil)
        }
        guard let cookie = request.cookie(cookieName) else { return nil }
        return state.withLock { state in
            state.sessions.first { Self.isEqual($0.cookie, cookie) }?.visitor
        }
    }

    /// A text that nobody can guess: 128 bits of the system's randomness.
    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// Compares in a time that does not depend on where the texts differ.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
