import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage

/// Handles `GET /api/…`: runs the command of the same name and returns its output.
struct API: Sendable {
    private let backend: Backend
    private let commands: [APICommand]
    private let cache = AnswerCache()
    private let streams = StreamLimit()
    /// The API description, with its entity tag.
    private let description: (text: String, tag: String)

    /// Creates the API; `cookieName` is the name of the cookie with which the page is signed in.
    init(_ backend: Backend, cookieName: String) {
        self.backend = backend
        commands = APICommand.all(of: backend.commands)
        let text = OpenAPI.document(of: commands, cookieName: cookieName).text + "\n"
        description = (text, "\"\(StableHash.text(of: text))\"")
    }

    /// Whether there is a resource at a path.
    func exists(at path: String) -> Bool {
        guard path.hasPrefix("/api/") else { return false }
        let name = path.dropFirst("/api/".count)
        return ["openapi.json", "complete"].contains(name) || commands.contains { $0.declaration.name == name }
    }

    /// Returns the response to a request whose path starts with `/api/`.
    func answer(_ request: WebRequest) async -> WebResponse {
        let name = String(request.path.dropFirst("/api/".count))
        if name == "openapi.json" {
            let headers = [("ETag", description.tag)]
            if request[header: "if-none-match"].map({ EntityTag.matches(description.tag, $0) }) == true {
                return .empty(304, headers: headers)
            }
            return WebResponse(type: "application/json", description.text, headers: headers)
        }
        if name == "complete" { return await complete(request) }
        guard let command = commands.first(where: { $0.declaration.name == name }) else {
            let names = commands.map(\.declaration.name).joined(separator: ", ")
            return Self.refusal(
                CommandError(code: "unknown_command", message: "unknown resource “\(name)”; use one of \(names)"), 404)
        }
        do throws(CommandError) {
            let form = try AnswerForm(of: request, draws: command.draws)
            let words = try command.words(request.query)
            guard command.isTagged, !dependsOnTime(request.query) else {
                return try await run(words, form, [])
            }
            let tag = await backend.tag(for: request.target + form.type)
            let headers = [("ETag", tag), ("Vary", "Accept")]
            if request[header: "if-none-match"].map({ EntityTag.matches(tag, $0) }) == true {
                return .empty(304, headers: headers)
            }
            let key = "\(tag) \(form.type) \(request.target)"
            if let (bytes, age) = cache.answer(for: key) {
                return WebResponse(type: form.type, bytes: bytes, headers: headers + [("Age", String(age))])
            }
            let response = try await run(words, form, headers)
            if form == .format(.json), case .bytes(let bytes) = response.body { cache.keep(bytes, for: key) }
            return response
        } catch {
            return Self.refusal(Self.inParameters(error))
        }
    }

    /// Returns an error about an option, whose message begins with the option's name, as one about the parameter.
    private static func inParameters(_ error: CommandError) -> CommandError {
        guard error.message.hasPrefix("--") else { return error }
        var error = error
        error.message.removeFirst(2)
        return error
    }

    /// Runs a command; the rows of a long list are read while they are sent, unless too many lists are already.
    ///
    /// - Throws: `CommandError`.
    private func run(
        _ words: [Word], _ form: AnswerForm, _ headers: [(String, String)]
    ) async throws(CommandError) -> WebResponse {
        let place = form.format == .json ? nil : streams.place()
        let output = try await backend.run(words, as: form.format, mayStream: place != nil)
        if let refusal = output.refusal { throw refusal }
        return try Self.response(output, form, headers, in: place)
    }

    /// Whether a response depends on the time: because of a time that counts back from now, such as `date:today` or
    /// `since=20s`, or a saved search, which may contain one.
    private func dependsOnTime(_ values: FormValues) -> Bool {
        (values.all("q") + values.all("since")).contains(where: DateSpan.countsBack(in:))
            || values.all("source").contains { SourceID($0).flatMap { backend.aggregator.registry[$0] } == nil }
    }

    /// The maximum number of records in a JSON response that has a length and is cached.
    private static let mostWhole = 2_000

    /// Returns the output of a command in the requested form.
    ///
    /// - Throws: A usage error if a picture was requested but the command doesn't draw one.
    private static func response(
        _ output: CommandOutput, _ form: AnswerForm, _ headers: [(String, String)], in place: StreamLimit.Place?
    ) throws(CommandError) -> WebResponse {
        guard case .format(let format) = form else {
            guard let svg = output.body?.svg else {
                throw .usage("format “svg” works only with “chart” and “map”")
            }
            return WebResponse(type: form.type, svg, headers: headers)
        }
        if output.rows != nil {
            return WebResponse(streaming: form.type, headers: headers) { body in
                defer { withExtendedLifetime(place) {} }
                try await StreamedBody.write(output, as: format, to: body)
            }
        }
        let text = Renderer.text(output, Presentation(format: format))
        // The text of a long response is never held in memory as a whole.
        if format == .json, (output.body?.records?.count ?? 0) <= mostWhole {
            return WebResponse(type: form.type, text.whole, headers: headers)
        }
        return WebResponse(streaming: form.type, headers: headers) { body in
            var piece = ""
            for part in text {
                piece += part
                if piece.utf8.count > 32_768 {
                    try await body.write(piece)
                    piece = ""
                }
            }
            try await body.write(piece)
        }
    }

    /// Returns the candidates that Tab would offer for the word before the cursor.
    private func complete(_ request: WebRequest) async -> WebResponse {
        let text = request.query["q"] ?? ""
        let proposal = await backend.complete(query: text)
        let document: JSONValue = [
            "start": .integer(Int64(proposal.start)),
            "candidates": .array(proposal.candidates.prefix(20).map(JSONValue.string)),
        ]
        return WebResponse(type: "application/json", document.text + "\n")
    }

    /// Returns an error as JSON, with the matching HTTP status.
    static func refusal(_ error: CommandError, _ status: Int? = nil) -> WebResponse {
        let fitting =
            switch error.code {
            case "no_such_record", "no_place", "no_saved_search": 404
            case "sql_timeout": 504
            case "no_rows", StoreError.unreachableCode: 503
            case "sql_refused", "sql_invalid", "favorites_full", "no_dates", "no_numbers", "no_query": 400
            default: error.status == .usage ? 400 : 500
            }
        return WebResponse(
            status ?? fitting, type: "application/json", Renderer.render(error, asJSON: true))
    }
}

/// Entity tags of HTTP.
enum EntityTag {
    /// Returns whether a tag is among those in an `If-None-Match` field, using weak comparison.
    static func matches(_ tag: String, _ field: String) -> Bool {
        let opaque = { (text: Substring) in text.hasPrefix("W/") ? text.dropFirst(2) : text }
        return field.split(separator: ",").contains { part in
            let part = part.drop { $0 == " " }
            return part == "*" || opaque(part) == opaque(tag[...])
        }
    }
}
