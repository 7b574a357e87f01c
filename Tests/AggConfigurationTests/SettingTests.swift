import Testing

@testable import AggConfiguration

struct SettingTests {
    @Test func `the value that is said to hold unless another is set is the one that does`() {
        for section in Setting.sections {
            for setting in section.settings {
                var given = Configuration()
                #expect(setting.apply(setting.standard, &given), "\(section.name).\(setting.name)")
                var standard = Configuration()
                // Marks both as said, so that only the values are compared.
                (given.searchLimit, standard.searchLimit) = (given.searchLimit, standard.searchLimit)
                #expect(given == standard, "\(section.name).\(setting.name)")
            }
        }
    }

    @Test func `every setting has its help`() {
        for setting in Setting.sections.flatMap(\.settings) { #expect(setting.help.hasSuffix(".")) }
    }
}
