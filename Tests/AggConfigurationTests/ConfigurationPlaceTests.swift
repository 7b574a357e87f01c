import AggConfiguration
import AggSource
import Foundation
import Testing

@Suite struct ConfigurationPlaceTests {
    let folder: ConfigurationFolder

    init() throws {
        folder = try ConfigurationFolder()
        try folder.write("search: {limit: 1}", to: "named.yml")
        try folder.write("search: {limit: 2}", to: "variable.yml")
        try folder.write("search: {limit: 3}", to: "xdg/agg/config.yml")
        try folder.write("search: {limit: 4}", to: "home/.config/agg/config.yml")
    }

    private func limit(_ explicit: String?, _ variables: [String: String]) throws -> Int {
        let environment = variables.mapValues { $0.isEmpty ? "" : "\(folder.path)/\($0)" }
        return try Configuration.load(explicit: explicit.map { "\(folder.path)/\($0)" }, environment: environment)
            .searchLimit
    }

    @Test func `uses the option, then the variable, then the XDG folder, then the home folder`() throws {
        let all = ["AGG_CONFIG": "variable.yml", "XDG_CONFIG_HOME": "xdg", "HOME": "home"]
        #expect(try limit("named.yml", all) == 1)
        #expect(try limit(nil, all) == 2)
        #expect(try limit(nil, ["XDG_CONFIG_HOME": "xdg", "HOME": "home"]) == 3)
        #expect(try limit(nil, ["HOME": "home"]) == 4)
        #expect(try limit(nil, [:]) == 50)
    }

    @Test func `ignores an empty variable`() throws {
        #expect(try limit(nil, ["AGG_CONFIG": "", "XDG_CONFIG_HOME": "", "HOME": "home"]) == 4)
    }

    @Test func `reports a given file that is missing`() {
        let file = folder.path + "/missing/a.yml"
        #expect(
            Configuration.read(explicit: file, environment: [:]).faults.map(\.line) == [
                "no such configuration file: “\(file)”; create it, or choose another with --config"
            ])
        #expect(
            Configuration.read(environment: ["AGG_CONFIG": file]).faults.map(\.line) == [
                "no such configuration file: “\(file)”; create it, or choose another with AGG_CONFIG"
            ])
    }

    @Test func `reads no other file in place of the given one`() throws {
        #expect(throws: ConfigurationFaults.self) { try limit("missing.yml", ["HOME": "home"]) }
    }

    @Test func `reports a folder in place of the file`() {
        let faults = Configuration.read(explicit: folder.path, environment: [:]).faults
        #expect(faults.map(\.line) == ["“\(folder.path)” is a folder; specify a file"])
    }

    @Test func `reports a dangling link, even at the default location`() throws {
        let file = folder.path + "/linked/agg/config.yml"
        try folder.write("", to: "linked/agg/other")
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "gone.yml")
        let faults = Configuration.read(environment: ["XDG_CONFIG_HOME": folder.path + "/linked"]).faults
        #expect(
            faults.map(\.line) == [
                "“\(file)” links to “gone.yml”, which does not exist; fix or remove the link"
            ])
    }

    @Test func `reports a file that the system cannot read`() {
        let faults = Configuration.read(explicit: "/proc/self/mem", environment: [:]).faults
        #expect(
            faults.map(\.line) == [
                "cannot read “/proc/self/mem”: read error; check the file and its permissions"
            ])
    }

    @Test func `does not read an endless device`() {
        let faults = Configuration.read(explicit: "/dev/zero", environment: [:]).faults
        #expect(
            faults.map(\.line) == [
                "“/dev/zero” is larger than 1 MB, the limit for a configuration file; specify another file"
            ])
    }

    @Test func `names the line that is not UTF-8`() throws {
        try folder.write(Array("search:\n  # caf".utf8) + [0xE9] + Array("\n".utf8), to: "config.yml")
        #expect(folder.faults() == ["config.yml:2: this line is not valid UTF-8; save the file as UTF-8"])
    }
}
