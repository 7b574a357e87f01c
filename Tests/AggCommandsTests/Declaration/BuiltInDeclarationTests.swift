import AggSearch
import AggTesting
import Testing

import AggCommands

/// What must be true of every command, including future ones.
@Suite struct BuiltInDeclarationTests {
    static let declarations = CommandRegistry.builtIn.commands.map(\.declaration)

    @Test(arguments: declarations.map(\.name))
    func `has a summary that is one sentence`(name: String) throws {
        let declaration = try declaration(name)
        #expect(declaration.summary.hasSuffix("."))
        #expect(declaration.summary.count <= 80)
        #expect(!declaration.summary.contains("\n"))
        #expect(declaration.details.isEmpty || declaration.details.hasSuffix("."))
    }

    @Test(arguments: declarations.map(\.name))
    func `has examples that can be typed`(name: String) throws {
        let declaration = try declaration(name)
        #expect(!declaration.examples.isEmpty)
        for example in declaration.examples {
            let commands = CommandLine(example.line).commands
            #expect(commands.count == 1)
            #expect(commands.first?.first?.text == name)
            #expect(throws: Never.self) {
                _ = try Arguments(Array((commands.first ?? []).dropFirst()), for: declaration)
            }
            #expect(!example.effect.isEmpty)
        }
    }

    @Test(arguments: declarations.map(\.name))
    func `has options with unique names and with help`(name: String) throws {
        let declaration = try declaration(name)
        let names = declaration.allOptions.map(\.name)
        #expect(Set(names).count == names.count)
        for option in declaration.allOptions {
            #expect(option.name.hasPrefix("--") && option.name == option.name.lowercased())
            #expect(option.help.hasSuffix("."))
        }
    }

    @Test(arguments: declarations.map(\.name))
    func `has arguments in capitals, optional ones last`(name: String) throws {
        let arguments = try declaration(name).arguments
        #expect(arguments.allSatisfy { $0.name == $0.name.uppercased() })
        let optional = arguments.drop { !$0.isOptional }
        #expect(optional.allSatisfy { $0.isOptional })
        #expect(arguments.dropLast().allSatisfy { !$0.isRepeated })
    }

    @Test(arguments: declarations.filter { !$0.forms.isEmpty }.map(\.name))
    func `declares the arguments of each verb once`(name: String) throws {
        let declaration = try declaration(name)
        let verbs = declaration.forms.map(\.verb)
        #expect(Set(verbs).count == verbs.count)
        #expect(declaration.verbs(behind: []) == verbs && declaration.verbs(behind: ["x"]).isEmpty)
        // If the first argument is a choice, each of its words has a form.
        if case .choice(let words)? = declaration.arguments.first?.value { #expect(words == verbs) }
        for form in declaration.forms {
            #expect(declaration.value(behind: [form.verb]) == form.arguments.first?.value)
        }
    }

    @Test func `nothing follows a misplaced word`() throws {
        let (changes, set, source) = (try declaration("changes"), try declaration("set"), try declaration("source"))
        #expect(changes.value(behind: ["cities"]) == .choice(["since"]))
        #expect(changes.value(behind: ["cities", "then"]) == nil)
        #expect(set.value(behind: ["mode"]) == .settingValue && set.value(behind: ["mode", "csv"]) == nil)
        #expect(source.value(behind: ["frob"]) == nil && source.value(behind: ["remove", "x"]) == nil)
        #expect(try declaration("show").value(behind: ["cities:1"]) == nil)
        #expect(source.forms.map(\.usage).contains("add FILE|URL|KIND [TEXT…]"))
    }

    private func declaration(_ name: String) throws -> CommandDeclaration {
        try #require(Self.declarations.first { $0.name == name })
    }
}
