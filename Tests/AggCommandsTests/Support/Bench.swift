import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization

import AggCommands

/// Commands over in-memory stores, two stub sources (`towns` and `peaks`), canned responses, and a stopped clock.
struct Bench {
    let store = InMemoryRecordStore()
    let users: InMemoryUserStore
    let readMarks = InMemoryReadMarkStore()
    let alerts = InMemoryAlertStore()
    let session = Session()
    let clock = StoppedClock()
    let registry: SourceRegistry
    let configurations: StubConfigurations
    let services: SourceServices
    var context: CommandContext
    var policy = CommandRunner.Policy()

    init(
        sources: [String] = ["towns", "peaks"], answers: [String: [StubHTTPClient.Answer]] = [:],
        values: [(String, String)] = [], favoritesLimit: Int = 100, prompter: (any Prompter)? = nil,
        programs: any ProgramRunner = NoPrograms()
    ) throws {
        let entries = sources.map { id in
            SourceEntry(
                id: .init(id), kind: .init("stub"),
                values: values.map { (SourceEntry.Text($0.0), SourceEntry.Text($0.1)) })
        }
        registry = try SourceRegistry(kinds: [StubSource.self], entries: entries)
        configurations = StubConfigurations(entries)
        let clock = clock
        users = InMemoryUserStore(clock: WallClock { clock.now })
        services = SourceServices(
            http: StubHTTPClient(answers), clock: WallClock { clock.now }, programs: programs)
        let aggregator = Aggregator(
            registry: registry, store: store, users: users, merger: users, readMarks: readMarks, alerts: alerts,
            services: services,
            favoritesLimit: favoritesLimit, configurations: configurations)
        context = CommandContext(aggregator: aggregator, session: session, commands: .builtIn, prompter: prompter)
    }

    /// Runs a line of one command.
    func run(_ line: String) async throws(CommandError) -> CommandOutput {
        try await run(CommandLine(line).commands.first ?? [])
    }

    /// Runs arguments as given on the program's own command line.
    func runOneShot(_ arguments: [String]) async throws(CommandError) -> CommandOutput {
        var bench = self
        bench.context.isOneShot = true
        return try await bench.run(arguments.map { Word(argument: $0) })
    }

    private func run(_ words: [Word]) async throws(CommandError) -> CommandOutput {
        try await CommandRunner(context: context, policy: policy).run(words)
    }

    /// Returns the error of a line, or nil if it succeeds.
    func error(of line: String) async -> CommandError? {
        do throws(CommandError) { _ = try await run(line) } catch { return error }
        return nil
    }

    /// Puts records into the store as if they had been fetched `age` seconds ago.
    func hold(
        _ records: [Record], in source: String, origin: Origin = .remote, age: Double = 60, state: FetchState? = nil
    ) async throws {
        let instance = try instance(source)
        let staging = await store.stage(instance.id)
        _ = try await staging.write(records)
        _ = try await staging.commit(
            RefreshCommit(
                origin: origin, state: state, fingerprint: instance.fingerprint,
                mappingVersion: instance.dataSource.mappingVersion,
                fetchedAt: origin == .starter ? nil : clock.now.addingTimeInterval(-age), acceptsLoss: true))
    }

    /// Records that the last load of a source failed.
    func fail(_ source: String, _ error: SourceError) async throws {
        await store.noteFailure(LoadFailure(error, at: clock.now), of: try instance(source).id, over: nil)
    }

    /// Puts a handful of towns and peaks into the store.
    func holdTownsAndPeaks(age: Double = 60) async throws {
        try await hold(.towns, in: "towns", age: age)
        try await hold(.peaks, in: "peaks", age: age)
    }

    private func instance(_ source: String) throws -> SourceInstance {
        guard let id = SourceID(source), let instance = registry[id] else { throw NoSuchSource(name: source) }
        return instance
    }

    struct NoSuchSource: Error {
        var name: String
    }
}

/// A clock that stands still until it is advanced.
final class StoppedClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_795_168_800))  // 2026-11-20T10:00:00Z

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: Double) {
        time.withLock { $0 += seconds }
    }
}

extension [Record] {
    static let towns = [
        Record(
            key: "1", title: "London", subtitle: "United Kingdom", prominence: 7,
            fields: [.init("country", .text("GB"))]),
        Record(key: "2", title: "Londrina", subtitle: "Brazil", prominence: 5, fields: [.init("country", .text("BR"))]),
        Record(key: "3", title: "East London", subtitle: "South Africa", fields: [.init("country", .text("ZA"))]),
        Record(key: "4", title: "Paris", subtitle: "France", prominence: 7, fields: [.init("country", .text("FR"))]),
    ]

    static let peaks = [
        Record(key: "a", title: "Lonely Peak", prominence: 1, fields: [.init("height", .integer(2_101))]),
        Record(key: "b", title: "Mont Blanc", subtitle: "Alps", prominence: 6, fields: [.init("country", .text("FR"))]),
    ]
}

extension CommandOutput {
    /// The answer, or nil if there are no records.
    var answer: RecordsAnswer? {
        (body as? RecordsReport)?.answer ?? (body as? RecordReport)?.answer
    }

    /// The sources of the answer.
    var sources: [SourceStatus] { body?.sources ?? [] }
    /// The notes about the query.
    var queryNotes: [String] { body?.queryNotes ?? [] }
    /// The titles of the rows.
    var titles: [String] { answer?.rows.map(\.record.title) ?? [] }
    /// The addresses of the rows.
    var addresses: [String] { answer?.rows.map(\.address.description) ?? [] }
}
