import AggCore

/// A key of `favorites`, `search` or `network`: what it takes and where that goes.
struct Setting {
    /// The name inside its section.
    let name: String
    /// What is expected, as part of a sentence.
    let expectation: String
    /// Puts a text into the configuration; false when it is no value.
    let apply: (String, inout Configuration) -> Bool

    /// The sections and their keys.
    static var sections: [(name: String, settings: [Setting])] {
        [
            ("favorites", [count("limit", 1...100_000, \.favoritesLimit)]),
            ("search", [count("limit", 1...10_000, \.searchLimit)]),
            (
                "network",
                [
                    span("connect_timeout", from: .milliseconds(1), \.network.connectTimeout),
                    span("idle_timeout", from: .milliseconds(1), \.network.idleTimeout),
                    span("deadline", from: .milliseconds(1), \.network.deadline),
                    size("max_body", \.network.maxBody),
                    span("max_wait", from: .zero, \.network.maxWait),
                ]
            ),
        ]
    }

    private static func count(
        _ name: String, _ range: ClosedRange<Int>, _ target: WritableKeyPath<Configuration, Int>
    ) -> Setting {
        let kind = Parameter.Kind.integer(range)
        return Setting(name: name, expectation: kind.expectation) { text, configuration in
            guard case .integer(let count) = kind.parse(text) else { return false }
            configuration[keyPath: target] = count
            return true
        }
    }

    private static func span(
        _ name: String, from least: Duration, _ target: WritableKeyPath<Configuration, Duration>
    ) -> Setting {
        let bounds = least == .zero ? "up to 24h" : "from 1ms to 24h"
        return Setting(name: name, expectation: "a span of time \(bounds), such as 10s or 5m") { text, configuration in
            guard let span = Age.parse(text), span >= least, span <= .seconds(86_400) else { return false }
            configuration[keyPath: target] = span
            return true
        }
    }

    private static func size(_ name: String, _ target: WritableKeyPath<Configuration, Int>) -> Setting {
        Setting(name: name, expectation: "a size from 1kB to 64GB, such as 512MB") { text, configuration in
            guard let size = ByteCount.parse(text), (1 << 10...64 << 30).contains(size) else { return false }
            configuration[keyPath: target] = size
            return true
        }
    }
}
