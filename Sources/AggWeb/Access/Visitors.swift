import Synchronization

/// Those allowed to send requests: browsers that opened the one-time URL, and programs with the user's own token.
final class Visitors: Sendable {
    /// A browser or program that is allowed to send requests.
    struct Visitor: Hashable, Sendable {
        /// The secret that forms on the page must contain; nil for a program, whose requests no page can forge.
        var formToken: String?
    }

    private struct State {
        var firstToken: String?
        /// The sessions of browsers by the value of their cookie, oldest first.
        var sessions: [(cookie: String, visitor: Visitor)] = []
    }

    /// The maximum number of sessions; beyond it, the oldest ends.
    private static let most = 64

    private let state: Mutex<State>
    private let token: String?
    /// The name of the cookie of a session.
    let cookieName: String

    /// Creates a list with a new one-time token; `token` is the user's own, which can be used any number of times.
    init(token: String?, port: UInt16) {
        self.token = token
        // Cookies are shared by all ports of a host.
        cookieName = "agg_\(port)"
        firstToken = Self.secret()
        state = Mutex(State(firstToken: firstToken))
    }

    /// The one-time token in the printed URL.
    let firstToken: String

    /// Starts a session with a token.
    ///
    /// - Returns: The `Set-Cookie` field; nil if the token is invalid or was already used.
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

    /// Returns who sent a request; nil if they aren't allowed to.
    func visitor(of request: WebRequest) -> Visitor? {
        if let text = request[header: "authorization"] {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", let token else { return nil }
            return Self.isEqual(token, String(parts[1])) ? Visitor(formToken: nil) : nil
        }
        // A feed reader can only be given a URL.
        if request.isForFeed, let token, let given = request.query["token"], Self.isEqual(token, given) {
            return Visitor(formToken: nil)
        }
        guard let cookie = request.cookie(cookieName) else { return nil }
        return state.withLock { state in
            state.sessions.first { Self.isEqual($0.cookie, cookie) }?.visitor
        }
    }

    /// Returns an unguessable text: 128 random bits from the system.
    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// Compares in constant time, regardless of where the texts differ.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
