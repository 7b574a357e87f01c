import Testing

@testable import AggShell

@Suite struct KeyActionTests {
    @Test(arguments: [
        ("\"^[[A\"          ->  ed-prev-history\n", "ed-prev-history"),
        ("^[\t->\ted-sequence-lead-in\n", "ed-sequence-lead-in"),
    ])
    func `reads the command of a key`(description: String, command: String) {
        #expect(KeyAction(description: description) == KeyAction(command))
    }

    @Test func `reads the text of a key, in the notation that binds it`() {
        var expected = KeyAction("search a\\\\ -> b^M")
        expected.isText = true
        #expect(KeyAction(description: "\"^[[5~\"         ->  \"search a\\ -> b^M\"\n") == expected)
    }

    @Test(arguments: ["", "Unbound extended key \"^[[5~\"\n", "\"^[[1~\"  ->  a\n\"^[[1;5D\"  ->  b\n"])
    func `has no action for an unbound key, or for several`(description: String) {
        #expect(KeyAction(description: description) == nil)
    }
}
