import AggCore
import AggSource
import AggStorage

/// `doctor`: checks everything that agg needs, and explains how to fix problems.
struct DoctorCommand: Command {
    private static let full = Option("--full", help: "Check every page and entry of the store (slower).")
    private static let repair = Option("--repair", help: "Repair a damaged store before checking it.")

    let declaration = CommandDeclaration(
        name: "doctor", summary: "Check everything agg needs, and explain how to fix what is wrong.",
        details: """
            Checks the configuration, the permissions of agg's files, the free disk space, both files of the store \
            (mirror.sqlite and user.sqlite), the text index, and the backups of user.sqlite. Also checks the locale, \
            terminal, and clock; the hosts, tokens, and limits of the sources; and which other processes have the \
            store open. Each check is reported as ok, warning, failed, or skipped; the exit status is 1 if any check \
            failed. Without --repair, “doctor” changes nothing. --repair rebuilds a damaged mirror.sqlite. If \
            user.sqlite is damaged, --repair saves everything readable (favorites with tags and notes, saved settings, \
            saved searches) to a new file and takes the rest from the newest backup. The damaged files are kept next \
            to the new ones, with the time in their names. agg backs up user.sqlite to user.backup.sqlite after a \
            change, at most once an hour; user.backup.1.sqlite is the previous backup.
            """,
        options: [Self.full, Self.repair],
        examples: [
            .init(line: "doctor", effect: "check everything"),
            .init(line: "doctor --full --json", effect: "check the whole store, with JSON output for a script"),
            .init(line: "doctor --repair", effect: "repair a damaged store"),
        ])

    func columns(of arguments: Arguments) -> [String]? { HealthReport.columnNames }

    func needsSources(_ words: [Word]) -> Bool { false }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let scope = HealthScope(isFull: arguments[Self.full], isOffline: context.isOffline)
        var errors: [CommandError] = []
        let repairs = arguments[Self.repair] ? try await repair(context, &errors) : []
        var findings: [HealthFinding] = []
        for check in context.health {
            guard !Task.isCancelled else { throw CommandError.interrupted }
            findings += await check.findings(in: scope)
        }
        findings += await context.aggregator.healthFindings(in: scope)
        guard !Task.isCancelled else { throw CommandError.interrupted }
        let report = HealthReport(findings: findings, repairs: repairs)
        return CommandOutput(
            report, status: report.hasFailed || !errors.isEmpty ? .failed : .done, errors: errors)
    }

    /// Repairs damaged files; at a terminal, asks before replacing a file with the data rescued from it.
    private func repair(
        _ context: CommandContext, _ errors: inout [CommandError]
    ) async throws -> [RepairOutcome] {
        guard let repairer = context.repairer else {
            throw CommandError(code: "no_repair", message: "no store to repair")
        }
        var outcomes: [RepairOutcome] = []
        do throws(StoreError) {
            for plan in try await repairer.survey() {
                if let rescued = plan.rescued, let prompter = context.prompter {
                    let question =
                        "\(plan.file) is damaged. \(rescued.text). Create a new file from this data, and keep the old one?"
                    guard await prompter.choose(question, among: ["yes", "no"]) == "yes" else {
                        errors.append(
                            CommandError(code: "not_repaired", message: "\(plan.file) was not changed"))
                        continue
                    }
                }
                outcomes.append(try await repairer.repair(plan.file))
            }
        } catch {
            // Earlier repairs are still reported.
            errors.append(CommandError(error))
        }
        return outcomes
    }
}
