import AggSource
import AggStorage
import Testing

import AggCommands

@Suite struct ErrorTests {
    private let error: CommandError = {
        var error = CommandError(code: "http", message: "cannot refresh towns: HTTP 503", source: .stub)
        error.line = 7
        return error
    }()

    @Test func `an error is one line of text`() {
        #expect(Renderer.render(error, asJSON: false) == "agg: line 7: cannot refresh towns: HTTP 503\n")
        #expect(Renderer.render(.interrupted, asJSON: false) == "agg: interrupted\n")
    }

    @Test func `an error is one document`() {
        #expect(
            Renderer.render(error, asJSON: true)
                == #"{"agg":1,"error":{"code":"http","message":"cannot refresh towns: HTTP 503","source":"towns","line":7}}"#
                + "\n")
        #expect(
            Renderer.render(CommandError.usage("what\nnow \"x\"?"), asJSON: true)
                == #"{"agg":1,"error":{"code":"usage","message":"what\nnow \"x\"?","source":null,"line":null}}"# + "\n")
    }

    @Test func `an error is wrapped at spaces for a terminal, but not as JSON`() {
        let error = CommandError.usage("cannot read “https://example.org/very/long/path.csv”: no such file")
        let lines = "agg: cannot read\n“https://example.org/very/long/path.csv”:\nno such file\n"
        #expect(Renderer.render(error, asJSON: false, Presentation(width: 20)) == lines)
        #expect(Renderer.render(remark: error.message, Presentation(width: 20)) == lines)
        #expect(
            Renderer.render(error, asJSON: true, Presentation(width: 20)) == Renderer.render(error, asJSON: true))
        #expect(
            Renderer.render(ConfigurationFaults(faults.faults), asJSON: false, Presentation(width: 30))
                == "agg: config.yml:3: unknown key\n“ulr”; did you mean “url”?\nagg: two modules declare the\n"
                + "kind “feed”\n")
    }

    private let faults = ConfigurationFaults([
        ConfigurationFault(
            "unknown key “ulr”; did you mean “url”?", at: ConfigurationPlace(file: "config.yml", line: 3)),
        ConfigurationFault("two modules declare the kind “feed”"),
    ])

    @Test func `configuration errors are one line each`() {
        #expect(
            Renderer.render(faults, asJSON: false)
                == "agg: config.yml:3: unknown key “ulr”; did you mean “url”?\nagg: two modules declare the kind “feed”\n"
        )
    }

    @Test func `configuration errors are one document`() throws {
        let text = Renderer.render(faults, asJSON: true)
        #expect(text.split(separator: "\n").count == 1)
        let document = try JSONValue(parsing: text)
        #expect(document["agg"] == 1)
        #expect(document["error"]?["code"] == "configuration")
        #expect(document["error"]?["message"] == "config.yml:3: unknown key “ulr”; did you mean “url”?")
        #expect(document["error"]?["line"] == 3)
        #expect(
            document["faults"]?.text
                == #"[{"message":"unknown key “ulr”; did you mean “url”?","file":"config.yml","line":3},"#
                + #"{"message":"two modules declare the kind “feed”","file":null,"line":null}]"#)
    }

    @Test(arguments: [
        (StoreError.locked(file: "m.sqlite"), "store_locked"), (.full(file: "m.sqlite"), "disk_full"),
        (.favoritesFull(limit: 100), "favorites_full"),
    ])
    func `a store error keeps its name and reason`(error: StoreError, code: String) {
        #expect(CommandError(error) == CommandError(code: code, message: error.reason))
    }

    @Test func `a canceled operation was interrupted`() {
        #expect(CommandError(StoreError.cancelled) == .interrupted)
        #expect(CommandError.interrupted.status.rawValue == 130)
    }
}
