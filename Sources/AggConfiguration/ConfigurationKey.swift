import AggSource
import Foundation

/// A key of `favorites`, `search`, `network`, or `catalogs`: what it takes and where that goes.
package struct ConfigurationKey {
    /// The name within its section.
    package let name: String
    /// The expected value, as part of a sentence.
    package let expectation: String
    /// The default value, as written in the configuration.
    package let standard: String
    /// A one-sentence description.
    package let help: String
    /// Stores a value in the configuration; false if it is invalid.
    let apply: (String, inout Configuration) -> Bool

    /// The sections and their keys.
    package static var sections: [(name: String, keys: [ConfigurationKey])] {
        [
            (
                "favorites",
                [count("limit", 1...100_000, \.favoritesLimit, "How many records may be marked as favorites.")]
            ),
            ("search", [count("limit", 1...10_000, \.searchLimit, "How many rows a search answers.")]),
            (
                "changes",
                [
                    span(
                        "keep", "90d", from: .seconds(86_400), to: .seconds(3_650 * 86_400), \.changesKeep,
                        "How long changes are kept, for changes, news, alerts, and charts over time.",
                        expects: "a span of time from 1d to 3650d, such as 90d"),
                    count(
                        "limit", 100...100_000, \.changesLimit,
                        "How many changes of each source are kept; the newest are."),
                ]
            ),
            (
                "network",
                [
                    span(
                        "connect_timeout", "10s", from: .milliseconds(1), \.network.connectTimeout,
                        "How long to wait for a connection and the first byte of an answer."),
                    span(
                        "idle_timeout", "30s", from: .milliseconds(1), \.network.idleTimeout,
                        "How long a running answer may stay silent."),
                    span(
                        "deadline", "5m", from: .milliseconds(1), \.network.deadline,
                        "How long one request may take in all."),
                    size("max_body", "512MB", \.network.maxBody, "The largest body accepted, inflated."),
                    span(
                        "max_wait", "60s", from: .zero, \.network.maxWait,
                        "The longest wait for a rate limit or a server's Retry-After."),
                    count(
                        "at_once", 1...64, \.hostsAtOnce,
                        "How many hosts are contacted at once; fewer if the limit on open files is low."),
                ]
            ),
            (
                "catalogs",
                [
                    addresses(
                        "arcgis",
                        "The sites of ArcGIS Hub that `source find` searches; https://hub.arcgis.com unless it is set."),
                    addresses(
                        "ckan", "The CKAN portals that `source find` searches, besides those of configured tables."),
                    addresses(
                        "soda",
                        "The catalogs of Socrata portals that `source find` searches; those of North America and of Europe unless it is set."
                    ),
                ]
            ),
        ]
    }

    private static func addresses(_ kind: SourceKind, _ help: String) -> ConfigurationKey {
        let expectation = "http or https addresses with blanks between them, or none"
        return ConfigurationKey(name: kind.description, expectation: expectation, standard: "", help: help) {
            text, configuration in
            let words = text == "none" ? [] : text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
            let urls = words.compactMap { word -> URL? in
                guard case .url(let url) = Parameter.Kind.url.parse(String(word)), !url.isFileURL else { return nil }
                return url
            }
            guard urls.count == words.count, !words.isEmpty || text == "none" else { return false }
            configuration.catalogs[kind] = urls
            return true
        }
    }

    private static func count(
        _ name: String, _ range: ClosedRange<Int>, _ target: WritableKeyPath<Configuration, Int>, _ help: String
    ) -> ConfigurationKey {
        let kind = Parameter.Kind.integer(range)
        let standard = String(Configuration()[keyPath: target])
        return ConfigurationKey(name: name, expectation: kind.expectation, standard: standard, help: help) {
            text, configuration in
            guard case .integer(let count) = kind.parse(text) else { return false }
            configuration[keyPath: target] = count
            return true
        }
    }

    private static func span(
        _ name: String, _ standard: String, from least: Duration, to most: Duration = .seconds(86_400),
        _ target: WritableKeyPath<Configuration, Duration>, _ help: String, expects other: String? = nil
    ) -> ConfigurationKey {
        let bounds = least == .zero ? "up to 24h" : "from 1ms to 24h"
        let expectation = other ?? "a span of time \(bounds), such as 10s or 5m"
        return ConfigurationKey(name: name, expectation: expectation, standard: standard, help: help) {
            text, configuration in
            guard let span = Age.parse(text), span >= least, span <= most else { return false }
            configuration[keyPath: target] = span
            return true
        }
    }

    private static func size(
        _ name: String, _ standard: String, _ target: WritableKeyPath<Configuration, Int>, _ help: String
    ) -> ConfigurationKey {
        let expectation = "a size from 1kB to 64GB, such as 512MB"
        return ConfigurationKey(name: name, expectation: expectation, standard: standard, help: help) {
            text, configuration in
            guard let size = ByteCount.parse(text), (1_000...64_000_000_000).contains(size) else { return false }
            configuration[keyPath: target] = size
            return true
        }
    }
}
