import AggCommands

/// The form of an API response: an output format or a picture.
enum AnswerForm: Hashable, Sendable {
    /// A format for programs.
    case format(OutputFormat)
    /// A picture, for `chart` and `map`.
    case svg

    /// The names in a URL.
    static let names = ["json", "ndjson", "csv", "tsv", "markdown", "svg"]

    /// Creates the form that a request asks for: by the parameter `format`, then by `Accept`; by default, JSON.
    ///
    /// - Throws: A usage error for an unknown format.
    init(of request: WebRequest) throws(CommandError) {
        guard let name = request.query["format"], !name.isEmpty else {
            let accepted = request[header: "accept"] ?? ""
            self =
                accepted.hasPrefix("text/csv")
                ? .format(.csv) : accepted.hasPrefix("application/x-ndjson") ? .format(.ndjson) : .format(.json)
            return
        }
        guard let form = AnswerForm(name) else {
            throw .usage("unknown format “\(name)”; use \(Self.names.joined(separator: ", "))")
        }
        self = form
    }

    /// Creates the form with a name in a URL; nil if it is unknown.
    init?(_ name: String) {
        guard Self.names.contains(name) else { return nil }
        if let format = OutputFormat(rawValue: name) { self = .format(format) } else { self = .svg }
    }

    /// The format in which the command runs.
    var format: OutputFormat { if case .format(let format) = self { format } else { .json } }

    /// The media type of the form.
    var type: String {
        switch self {
        case .svg: "image/svg+xml"
        case .format(.json): "application/json"
        case .format(.ndjson): "application/x-ndjson"
        case .format(.csv): "text/csv; charset=utf-8"
        case .format(.tsv): "text/tab-separated-values; charset=utf-8"
        case .format(.markdown): "text/markdown; charset=utf-8"
        case .format: "text/plain; charset=utf-8"
        }
    }
}
