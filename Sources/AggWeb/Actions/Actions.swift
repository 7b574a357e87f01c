import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage

/// What can be changed: favorites with their tags and notes, and refreshes.
struct Actions: Sendable {
    private let backend: Backend
    private let refreshes: Refreshes

    init(_ backend: Backend, _ refreshes: Refreshes) {
        self.backend = backend
        self.refreshes = refreshes
    }

    /// Does what a request asks for; nil if there is nothing at its path.
    func answer(_ request: WebRequest, _ visitor: Visitors.Visitor) async -> WebResponse? {
        guard ["/favorite", "/refresh"].contains(request.path) else { return nil }
        let form = request.form
        // A page of another site can send a form, but cannot know the token in ours.
        if let token = visitor.formToken, !Visitors.isEqual(token, form["token"] ?? "") {
            return Refusal.answer(WebFault(403, "the form is not from this page"), request)
        }
        return request.path == "/favorite" ? await favorite(form, request) : await refresh(form, request)
    }

    private func favorite(_ form: FormValues, _ request: WebRequest) async -> WebResponse {
        // A star says what to do and with which record; the form of a record has a field for each.
        let star = (form["star"] ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        let action = star.first ?? form["action"]
        let address = Word((star.count > 1 ? star[1] : form["address"]) ?? "", isQuoted: true)
        do throws(CommandError) {
            switch action {
            case "add": _ = try await backend.run([Word("favorite"), Word("--"), address])
            case "remove": _ = try await backend.run([Word("unfavorite"), Word("--"), address])
            case "edit": try await edit(form, address)
            default: throw .usage("the action is add, remove, or edit")
            }
            return back(to: form, request)
        } catch {
            return Self.failure(error, request)
        }
    }

    /// Sets the tags and the note of a favorite to what the form has.
    private func edit(_ form: FormValues, _ address: Word) async throws(CommandError) {
        let tags = (form["tags"] ?? "").split(separator: ",").map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        _ = try await backend.run([Word("favorite"), Word("--"), address])
        let favorites = (try? await backend.aggregator.keptFavorites()) ?? []
        let former = favorites.first { $0.address.description == address.text }?.tags ?? []
        let added = tags.filter { !former.contains($0) }.map { Word("--tag=\($0)") }
        let removed = former.filter { !tags.contains($0) }.map { Word("--untag=\($0)") }
        let note = form["note"].map { [Word("--note=\($0)")] } ?? []
        _ = try await backend.run([Word("favorite")] + added + removed + note + [Word("--"), address])
    }

    private func refresh(_ form: FormValues, _ request: WebRequest) async -> WebResponse {
        let known = backend.aggregator.registry.instances.map(\.id.description)
        let ids = form.all("source").isEmpty ? known : form.all("source")
        if let unknown = ids.first(where: { !known.contains($0) }) {
            return Self.failure(.usage("there is no source “\(unknown)”"), request)
        }
        guard Self.wantsJSON(request) else {
            refreshes.begin(ids)
            return back(to: form, request)
        }
        return WebResponse(streaming: "application/x-ndjson") { body in
            try await RefreshStream(backend: backend, refreshes: refreshes, ids: ids).write(to: body)
        }
    }

    /// The page that the form is on; only a page of this server.
    private func back(to form: FormValues, _ request: WebRequest) -> WebResponse {
        if Self.wantsJSON(request) { return WebResponse(type: "application/json", "{\"agg\":1}\n") }
        let place = form["return"] ?? "/"
        let isOurs =
            place.hasPrefix("/") && !place.hasPrefix("//")
            && place.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
        return .empty(303, headers: [("Location", isOurs ? place : "/")])
    }

    private static func wantsJSON(_ request: WebRequest) -> Bool {
        (request[header: "accept"] ?? "").contains("json")
    }

    private static func failure(_ error: CommandError, _ request: WebRequest) -> WebResponse {
        let refusal = API.refusal(error)
        return wantsJSON(request) ? refusal : Refusal.answer(WebFault(refusal.status, error.message), request)
    }
}
