import AggCore
import AggSearch
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct KeptSettingTests {
    private func report(_ line: String, _ bench: Bench) async throws -> [String] {
        guard let settings = (try await bench.run(line).body as? SettingsReport)?.settings else { return [] }
        return settings.map { "\($0.setting.name) \($0.value) \($0.origin.rawValue)" }
    }

    @Test func `keeps a value until it is forgotten`() async throws {
        let bench = try Bench()
        #expect(try await report("set --keep limit 20", bench) == ["limit 20 kept"])
        #expect(await bench.users.keptSettings() == ["limit": "20"])
        #expect(bench.session.settings.limit == 20)
        #expect(try await report("set --forget limit", bench) == ["limit 50 default"])
        #expect(await bench.users.keptSettings() == [:])
    }

    @Test func `keeps the current value if none is given`() async throws {
        let bench = try Bench()
        _ = try await bench.run("set theme light")
        #expect(try await report("set --keep theme", bench) == ["theme light kept"])
        #expect(await bench.users.keptSettings() == ["theme": "light"])
    }

    @Test func `a value that is not kept lasts for the session`() async throws {
        let bench = try Bench()
        #expect(try await report("set limit 20", bench) == ["limit 20 command"])
        #expect(await bench.users.keptSettings() == [:])
    }

    @Test(arguments: ["set --keep", "set --forget", "set --forget limit 5", "set --keep --forget limit"])
    func `a missing or extra argument is a usage error`(line: String) async throws {
        #expect(try await Bench().error(of: line)?.status == .usage)
    }

    @Test func `an invalid value is not kept`() async throws {
        let bench = try Bench()
        #expect(await bench.error(of: "set --keep limit 0")?.status == .usage)
        #expect(await bench.users.keptSettings() == [:])
    }

    @Test func `the origin with the highest precedence wins, in whatever order they are set`() throws {
        let limit = try #require(SettingDeclaration.named("limit"))
        let session = Session()
        session.set(limit, to: "6", from: .detected)
        session.set(limit, to: "1", from: .file)
        session.set(limit, to: "2", from: .option)
        session.set(limit, to: "3", from: .kept)
        session.set(limit, to: "5", from: .environment)
        #expect(session.settings.limit == 2)
        #expect(session.origin(of: "limit") == .option)
        session.set(limit, to: "4", from: .command)
        #expect(session.settings.limit == 4)
        session.forget(limit, from: .command)
        #expect(session.settings.limit == 2)
        session.forget(limit, from: .option)
        #expect(session.settings.limit == 5)
        session.forget(limit, from: .environment)
        #expect(session.settings.limit == 3)
        session.forget(limit, from: .kept)
        #expect(session.origin(of: "limit") == .file)
        session.forget(limit, from: .file)
        #expect(session.origin(of: "limit") == .detected)
        session.forget(limit, from: .detected)
        #expect(session.settings.limit == 50)
        #expect(session.origin(of: "limit") == .default)
    }

    @Test func `fails if the user file cannot be written, and leaves the setting unchanged`() async throws {
        var bench = try Bench()
        bench.context.aggregator = Aggregator(
            registry: bench.registry, store: bench.store, users: UnwritableUserStore(), services: bench.services)
        #expect(await bench.error(of: "set --keep limit 20")?.status == .failed)
        #expect(bench.session.settings.limit == 50)
    }
}
