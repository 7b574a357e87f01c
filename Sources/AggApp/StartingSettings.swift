import AggCommands
import AggConfiguration
import AggCore
import AggShell
import AggStorage

/// The settings at the start of a session or script: from options, the environment, saved settings, the configuration
/// file, and the terminal.
struct StartingSettings {
    let options: ProgramOptions
    let environment: [String: String]
    let configuration: Configuration
    let aggregator: Aggregator
    let streams: StandardStreams

    func apply(to session: Session) async {
        set("mode", options.format?.rawValue, .option, session)
        set("color", options.color?.rawValue, .option, session)
        set("color", TerminalEnvironment.colorUse(of: environment)?.rawValue, .environment, session)
        set("theme", TerminalEnvironment.theme(of: environment)?.rawValue, .detected, session)
        set("pager", environment["PAGER"].map { $0.contains { !$0.isWhitespace } ? $0 : "off" }, .environment, session)
        if configuration.saysSearchLimit { set("limit", String(configuration.searchLimit), .file, session) }
        guard !options.skipsStartup else { return }
        let kept: [String: String]
        do throws(StoreError) { kept = try await aggregator.keptSettings() } catch {
            return session.userDataFault = CommandError(error).message
        }
        for (name, value) in kept.sorted(by: { $0.key < $1.key }) {
            guard let setting = SettingDeclaration.named(name), session.set(setting, to: value, from: .kept) else {
                remark("ignoring the invalid saved value “\(value)” for \(name); to change it, use “set --keep”")
                continue
            }
        }
    }

    private func set(_ name: String, _ value: String?, _ origin: SettingOrigin, _ session: Session) {
        guard let value, let setting = SettingDeclaration.named(name) else { return }
        session.set(setting, to: value, from: origin)
    }

    private func remark(_ text: String) {
        if options.isQuiet { return }
        let presentation = Application.errorPresentation(options.color, environment)
        streams.writeError(Renderer.render(remark: text, presentation))
    }
}
