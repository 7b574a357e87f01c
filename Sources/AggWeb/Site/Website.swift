import AggCommands
import AggSource

/// Handles every request: checks that it is allowed and passes it to a page, the API, or an action.
struct Website: Sendable {
    private let rules: AccessRules
    private let visitors: Visitors
    private let api: API
    private let pages: Pages
    private let actions: Actions

    init(_ backend: Backend, rules: AccessRules, visitors: Visitors, refreshes: Refreshes) {
        self.rules = rules
        self.visitors = visitors
        api = API(backend, cookieName: visitors.cookieName)
        pages = Pages(backend, refreshes)
        actions = Actions(backend, refreshes)
    }

    /// Returns the response to a request.
    func answer(_ request: WebRequest) async -> WebResponse {
        SecurityHeaders.added(to: await route(request))
    }

    private func route(_ request: WebRequest) async -> WebResponse {
        if let fault = rules.fault(of: request) { return Refusal.answer(fault, request) }
        if request.isReading, let asset = Assets.answer(request) { return asset }
        // A link preview or a page fetched in advance doesn't use up the token.
        if request.opensPage, request.path == "/", let token = request.query["token"] {
            return signIn(token, request)
        }
        guard let visitor = visitors.visitor(of: request) else {
            return Refusal.answer(WebFault(401, "not signed in; open the URL that “agg serve” printed"), request)
        }
        let methods = methods(at: request.path)
        guard methods.isEmpty || methods.contains(request.method) else {
            let use = methods.joined(separator: " or ")
            var refusal = Refusal.answer(WebFault(405, "method not allowed; use \(use)"), request)
            refusal.headers.append(("Allow", methods.joined(separator: ", ")))
            return refusal
        }
        if request.isReading {
            if request.path.hasPrefix("/api/") { return await api.answer(request) }
            return await pages.answer(request, visitor)
                ?? Refusal.answer(WebFault(404, "no such page"), request)
        }
        return await actions.answer(request, visitor)
            ?? Refusal.answer(WebFault(404, "no such action"), request)
    }

    /// The methods that the resource at a path allows; empty if there is none.
    private func methods(at path: String) -> [String] {
        if Actions.paths.contains(path) { return ["POST"] }
        let exists = Pages.paths.contains(path) || Assets.exists(at: path) || api.exists(at: path)
        return exists ? ["GET", "HEAD"] : []
    }

    /// Starts a session and redirects to the same page without the token in its URL.
    private func signIn(_ token: String, _ request: WebRequest) -> WebResponse {
        let place = PageState(request.query).url("/")
        if let cookie = visitors.begin(with: token) {
            return .empty(303, headers: [("Location", place), ("Set-Cookie", cookie), ("Cache-Control", "no-store")])
        }
        if visitors.visitor(of: request) != nil { return .empty(303, headers: [("Location", place)]) }
        return Refusal.answer(
            WebFault(403, "this URL was already used or is invalid; restart “agg serve” to get a new one"), request)
    }
}
