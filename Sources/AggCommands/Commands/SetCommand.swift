import AggCore
import AggSource

/// `set`: shows and changes settings.
struct SetCommand: Command {
    private static let keep = Option("--keep", help: "Keep the value for later sessions and scripts, too.")
    private static let forget = Option("--forget", help: "Remove the saved value.")

    let declaration = CommandDeclaration(
        name: "set", summary: "Show the settings, or change one for this session or script.",
        details: """
            With --keep, the value applies now and in later sessions and scripts; --forget removes a saved value. Each \
            value comes from the first of these that sets it: the “set” command, a program option, the environment, a \
            saved value, the configuration or startup file, the terminal (only “theme”), or the default. With “cache” \
            set to off, a command fails if all sources it reads are out of date or could not be refreshed, and the \
            error gives the reason. With csv, tsv, or ndjson output, “set” prints nothing when it changes a value, \
            since these formats contain only rows.
            """,
        arguments: [
            .init(name: "NAME", value: .setting, isOptional: true),
            .init(name: "VALUE", value: .settingValue, isOptional: true, isRepeated: true),
        ],
        options: [Self.keep, Self.forget],
        examples: [
            .init(line: "set", effect: "all settings, their values, and where each came from"),
            .init(line: "set limit 20", effect: "show up to 20 records"),
            .init(line: "set --keep theme light", effect: "colors for a light background, from now on"),
            .init(line: "set --forget theme", effect: "return to the default colors"),
            .init(line: "set cache off", effect: "fail instead of showing stale rows"),
        ])

    func columns(of arguments: Arguments) -> [String]? { SettingsReport.columnNames }

    func needsSources(_ words: [Word]) -> Bool { false }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let (keeps, forgets) = (arguments[Self.keep], arguments[Self.forget])
        guard let name = arguments.words.first?.text else {
            if keeps || forgets { throw CommandError.usage("missing NAME", help: declaration) }
            return report(SettingDeclaration.all, context)
        }
        guard let setting = SettingDeclaration.named(name) else {
            let names = SettingDeclaration.all.map(\.name)
            let hint = Nearest.hint(to: name, among: names)
            let known = hint.isEmpty ? "; use one of \(names.joined(separator: ", "))" : hint
            throw CommandError.usage("unknown setting \(Quoted.text(name))\(known)")
        }
        let value = arguments.words.dropFirst().map(\.text).joined(separator: " ")
        if forgets {
            guard value.isEmpty, !keeps else {
                throw CommandError.usage("“set --forget” takes only a name", help: declaration)
            }
            try await forget(setting, context)
        } else if arguments.words.count > 1 {
            try await change(setting, to: value, keeps, context)
        } else if keeps {
            try await change(setting, to: setting.read(context.session.settings), keeps, context)
        }
        var output = report([setting], context)
        output.isConfirmation = forgets || keeps || arguments.words.count > 1
        return output
    }

    private func change(
        _ setting: SettingDeclaration, to value: String, _ keeps: Bool, _ context: CommandContext
    ) async throws {
        var trial = context.session.settings
        guard setting.write(&trial, value) else {
            throw CommandError.usage("\(setting.name) takes \(setting.expectation), not \(Quoted.text(value))")
        }
        guard keeps else {
            context.session.set(setting, to: value, from: context.session.commandOrigin)
            return
        }
        try await context.aggregator.keepSetting(setting.name, value)
        context.session.keep(setting, value)
    }

    private func forget(_ setting: SettingDeclaration, _ context: CommandContext) async throws {
        try await context.aggregator.keepSetting(setting.name, nil)
        context.session.forget(setting, from: .kept)
    }

    private func report(_ settings: [SettingDeclaration], _ context: CommandContext) -> CommandOutput {
        let values = context.session.settings
        let reports = settings.map { setting in
            SettingsReport.Item(
                setting: setting, value: setting.read(values), origin: context.session.origin(of: setting.name))
        }
        return CommandOutput(SettingsReport(reports))
    }
}
