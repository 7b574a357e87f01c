import AggCommands
import AggSource

/// Answers every request: checks who asks, and passes it to the page, the API, or an action.
struct Website: Sendable {
    private let rules: AccessRules
    private let visitors: Visitors
    private let api: API
    private let pages: Pages
    private let actions: Actions

    init(_ backend: Backend, rules: AccessRules, visitors: Visitors, refreshes: Refreshes) {
        self.rules = rules
        self.visitors = visitors
        api = API(backend)
        pages = Pages(backend, refreshes)
        actions = Actions(backend, refreshes)
    }

    /// The answer to a request.
    func answer(_ request: WebRequest) async -> WebResponse {
        SecurityHeaders.added(to: await route(request))
    }

    private func route(_ request: WebRequest) async -> WebResponse {
        if let fault = rules.fault(of: request) { return Refusal.answer(fault, request) }
        if request.isReading, let asset = Assets.answer(request) { return asset }
        // A preview of the address, which asks for its head only, does not use the token up.
        if request.method == "GET", request.path == "/", let token = request.query["token"] {
            return signIn(token, request)
        }
        guard let visitor = visitors.visitor(of: request) else {
            return Refusal.answer(WebFault(401, "open the address that agg serve has printed"), request)
        }
        if request.isReading {
            if request.path.hasPrefix("/api/") { return await api.answer(request) }
            return await pages.answer(request, visitor)
                ?? Refusal.answer(WebFault(404, "there is no such page"), request)
        }
        guard request.method == "POST" else {
            return Refusal.answer(WebFault(405, "only GET, HEAD, and POST are answered"), request)
        }
        return await actions.answer(request, visitor)
            ?? Refusal.answer(WebFault(404, "there is nothing to change here"), request)
    }

    /// Begins a session, and shows the same page without the token in its address.
    private func signIn(_ token: String, _ request: WebRequest) -> WebResponse {
        let place = PageState(request.query).url("/")
        if let cookie = visitors.begin(with: token) {
            return .empty(303, headers: [("Location", place), ("Set-Cookie", cookie), ("Cache-Control", "no-store")])
        }
        if visitors.visitor(of: request) != nil { return .empty(303, headers: [("Location", place)]) }
        return Refusal.answer(
            WebFault(403, "this address was opened before or is wrong; start agg serve again for a new one"), request)
    }
}
