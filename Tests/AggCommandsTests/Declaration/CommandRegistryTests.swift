import AggTesting
import Testing

@testable import AggCommands

@Suite struct CommandRegistryTests {
    private let registry = CommandRegistry.builtIn

    @Test func `has unique names and aliases`() {
        let names = registry.commands.flatMap { [$0.declaration.name] + $0.declaration.aliases }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        ("find", "search"), ("fav", "favorite"), ("unfav", "unfavorite"), ("favs", "favorites"), ("quit", "exit"),
        ("\\q", "exit"), (".help", "help"), (".exit", "exit"), (".find", "search"), ("search", "search"),
    ])
    func `finds a command by its name and aliases, with a dot or without`(name: String, command: String) {
        #expect(registry.command(named: name)?.declaration.name == command)
    }

    @Test(arguments: ["", ".", "..help", "Search", "sear", "--help", "search "])
    func `finds nothing by anything else`(name: String) {
        #expect(registry.command(named: name) == nil)
    }

    @Test(arguments: [
        ("serach", "unknown command “serach”; did you mean search?"),
        ("SEARCH", "unknown command “SEARCH”; did you mean search?"),
        ("favourites", "unknown command “favourites”; did you mean favorites?"),
        ("qit", "unknown command “qit”; did you mean quit?"),
        ("frobnicate", "unknown command “frobnicate”; to search for words, use “search”; “help” lists the commands"),
        ("SELECT", "unknown command “SELECT”; put “sql” before an SQL statement: “sql select …”"),
        ("", "unknown command “”; to search for words, use “search”; “help” lists the commands"),
    ])
    func `an unknown name is a usage error that suggests the nearest one`(name: String, message: String) {
        do throws(CommandError) {
            _ = try registry.resolve(Word(name))
            Issue.record("\(name) was resolved")
        } catch {
            #expect(error == CommandError(code: "unknown_command", message: message, status: .usage))
        }
    }

    @Test(arguments: [
        ("san francisco", "to search for words, use “search san francisco”; “help” lists the commands"),
        ("quite so", "to search for words, use “search quite so”; “help” lists the commands"),
        ("london paris", "to search for words, use “search london paris”; “help” lists the commands"),
        ("london --limit 3", "to search for words, use “search”; “help” lists the commands"),
        ("new york", "did you mean news? To search for words, use “search new york”"),
        ("refrsh towns", "did you mean refresh? To search for words, use “search refrsh towns”"),
        ("serach san", "did you mean search?"), ("sorce add x", "did you mean source?"),
        ("hlp search", "did you mean help?"), ("news1 --unread", "did you mean news?"),
    ])
    func `words after an unknown name may be words to search for`(line: String, hint: String) {
        let words = line.split(separator: " ").map { Word(String($0)) }
        do throws(CommandError) {
            _ = try registry.resolve(words[0], before: Array(words.dropFirst()))
            Issue.record("\(line) was resolved")
        } catch {
            #expect(error.message == "unknown command “\(words[0].text)”; \(hint)")
        }
    }
}
