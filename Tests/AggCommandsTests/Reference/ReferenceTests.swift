import Foundation
import Testing

import AggCommands

/// The texts generated from the declarations.
@Suite struct ReferenceTests {
    @Test func `the page in the repository is current`() throws {
        try Golden("Docs/CommandReference.md").expect(ReferencePage.markdown(.agg))
    }

    @Test(arguments: GeneratedText.names + CommandRegistry.builtIn.commands.map { "man-\($0.declaration.name)" })
    func `every generated text ends in a newline`(name: String) throws {
        let text = try #require(GeneratedText.text(name, of: .agg, version: "1.2.3", date: "2026-11-21"))
        #expect(text.hasSuffix("\n") && text.count > 10)
        #expect(GeneratedText.text("nothing", of: .agg, version: "", date: "") == nil)
        #expect(GeneratedText.text("man-nothing", of: .agg, version: "", date: "") == nil)
    }

    @Test(arguments: ["man"] + CommandRegistry.builtIn.commands.map { "man-\($0.declaration.name)" })
    func `a manual page has the usual sections, and no line that roff would read as a request`(name: String)
        throws
    {
        let text = try #require(GeneratedText.text(name, of: .agg, version: "1.2.3", date: "2026-11-21"))
        for part in [".TH AGG", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n"] { #expect(text.contains(part)) }
        let requests = [".TH", ".SH", ".TP", ".PP", ".B", ".BR", ".br"]
        for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
        #expect(!text.contains("“") && !text.contains("…"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion scripts call the program and evaluate nothing`(name: String) throws {
        let text = try #require(GeneratedText.text(name, of: .agg, version: "", date: ""))
        #expect(text.contains("command agg --complete"))
        #expect(!text.contains("eval"))
    }

    @Test(arguments: ["man", "man-source"])
    func `a manual page has its date`(name: String) throws {
        let text = try #require(GeneratedText.text(name, of: .agg, version: "1.2.3", date: "2026-11-21"))
        #expect(
            text.split(separator: "\n").first?.hasSuffix(" 1 \"2026-11-21\" \"agg 1.2.3\" \"User Commands\"") == true)
    }

    @Test func `the manual shows first steps and every form of a command`() throws {
        let page = try #require(GeneratedText.text("man", of: .agg, version: "", date: ""))
        let examples = try #require(page.split(separator: ".SH EXAMPLES\n").last)
        for example in ProgramDeclaration.agg.examples {
            #expect(examples.contains(example.line.replacing("-", with: "\\-").replacing("'", with: "\\(aq")))
        }
        let command = try #require(GeneratedText.text("man-source", of: .agg, version: "", date: ""))
        #expect(command.contains(".br\n.B agg\nsource remove ID\n"))
    }

    @Test func `the help of the program lists its commands and options`() {
        let help = ProgramDeclaration.agg.help
        for command in ProgramDeclaration.agg.commands { #expect(help.contains("  \(command.name) ")) }
        #expect(help.contains("--log-level LEVEL") && !help.contains("--generate"))
    }
}
