import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import NYCSchoolsSource

/// The city's two data sets as the portal returned them.
@Suite(.enabled(if: RealData.has("nyc-schools")))
struct NYCSchoolsPublicDataTests {
    private func records() async throws -> [Record] {
        let client = StubHTTPClient([
            Schools.directoryPath: [.bytes(try RealData.bytes("nyc-schools/s3k6-pzi2.json"))],
            Schools.scoresPath: [.bytes(try RealData.bytes("nyc-schools/f9bf-2cp4.json"))],
        ])
        return try await Schools.fetch(from: client).records
    }

    @Test func `joins 440 schools with the scores of 370`() async throws {
        let records = try await records()
        #expect(records.count == 440)
        #expect(Set(records.map(\.key)).count == 440)
        let notes = records.compactMap { $0["sat_note"]?.text }
        #expect(notes.count { $0 == "not reported" } == 70)
        #expect(notes.count { $0 == "suppressed" } == 29)
        #expect(notes.count == 99)
        for column in SATScores.columns.dropLast().map(\.column) {
            let numbers = records.compactMap { $0[column.name]?.number }
            #expect(numbers.count == 341, "\(column.name)")
        }
        let best = records.max { $0["sat_math_avg_score"]?.number ?? 0 < $1["sat_math_avg_score"]?.number ?? 0 }
        #expect(best?.title == "Stuyvesant High School")
        #expect(best?["sat_math_avg_score"] == .integer(735))
    }

    @Test func `leaves no garbled text`() async throws {
        for record in try await records() {
            let texts = [record.title, record.subtitle ?? ""] + record.fields.map(\.value.text)
            for text in texts {
                #expect(!text.contains("Â") && !text.contains("Ã") && !text.contains("â€"), "\(record.key): \(text)")
                #expect(!text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }, "\(record.key): \(text)")
                #expect(text == text.trimmingCharacters(in: .whitespaces), "\(record.key)")
            }
        }
    }

    @Test func `gives nearly every school a coordinate and a website with a scheme`() async throws {
        let records = try await records()
        #expect(records.count { $0.coordinate != nil } == 438)
        #expect(records.compactMap(\.url).count >= 438)
        #expect(records.compactMap(\.url).allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") })
        #expect(records.allSatisfy { $0.subtitle != nil })
    }
}
