import Testing

@testable import AggConfiguration

struct ConfigurationKeyTests {
    @Test func `the documented default of each key is its actual default`() {
        for section in ConfigurationKey.sections {
            for key in section.keys where !key.standard.isEmpty {
                var given = Configuration()
                #expect(key.apply(key.standard, &given), "\(section.name).\(key.name)")
                var standard = Configuration()
                // Sets the limit in both, so only the values are compared.
                (given.searchLimit, standard.searchLimit) = (given.searchLimit, standard.searchLimit)
                #expect(given == standard, "\(section.name).\(key.name)")
            }
        }
    }

    @Test func `every key has help`() {
        for setting in ConfigurationKey.sections.flatMap(\.keys) { #expect(setting.help.hasSuffix(".")) }
    }
}
