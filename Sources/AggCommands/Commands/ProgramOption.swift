package import AggCore
import AggSource

/// The options of the program itself.
package enum ProgramOption {
    package static let configuration = Option(
        "--config", "FILE", .file, help: "The configuration file (AGG_CONFIG).")
    package static let store = Option(
        "--store", "FOLDER", .folder, help: "The folder of the store, or postgresql://HOST/DATABASE (AGG_STORE).")
    package static let offline = Option("--offline", help: "Never use the network.")
    package static let maxAge = Option(
        "--max-age", "AGE", .text, help: "Before showing rows, refresh anything older than this, e.g. 24h.",
        expects: "a duration such as 24h, 7d, or 30s"
    ) { $0 == "0" ? .zero : Age.parse($0) }
    package static let simulate = Option(
        "--simulate", "RATE", .text,
        help:
            "Simulate refreshes: load the sample of each source that has one, and fail at this rate (0 to 1). Rows "
            + "from real refreshes are left unchanged.",
        expects: "a failure rate from 0 to 1, such as 0.3"
    ) { text in Double(text).flatMap { Simulation.rates.contains($0) ? Simulation(errorRate: $0) : nil } }
    package static let format = Option<OutputFormat>(
        OutputOption.format.name, "FORMAT",
        help: "The output format: \(OutputFormat.listed())."
    )
    package static let bail = Option("--bail", help: "Stop a script at the first command that fails.")
    package static let strict = Option(
        "--strict", help: "Exit with status 6 if rows are stale or from a starter sample.")
    package static let color = Option<Settings.ColorUse>(
        "--color", "WHEN", help: "When to use color: auto, always, or never.", expects: "auto, always, or never")
    package static let quiet = Option(
        "--quiet", short: "-q", help: "On standard error, print errors but no other messages.")
    package static let verbose = Option(
        "--verbose", help: "Print a line on standard error for each request; same as --log-level info.")
    package static let logLevel = Option(
        "--log-level", "LEVEL", .choice(logLevels),
        help: "Log requests, retries, statuses, and times; the levels range from trace to critical."
    ) { logLevels.contains($0) ? $0 : nil }
    package static let log = Option(
        "--log", "FILE", .file, help: "Write the log to a file instead of standard error.")
    package static let noInit = Option("--no-init", help: "Skip the startup file and saved settings.")
    package static let commands = Option(
        "-c", "COMMANDS", help: "Run these commands, one per line or separated by “;”.")
    package static let generate = Option(
        "--generate", "WHAT", help: "Write the manual, the reference, or completions.", isHidden: true)
    package static let help = Option("--help", short: "-h", help: "Show this help.")
    package static let version = Option(
        "--version", short: "-V", help: "Show the version and the commit it was built from.")

    /// All options, in the order of the help.
    package static let all: [any DeclaredOption] = [
        configuration, store, offline, maxAge, simulate, format, OutputOption.json, bail, strict, color, quiet, verbose,
        logLevel, log, noInit, commands, generate, help, version,
    ]

    /// The log levels, most verbose first.
    private static let logLevels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
}
