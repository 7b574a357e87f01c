import AggCore
import AggSource

/// What a kind and an instance of it declare.
extension Contract {
    func checkDeclaration() {
        expect(SourceID(Source.kind.description) != nil, "the kind is lower-case letters, digits and hyphens")
        expect(isSentence(Source.summary), "the summary is a sentence with its full stop")
        let names = Source.parameters.map(\.name)
        expect(Set(names).count == names.count, "no parameter stands twice")
        let taken: Set = ["id", "kind", "enabled", "fresh_for", "keep_for"]
        for parameter in Source.parameters {
            let name = parameter.name
            expect(
                isName(name, allowsDots: true), "the parameter “\(name)” is lower-case letters, digits and underscores")
            expect(!taken.contains(name), "the parameter “\(name)” is not one that every source has")
            expect(isSentence(parameter.help), "the help of “\(name)” is a sentence with its full stop")
            let text = parameter.defaultText
            expect(
                text.map { parameter.kind.parse($0) != nil } ?? true,
                "the default of “\(name)” is \(parameter.kind.expectation)")
        }
    }

    func checkBuiltIns() {
        for entry in Source.builtIns {
            expect(entry.kind?.text == Source.kind.description, "the built-in “\(entry.id.text)” is of the kind itself")
        }
        do {
            let registry = try SourceRegistry(kinds: [Source.self])
            let enabled = Source.builtIns.count { $0.isEnabled }
            expect(registry.instances.count == enabled, "every built-in source is loaded")
        } catch {
            expect(false, "the built-in sources are accepted: \(error.faults.map(\.line))")
        }
    }

    func checkInstance(_ source: any DataSource) {
        for column in source.columns {
            expect(isName(column.name), "the column “\(column.name)” is lower-case letters, digits and underscores")
            expect(isSentence(column.summary), "the summary of “\(column.name)” is a sentence with its full stop")
        }
        expect(source.mappingVersion >= 1, "the mapping's version counts from 1")
        expect(source.policy.freshFor > .zero, "rows are fresh for some time")
        expect(source.policy.keepFor.map { $0 > .zero } ?? true, "rows are kept for some time")
    }

    private func isName(_ text: String, allowsDots: Bool = false) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
                || (allowsDots && byte == UInt8(ascii: "."))
        }
    }

    private func isSentence(_ text: String) -> Bool {
        text.count > 1 && text.hasSuffix(".") && !text.contains("\n")
    }
}
