import Testing

@testable import AggConfiguration

struct ConfigurationKeyTests {
    @Test func `the value that is said to hold unless another is set is the one that does`() {
        for section in ConfigurationKey.sections {
            for key in section.keys where !key.standard.isEmpty {
                var given = Configuration()
                #expect(key.apply(key.standard, &given), "\(section.name).\(key.name)")
                var standard = Configuration()
                // Marks both as said, so that only the values are compared.
                (given.searchLimit, standard.searchLimit) = (given.searchLimit, standard.searchLimit)
                #expect(given == standard, "\(section.name).\(key.name)")
            }
        }
    }

    @Test func `every key has its help`() {
        for setting in ConfigurationKey.sections.flatMap(\.keys) { #expect(setting.help.hasSuffix(".")) }
    }
}
