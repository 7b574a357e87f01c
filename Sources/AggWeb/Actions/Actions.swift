import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage

/// Handles requests that change something: favorites with their tags and notes, and refreshes.
struct Actions: Sendable {
    private let backend: Backend
    private let refreshes: Refreshes

    init(_ backend: Backend, _ refreshes: Refreshes) {
        self.backend = backend
        self.refreshes = refreshes
    }

    /// The paths of the actions.
    static let paths: Set = ["/favorite", "/refresh"]

    /// Performs the requested action; returns nil if there is none at this path.
    func answer(_ request: WebRequest, _ visitor: Visitors.Visitor) async -> WebResponse? {
        guard Self.paths.contains(request.path) else { return nil }
        let form = request.form
        // Another site's page can submit a form but doesn't have the token in ours.
        if let token = visitor.formToken, !Visitors.isEqual(token, form["token"] ?? "") {
            return Refusal.answer(WebFault(403, "the form has no valid token; reload the page and try again"), request)
        }
        return request.path == "/favorite" ? await favorite(form, request) : await refresh(form, request)
    }

    private func favorite(_ form: FormValues, _ request: WebRequest) async -> WebResponse {
        // A star's value contains both the action and the record; a record's form has a field for each.
        let star = (form["star"] ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        let action = star.first ?? form["action"]
        let address = Word((star.count > 1 ? star[1] : form["address"]) ?? "", isQuoted: true)
        do throws(CommandError) {
            switch action {
            case "add": _ = try await backend.run([Word("favorite"), Word("--"), address])
            case "remove": _ = try await backend.run([Word("unfavorite"), Word("--"), address])
            case "edit": try await edit(form, address)
            default: throw .usage("unknown action; use add, remove, or edit")
            }
            return back(to: form, request)
        } catch {
            return Self.failure(error, request)
        }
    }

    /// Sets a favorite's tags and note to those in the form.
    ///
    /// A tag that contains commas is kept if all its parts are in the form.
    private func edit(_ form: FormValues, _ address: Word) async throws(CommandError) {
        let tags = Self.tags(in: form["tags"] ?? "")
        _ = try await backend.run([Word("favorite"), Word("--"), address])
        let favorites = (try? await backend.aggregator.keptFavorites()) ?? []
        let former = favorites.first { $0.address.description == address.text }?.tags ?? []
        let kept = former.filter { Self.tags(in: $0).allSatisfy(tags.contains) }
        let parts = kept.flatMap(Self.tags(in:))
        let added = tags.filter { !parts.contains($0) }.map { Word("--tag=\($0)") }
        let removed = former.filter { !kept.contains($0) }.map { Word("--untag=\($0)") }
        // Browsers end the lines of a text field with CR LF.
        let note = form["note"].map { [Word("--note=\($0.replacing("\r\n", with: "\n"))")] } ?? []
        _ = try await backend.run([Word("favorite")] + added + removed + note + [Word("--"), address])
    }

    /// Returns the tags in a text with commas between them.
    private static func tags(in text: String) -> [String] {
        text.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    private func refresh(_ form: FormValues, _ request: WebRequest) async -> WebResponse {
        let known = backend.aggregator.registry.instances.map(\.id.description)
        let ids = form.all("source").isEmpty ? known : form.all("source")
        if let unknown = ids.first(where: { !known.contains($0) }) {
            let fault = backend.aggregator.queryReader().fault(ofSource: unknown)
            return Self.failure(CommandError(fault), request)
        }
        let refresh = refreshes.begin(ids)
        guard request.wantsJSON else { return back(to: form, request) }
        return WebResponse(streaming: "application/x-ndjson") { body in try await refresh.write(to: body) }
    }

    /// Redirects to the page that contains the form, which must be on this server.
    private func back(to form: FormValues, _ request: WebRequest) -> WebResponse {
        if request.wantsJSON { return WebResponse(type: "application/json", "{\"agg\":1}\n") }
        let place = form["return"] ?? "/"
        let isOurs =
            place.hasPrefix("/") && !place.hasPrefix("//")
            && place.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
        return .empty(303, headers: [("Location", isOurs ? place : "/")])
    }

    private static func failure(_ error: CommandError, _ request: WebRequest) -> WebResponse {
        let refusal = API.refusal(error)
        return request.wantsJSON ? refusal : Refusal.answer(WebFault(refusal.status, error.message), request)
    }
}
