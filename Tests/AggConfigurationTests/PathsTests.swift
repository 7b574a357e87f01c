import AggConfiguration
import AggSource
import Testing

@Suite struct PathsTests {
    @Test func `uses the XDG defaults below the home folder`() throws {
        let paths = try Paths(environment: ["HOME": "/home/ada"])
        #expect(paths.configurationFile == "/home/ada/.config/agg/config.yml")
        #expect(paths.sourcesFolder == "/home/ada/.config/agg/sources.d")
        #expect(paths.store == "/home/ada/.local/share/agg")
        #expect(paths.history == "/home/ada/.local/state/agg/history")
    }

    @Test func `uses the XDG variables`() throws {
        let paths = try Paths(environment: [
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "/s",
        ])
        #expect(paths.configurationFile == "/c/agg/config.yml")
        #expect(paths.sourcesFolder == "/c/agg/sources.d")
        #expect(paths.store == "/d/agg")
        #expect(paths.history == "/s/agg/history")
    }

    @Test(arguments: ["", "relative", "./here", "~/there"])
    func `ignores a variable that is not an absolute path`(value: String) throws {
        let paths = try Paths(environment: [
            "HOME": "/home/ada", "XDG_CONFIG_HOME": value, "XDG_DATA_HOME": value, "XDG_STATE_HOME": value,
        ])
        #expect(paths == (try Paths(environment: ["HOME": "/home/ada"])))
    }

    @Test func `prefers the option to the variable, and the variable to the XDG folder`() throws {
        let environment = ["HOME": "/home/ada", "AGG_CONFIG": "/v/c.yml", "AGG_STORE": "/v/store"]
        #expect(try Paths(environment: environment).store == "/v/store")
        #expect(try Paths(environment: environment).configurationFile == "/v/c.yml")
        let named = try Paths(config: "mine.yml", store: "here", environment: environment)
        #expect(named.store == "here")
        #expect(named.configurationFile == "mine.yml")
        #expect(named.sourcesFolder == "sources.d")
        #expect(named.history == "/home/ada/.local/state/agg/history")
    }

    @Test func `a store in the home folder can be named with a tilde`() throws {
        let environment = ["HOME": "/home/ada"]
        #expect(try Paths(configured: "~/data", environment: environment).store == "/home/ada/data")
        #expect(try Paths(store: "~/data", environment: environment).store == "/home/ada/data")
    }

    @Test func `a configuration file in the home folder can be named with a tilde`() throws {
        let environment = ["HOME": "/home/ada", "AGG_CONFIG": "~/a.yml"]
        #expect(try Paths(environment: environment).configurationFile == "/home/ada/a.yml")
        let named = try Paths(config: "~/agg/b.yml", environment: environment)
        #expect(named.configurationFile == "/home/ada/agg/b.yml")
        #expect(named.sourcesFolder == "/home/ada/agg/sources.d")
    }

    @Test func `needs no home folder if the store is given`() throws {
        let paths = try Paths(store: "/s", environment: [:])
        #expect(paths.store == "/s")
        #expect(paths.configurationFile == nil)
        #expect(paths.sourcesFolder == nil)
        #expect(paths.history == nil)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "ada"], ["AGG_STORE": ""]])
    func `explains what to do if there is no folder for the store`(environment: [String: String]) {
        let fault = ConfigurationFault(
            "no folder for the store because HOME is not set; set HOME, or choose a folder with --store or AGG_STORE"
        )
        #expect(throws: ConfigurationFaults([fault])) { try Paths(environment: environment) }
    }

    @Test func `accepts the root folder as home`() throws {
        #expect(try Paths(environment: ["HOME": "/"]).store == "/.local/share/agg")
    }
}
