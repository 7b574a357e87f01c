import AggSource
import Foundation
import TestSupport
import Testing

@testable import TableSource

/// Reads the tables of other projects' tests, and compares them with what was measured of them.
struct PublicTableTests {
    @Test func `prints what is found in each public table`() async throws {
        guard let folder = ProcessInfo.processInfo.environment["AGG_TABLES"] else { return }
        let manager = FileManager.default
        let files = (manager.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
        for file in files
        where ["csv", "tsv", "psv", "json", "jsonl", "ndjson", "geojson", "geojsonl"].contains(
            (file as NSString).pathExtension)
        {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + file)))
            let name = URL(filePath: folder + "/" + file)
            do throws(SourceError) {
                let finding = try await TableDetector(given: TableSettings()).find(in: HTTPBody(bytes))
                let discovery = TableFindings(url: name, finding: finding).discovery
                let survey = finding.survey
                let roles = finding.settings.roles.named.map { "\($0.role)=\($0.columns.joined(separator: "+"))" }
                print(
                    "OK", file, survey.rows, survey.names.count, "skip \(survey.check.skipped.count)",
                    roles.joined(separator: " "), finding.settings.hasHeader.map(String.init) ?? "-",
                    discovery.findings.joined(separator: " / ").prefix(300),
                    finding.settings.values["columns", default: ""].prefix(200), separator: "\t")
            } catch {
                print("ERR", file, error.reason(), separator: "\t")
            }
        }
    }
}
