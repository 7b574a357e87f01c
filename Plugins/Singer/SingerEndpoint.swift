import AggSource
import ProgramRows

/// The tap that a source runs, in all the ways that it is run.
struct SingerEndpoint: Hashable, Sendable {
    static let parameters =
        [
            Parameter(
                "command", .list, selectsData: true, namesProgram: true,
                help: "The tap and its own arguments, such as [tap-github]; it runs without a shell."),
            Parameter("stream", .text, selectsData: true, help: "The stream to read; required if the tap has several."),
            Parameter(
                "config", .mapping,
                help: "The tap's own configuration. “${NAME}” in a string is replaced with the secret of that name."),
            Parameter(
                "config_file", .text, selectsData: true,
                help: "A JSON file with the tap's own configuration; use it instead of config."),
        ] + ProgramSettings.parameters(idle: "5m", run: "60m") + RowRoles.parameters + [
            Parameter(
                "columns", .text,
                help:
                    "The columns to keep and their types, such as “state, created_at:date”; all columns of the stream "
                    + "by default.")
        ]

    /// The source's id.
    let id: SourceID
    /// The tap and its own arguments.
    let command: [String]
    /// The stream; nil for the only one.
    let stream: String?
    /// The columns for the record's own properties.
    let roles: RowRoles
    /// The columns to keep; all if empty.
    let columns: [RowColumn]
    private let settings: ProgramSettings
    private let config: JSONObject
    private let configFile: String?

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }
        id = configuration.id
        command = configuration.list("command") ?? []
        stream = configuration.text("stream")
        config = configuration.mapping("config") ?? JSONObject()
        configFile = configuration.text("config_file")
        roles = RowRoles(configuration)
        var columns: [RowColumn] = []
        if command.first?.isEmpty ?? true {
            fault("missing command; use a list such as [tap-github]")
        } else if command.contains(where: { $0.contains("\0") }) {
            fault("an argument of the command contains U+0000")
        }
        if configFile != nil, !config.members.isEmpty { fault("config and config_file are both set; use only one") }
        if let list = configuration.text("columns") {
            do { columns = try RowColumn.list(list) } catch { fault(error.reason) }
        }
        settings = ProgramSettings(configuration, faults: &faults)
        let names = configuration.mapping("secrets")?.members.map(\.name) ?? []
        for name in Set(JSONValue.object(config).texts.flatMap { SecretTemplate($0).names }).subtracting(names).sorted()
        {
            let near = Nearest.hint(to: name, among: names)
            let remedy = near.isEmpty ? "; add it, or write “$${\(name)}” for a literal “${\(name)}”" : near
            fault("config uses “${\(name)}”, but secrets has no \(name)\(remedy)")
        }
        self.columns = columns
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
    }

    /// The environment of the tap, with its secrets.
    func environment(_ services: SourceServices) async throws(SourceError) -> ProgramEnvironment {
        try await settings.environment(services)
    }

    /// The tap with some arguments after its own.
    func tap(_ arguments: [Program.Argument], _ environment: ProgramEnvironment) -> Program {
        settings.program(
            command[0], command.dropFirst().map(Program.Argument.text) + arguments, in: environment)
    }

    /// The system's program that prints the file of a batch, with the limits of the tap.
    func reader(of batch: SingerBatch, isCompressed: Bool, path: String?) -> Program {
        settings.program(
            isCompressed ? "gzip" : "cat", (isCompressed ? ["-dc", "--"] : ["--"]) + [.text(batch.path)],
            in: ProgramEnvironment(variables: ["PATH": path ?? "/usr/bin:/bin"]))
    }

    /// The arguments that pass the tap's configuration, with the secrets filled in.
    func configuration(_ environment: ProgramEnvironment) -> [Program.Argument] {
        if let configFile { return ["--config", .text(ProgramRequest.path(of: configFile))] }
        let filled = JSONValue.object(config).filled(environment.secrets)
        return ["--config", .file(Array(filled.text.utf8))]
    }
}
