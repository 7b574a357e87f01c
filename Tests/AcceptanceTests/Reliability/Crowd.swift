import AggTesting
import Testing

/// Eight processes that use one store at the same time, while its cities change with every refresh.
struct Crowd {
    private let size: Int
    private let members: [CrowdMember]
    /// The number of requests for the cities.
    private let refreshes: Int

    /// Runs the processes for some time; `size` is that of a ``Generation``.
    init(_ agg: Agg, size: Int, for span: Duration) async throws {
        let calls = Changing(0)
        let server = try await Generation.server(size: size, calls)
        try agg.configure(
            cities: server.url("/cities.json"), "favorites: {limit: 100000}",
            network: "{max_body: 100MB, deadline: 60s}")
        #expect(try await agg.run("refresh").status == 0)
        let end = ContinuousClock.now + span
        members = try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    var member = CrowdMember(number: number, agg: agg, size: size)
                    while ContinuousClock.now < end { try await member.act() }
                    return member
                }
            }
            return try await group.reduce(into: [CrowdMember]()) { $0.append($1) }
        }
        await server.stop()
        refreshes = calls.value
        self.size = size
    }

    /// Reports what went wrong, given what the store holds now: the user's data and the titles of the cities.
    func report(
        _ promise: String, _ found: UserData, titles: [String], faults: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var lost = members.flatMap(\.faults) + faults
        for member in members { lost += member.missing(in: found) }
        if Generation.number(of: titles, size: size) == nil { lost.append("rows of several generations") }
        let acts = members.map(\.acts).reduce(0, +)
        let waits = members.map(\.retries).reduce(0, +)
        Soak.report(
            promise, tried: "\(acts) commands, \(refreshes) refreshes, \(waits) retries of a locked store", lost: lost,
            sourceLocation: sourceLocation)
    }
}
