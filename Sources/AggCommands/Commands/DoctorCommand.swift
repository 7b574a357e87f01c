import AggCore

/// `doctor`: looks at everything that agg needs, and says how to mend what is wrong.
struct DoctorCommand: Command {
    let declaration = CommandDeclaration(
        name: "doctor", summary: "Look at everything that agg needs, and say how to mend what is wrong.",
        details: """
            Looked at are the configuration, the rights on agg's files, the disk, both files of the store, the text index, the \
            backups of the user file, who else has the store open, locale, terminal and clock, the hosts of the sources, tokens \
            and limits. It changes nothing. Every check ends as ok, warning, failed or skipped; status 1 says that one failed. \
            --repair makes a broken mirror anew. From a broken user file it saves what can be read (favorites with tags and \
            notes, kept settings, saved searches) to a new one, and takes the rest from the newest backup; the broken files are \
            kept beside the new ones, under names with the time. After a change, at most once an hour, agg backs user.sqlite up \
            to user.backup.sqlite; the backup before is user.backup.1.sqlite.
            """,
        options: [
            .init("--full", help: "Look at every page and every entry of the store, which takes longer."),
            .init("--repair", help: "Repair what is broken in the store first."),
        ],
        examples: [
            .init(line: "doctor", effect: "what is right and what is wrong"),
            .init(line: "doctor --full --json", effect: "the same with the whole store looked at, for a script"),
            .init(line: "doctor --repair", effect: "a broken store made whole again"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let scope = HealthScope(isFull: arguments.has("--full"), isOffline: context.isOffline)
        var errors: [CommandError] = []
        let repairs = arguments.has("--repair") ? try await repair(context, &errors) : []
        var findings: [HealthFinding] = []
        for check in context.health {
            guard !Task.isCancelled else { throw .interrupted }
            findings += await check.findings(in: scope)
        }
        findings += await context.aggregator.healthFindings(in: scope)
        guard !Task.isCancelled else { throw .interrupted }
        let report = HealthReport(findings: findings, repairs: repairs)
        return CommandOutput(
            .health(report), status: report.hasFailed || !errors.isEmpty ? .failed : .done, errors: errors)
    }

    /// Repairs what is broken; asks first where somebody is there to be asked and something would be left behind.
    private func repair(
        _ context: CommandContext, _ errors: inout [CommandError]
    ) async throws(CommandError) -> [RepairOutcome] {
        guard let repairer = context.repairer else {
            throw CommandError(code: "no_repair", message: "there is no store to repair")
        }
        var outcomes: [RepairOutcome] = []
        do throws(StoreError) {
            for plan in try await repairer.survey() {
                if let rescued = plan.rescued, let asker = context.asker {
                    let question =
                        "\(plan.file) is damaged. \(rescued.text). Make a new one of it, and keep the old one?"
                    guard await asker.choose(question, among: ["yes", "no"]) == "yes" else {
                        errors.append(
                            CommandError(code: "not_repaired", message: "\(plan.file) was left as it is"))
                        continue
                    }
                }
                outcomes.append(try await repairer.repair(plan.file))
            }
        } catch {
            // What was repaired before is told all the same.
            errors.append(CommandError(error))
        }
        return outcomes
    }
}
