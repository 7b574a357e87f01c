import AggCore
import AggSource
import Testing

@Suite struct RegistryFaultTests {
    private func faults(_ entries: SourceEntry...) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try SourceRegistry(kinds: [ShelfSource.self, BoxSource.self], entries: entries)
            return []
        } catch {
            return error.faults.map(\.line)
        }
    }

    @Test(arguments: [
        (SourceEntry.entry("mine", kind: "shelv"), "c:2: unknown kind “shelv”; did you mean “shelf”?"),
        (.entry("mine", kind: "weather"), "c:2: unknown kind “weather”; use one of box, shelf"),
        (.entry("mine"), "c:1: source “mine” needs a kind; use one of box, shelf"),
        (
            .entry("shelff", isEnabled: false),
            "c:1: source “shelff” needs a kind; use one of box, shelf; did you mean “shelf”?"
        ),
        (
            .entry("shelf", kind: "box", ["rows": "3"]),
            "c:2: source “shelf” is of the kind shelf, not box; for a source of the kind box, choose another id"
        ),
        (.entry("shelf", ["row": "3"]), "c:3: unknown key “row”; did you mean “rows”?"),
        (
            .entry("red-box", ["colour": "red"]),
            "c:3: unknown key “colour”; the kind box takes id, kind, enabled, fresh_for, keep_for, "
                + "simulate.error_rate, simulate.latency"
        ),
        (.entry("shelf", ["enabledd": "true"]), "c:3: unknown key “enabledd”; did you mean “enabled”?"),
        (
            .entry("shelf", ["rows": "10"]),
            "c:3: “10” is not a valid value for rows; expected a whole number from 1 to 9"
        ),
        (
            .entry("shelf", ["order": "size"]),
            "c:3: “size” is not a valid value for order; expected one of title, author"
        ),
        (
            .entry("shelf", ["url": "books"]),
            "c:3: “books” is not a valid value for url; expected an http, https, or file URL"
        ),
        (.entry("shelf", ["open": "yes"]), "c:3: “yes” is not a valid value for open; expected true or false"),
        (
            .entry("shelf", ["fresh_for": "1"]),
            "c:3: “1” is not a valid value for fresh_for; expected a duration such as 24h, 7d, or 30s"
        ),
        (.entry("mine", kind: "shelf"), "c:1: the shelf “mine” needs a url"),
        (
            .entry("My Shelf", kind: "box"),
            "c:1: invalid id “My Shelf”: use up to 64 lowercase letters, digits, and hyphens"
        ),
    ])
    func `names what is wrong, where, and the fix`(entry: SourceEntry, fault: String) {
        #expect(faults(entry) == [fault])
    }

    @Test func `reports a list where one value is expected, before a program in a file that others can write`() {
        var entry = SourceEntry.entry("mine", kind: "shelf", ["url": "x", "token_command": "y"])
        entry.values[0].value = SourceEntry.Text(.array([.string("x")]))
        entry.values[0].name.place?.risk = .isWritable
        #expect(faults(entry).first == "c:3: url takes one value, not a list; write “url: VALUE”")
    }

    @Test func `names an id that appears twice among the entries`() {
        #expect(
            faults(.entry("shelf"), .entry("box-a", kind: "box", line: 5), .entry("shelf", ["rows": "x"], line: 9)) == [
                "c:9: the id “shelf” appears twice (first in c, line 1); give each source its own id"
            ])
    }

    @Test func `finds every fault at once, in the order of the lines`() {
        #expect(
            faults(
                .entry("shelf", ["row": "1", "rows": "0"]), .entry("a", kind: "c", line: 10),
                .entry("B", kind: "shelf", ["url": "x"], line: 20), .entry("d", kind: "shelf", line: 30),
                .entry("d", kind: "box", line: 40)
            ) == [
                "c:3: unknown key “row”; did you mean “rows”?",
                "c:4: “0” is not a valid value for rows; expected a whole number from 1 to 9",
                "c:11: unknown kind “c”; use one of box, shelf",
                "c:20: invalid id “B”: use up to 64 lowercase letters, digits, and hyphens",
                "c:22: “x” is not a valid value for url; expected an http, https, or file URL",
                "c:30: the shelf “d” needs a url",
                "c:40: the id “d” appears twice (first in c, line 30); give each source its own id",
            ])
    }

    @Test(arguments: [
        ("rows", "x", "“x” is not a valid value for rows; expected a whole number from 1 to 9", true),
        ("colour", "red", "unknown key “colour”; the kind shelf takes ", true),
        ("url", "x", "“x” is not a valid value for url; expected an http, https, or file URL", false),
        ("urk", "https://example.org", "unknown key “urk”; did you mean “url”?", false),
    ])
    func `also reports what the kind finds, unless it is only missing what could not be read`(
        key: String, value: String, fault: String, isWithoutURL: Bool
    ) {
        let found = faults(.entry("mine", kind: "shelf", [key: value]))
        #expect(found.last?.hasPrefix("c:3: \(fault)") == true)
        #expect(found.dropLast() == (isWithoutURL ? ["c:1: the shelf “mine” needs a url"] : []))
    }

    @Test func `also checks a source that is not enabled`() {
        #expect(faults(.entry("shelf", isEnabled: false, ["rows": "0"])).count == 1)
    }
}
