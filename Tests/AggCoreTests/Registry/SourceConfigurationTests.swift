import AggCore
import AggSource
import Foundation
import Testing

@Suite struct SourceConfigurationTests {
    private func fingerprint(_ values: [String: ParameterValue], kind: SourceKind = "feed") throws -> String {
        SourceConfiguration(id: try #require(SourceID("a")), kind: kind, values: values).fingerprint()
    }

    @Test func `has the same fingerprint for any ages of the policy`() throws {
        let plain = try fingerprint(["rows": .integer(3)])
        #expect(
            try fingerprint([
                "rows": .integer(3), "fresh_for": .duration(.seconds(1)), "keep_for": .duration(.seconds(2)),
            ])
                == plain)
    }

    @Test func `has the same fingerprint for any values that do not affect rows`() throws {
        let values = ["rows": ParameterValue.integer(3), "folder": .text("News")]
        let configuration = SourceConfiguration(id: try #require(SourceID("a")), kind: "feed", values: values)
        #expect(configuration.fingerprint(without: ["folder"]) == (try fingerprint(["rows": .integer(3)])))
        #expect(configuration.fingerprint() != (try fingerprint(["rows": .integer(3)])))
    }

    @Test func `has the same fingerprint under another id`() throws {
        let other = SourceConfiguration(id: try #require(SourceID("b")), kind: "feed", values: ["rows": .integer(3)])
        #expect(try fingerprint(["rows": .integer(3)]) == other.fingerprint())
    }

    @Test func `has the same fingerprint for any order of the values`() throws {
        let names = (0..<20).map { "key\($0)" }
        let forward = Dictionary(uniqueKeysWithValues: names.map { ($0, ParameterValue.text($0)) })
        let backward = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, ParameterValue.text($0)) })
        #expect(try fingerprint(forward) == (try fingerprint(backward)))
    }

    @Test func `has a different fingerprint for another kind or any other value`() throws {
        let one = try #require(URL(string: "https://example.org/1"))
        let two = try #require(URL(string: "https://example.org/2"))
        let all = [
            try fingerprint([:]), try fingerprint([:], kind: "soda"), try fingerprint(["url": .url(one)]),
            try fingerprint(["url": .url(two)]), try fingerprint(["order": .text("1")]),
            try fingerprint(["order": .integer(1)]), try fingerprint(["other": .integer(1)]),
            try fingerprint(["a": .text("1\nb=2")]), try fingerprint(["a": .text("1"), "b": .text("2")]),
        ]
        #expect(Set(all).count == all.count)
    }

    @Test(arguments: ["a", "cities", "chicago-inspections", "0-1", String(repeating: "a", count: 64)])
    func `accepts lowercase letters, digits, and hyphens as an id`(text: String) {
        #expect(SourceID(text)?.description == text)
    }

    @Test(arguments: ["", "-a", "A", "a_b", "a b", "a:b", "é", "a\n", "٣", String(repeating: "a", count: 65)])
    func `rejects any other text as an id`(text: String) {
        #expect(SourceID(text) == nil)
    }

    @Test func `writes a fault with its place, if it has one`() {
        #expect(ConfigurationFault("wrong", at: ConfigurationPlace(file: "a.yml", line: 3)).line == "a.yml:3: wrong")
        #expect(ConfigurationFault("wrong").line == "wrong")
    }
}
