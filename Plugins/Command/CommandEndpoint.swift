import AggSource
import ProgramRows

/// The program that a source runs, and the configuration of its rows.
struct CommandEndpoint: Hashable, Sendable {
    static let parameters =
        [
            Parameter(
                "command", .list, selectsData: true, namesProgram: true,
                help: "The program and its arguments, such as [python3, /home/me/trees.py]; it runs without a shell.")
        ] + ProgramSettings.parameters(idle: "60s", run: "10m") + RowRoles.parameters + [
            Parameter(
                "columns", .text,
                help:
                    "The columns to keep and their types, such as “status, opened:date, fee:decimal”; all columns by "
                    + "default.")
        ]

    /// The program and its arguments.
    let command: [String]
    /// The environment and the limits.
    let settings: ProgramSettings
    /// The columns of the record's own properties.
    let roles: RowRoles
    /// The columns to keep; all if empty.
    let columns: [RowColumn]

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        command = configuration.list("command") ?? []
        if command.first?.isEmpty ?? true {
            faults.append(
                ConfigurationFault(
                    "\(configuration.id): missing command; use a list such as [python3, /home/me/trees.py]"))
        } else if command.contains(where: { $0.contains("\0") }) {
            faults.append(ConfigurationFault("\(configuration.id): an argument of the command contains U+0000"))
        }
        settings = ProgramSettings(configuration, faults: &faults)
        roles = RowRoles(configuration)
        var columns: [RowColumn] = []
        if let list = configuration.text("columns") {
            do { columns = try RowColumn.list(list) } catch {
                faults.append(ConfigurationFault("\(configuration.id): \(error.reason)"))
            }
        }
        self.columns = columns
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
    }

    /// The program in an environment.
    func program(in environment: ProgramEnvironment) -> Program {
        settings.program(command[0], command.dropFirst().map(Program.Argument.text), in: environment)
    }
}
