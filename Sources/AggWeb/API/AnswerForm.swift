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
    /// `draws` says whether the command can return a picture.
    ///
    /// - Throws: A usage error for an unknown format.
    init(of request: WebRequest, draws: Bool) throws(CommandError) {
        guard let name = request.query["format"], !name.isEmpty else {
            self = Self.accepted(request[header: "accept"] ?? "")
            return
        }
        guard let form = AnswerForm(name) else {
            let names = Self.names.filter { draws || $0 != "svg" }
            throw .usage("unknown format “\(name)”; use \(names.joined(separator: ", "))")
        }
        self = form
    }

    /// Returns the format for programs that an `Accept` field prefers; JSON if it names none.
    private static func accepted(_ field: String) -> AnswerForm {
        var best = (form: AnswerForm.format(.json), weight: 0.0)
        for range in field.lowercased().split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            let form: AnswerForm
            switch parts.first {
            case "text/csv": form = .format(.csv)
            case "application/x-ndjson": form = .format(.ndjson)
            case "application/json": form = .format(.json)
            default: continue
            }
            let weight = parts.first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best.weight { best = (form, weight) }
        }
        return best.form
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
