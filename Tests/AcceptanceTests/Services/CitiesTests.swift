import AggSearch
import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The list of cities in its known formats.
    struct CitiesTests {
        @Test(arguments: [
            CityList.sample.replacing(",\n", with: "\n").replacing("[{", with: "{").replacing("}}]", with: "}}\n"),
            #"[{"country":"GB","name":"London","lat":"51.50853","lng":"-0.12574","admin1":"ENG","admin2":"GLA"}]"#,
            CityList.sample,
        ])
        func `reads the list in every supported format`(list: String) async throws {
            let server = try await LoopbackServer.start { _ in .json(list) }
            let agg = try Agg(cities: server.url("/cities.json"))
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 0, "\(refresh.errors)")
            #expect(try refresh.outcome("skipped") == 0)
            let found = try await agg.run("search", "london", "uk", "--json")
            let record = try found.json["records"]?.arrayValue?.first
            #expect(record?["coordinate"]?["latitude"] == .decimal(51.50853))
            await server.stop()
        }
    }
}
