import AggCore

/// `set`: shows and changes settings.
struct SetCommand: Command {
    let declaration = CommandDeclaration(
        name: "set", summary: "Show the settings, or change one for this session or script.",
        arguments: [
            .init(name: "NAME", value: .setting, isOptional: true),
            .init(name: "VALUE", value: .text, isOptional: true),
        ],
        examples: [
            .init(line: "set", effect: "all settings and their values"),
            .init(line: "set limit 20", effect: "show at most 20 records"),
            .init(line: "set cache off", effect: "no stale rows: the error is the answer"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        guard let name = arguments.words.first?.text else { return report(SettingDeclaration.all, context) }
        guard let setting = SettingDeclaration.all.first(where: { $0.name == name }) else {
            let names = SettingDeclaration.all.map(\.name)
            let hint = Nearest.hint(to: name, among: names)
            let known = hint.isEmpty ? "; the settings are \(names.joined(separator: ", "))" : hint
            throw .usage("there is no setting “\(name)”\(known)")
        }
        if arguments.words.count > 1 {
            let value = arguments.words[1].text
            var settings = context.session.settings
            guard setting.write(&settings, value) else {
                throw .usage("\(name) takes \(setting.expectation), not “\(value)”")
            }
            context.session.settings = settings
        }
        return report([setting], context)
    }

    private func report(_ settings: [SettingDeclaration], _ context: CommandContext) -> CommandOutput {
        let values = context.session.settings
        return CommandOutput(.settings(settings.map { ($0, $0.read(values)) }))
    }
}
