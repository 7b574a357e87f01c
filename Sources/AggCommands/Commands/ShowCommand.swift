import AggCore
import AggSearch
import AggSource
import AggStorage

/// `show`: shows one record in full.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        name: "show", summary: "Show a record in full.",
        details: """
            A dash marks a missing value. Some sources list records without all of their details; “show” fetches the \
            rest. If details cannot be fetched, the reason appears below the record. With --offline, nothing is \
            fetched. After “show”, row numbers still refer to the last list of records.
            """,
        arguments: [.init(name: "ADDRESS|N", value: .record)],
        examples: [
            .init(line: "show cities:2643743", effect: "the record with a given address"),
            .init(line: "show 2", effect: "the second row of the last results"),
        ])
    let readsRecords = true

    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        (try? context.address(arguments.words[0], for: declaration)).map { [$0.source.description] }
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let address = try context.address(arguments.words[0], for: declaration)
        let columns = context.aggregator.registry[address.source]?.dataSource.columns ?? []
        var answer = try await context.record(at: address)
        if !context.isServed { await context.aggregator.noteRead([address]) }
        guard !context.isOffline, let row = answer.rows.first,
            let loader = context.aggregator.detailLoader(for: row)
        else { return CommandOutput(RecordReport(answer, columns: columns)) }
        context.preview(CommandOutput(RecordReport(answer, columns: columns)), arguments[OutputOption.format])
        do throws(SourceError) {
            answer.rows[0].record = row.record.with(try await loader.details(of: row.record))
        } catch .cancelled {
            throw CommandError.interrupted
        } catch let error {
            for index in answer.sources.indices {
                answer.sources[index].status.notes.append("details are missing: \(error.reason())")
            }
        }
        return CommandOutput(RecordReport(answer, columns: columns))
    }
}

extension RecordsAnswer {
    /// The only row of an answer about one record.
    ///
    /// - Throws: A failure if there is none.
    var row: Row {
        get throws {
            if let row = rows.first { return row }
            throw CommandError(code: "no_such_record", message: "no such record")
        }
    }
}

extension CommandContext {
    /// The record at an address.
    ///
    /// - Throws: A failure if there is none.
    func record(at address: RecordAddress) async throws -> RecordsAnswer {
        let answer = try await aggregator.record(at: address, usesCache: session.settings.usesCache)
        guard let answer else {
            let statuses = (try? await aggregator.statuses(usesCache: session.settings.usesCache)) ?? []
            let status = statuses.first { $0.id == address.source }
            if let status, status.withholdsRows, !session.settings.usesCache { throw CommandError.withheld(status) }
            let why = absence(of: address, status, among: statuses)
            throw CommandError(
                code: "no_such_record", message: "no such record: \(address); \(why)", source: address.source)
        }
        return answer
    }

    private func absence(
        of address: RecordAddress, _ status: SourceStatus?, among statuses: [SourceStatus]
    ) -> String {
        guard !aggregator.registry.disabled.contains(where: { $0.id == address.source }) else {
            return "its source is disabled; run “source enable \(address.source)” to enable it"
        }
        guard let status else {
            let names = statuses.map(\.id.description)
            return "unknown source “\(address.source)”\(Nearest.hint(toName: address.source.description, among: names))"
        }
        guard status.isServed else {
            return "its source has no rows to show (\(status.reason ?? "none are stored"))"
        }
        guard status.origin == .starter else { return "its source does not contain it" }
        // On a page or for an assistant, this is not a command.
        let advice = isServed ? "refresh it" : isOffline ? Freshness.restart : "run “refresh \(status.id)”"
        return "the source \(status.id) has only its starter sample; to fetch the full data, \(advice)"
    }
}
