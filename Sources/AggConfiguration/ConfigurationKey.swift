import AggSource
import Foundation

/// A key of `favorites`, `search`, `changes`, `network`, or `catalogs`: its expected value and where it is stored.
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
                [count("limit", 1...100_000, \.favoritesLimit, "The maximum number of favorites.")]
            ),
            ("search", [count("limit", 1...10_000, \.searchLimit, "The maximum number of search results.")]),
            (
                "changes",
                [
                    span(
                        "keep", "90d", from: .seconds(86_400), to: .seconds(3_650 * 86_400), \.changesKeep,
                        "How long to keep the change history for `changes`, `news`, `alerts`, and charts over time.",
                        expects: "a duration from 1d to 3650d, such as 90d"),
                    count(
                        "limit", 100...100_000, \.changesLimit,
                        "The maximum number of changes to keep per source; the oldest are dropped first. Until "
                            + "your watched searches have checked all changes, up to 300000 are kept. A store on "
                            + "a server can have many users, so it always keeps up to 300000."),
                ]
            ),
            (
                "network",
                [
                    span(
                        "connect_timeout", "10s", from: .milliseconds(1), \.network.connectTimeout,
                        "How long to wait for a connection and the first byte of a response."),
                    span(
                        "idle_timeout", "30s", from: .milliseconds(1), \.network.idleTimeout,
                        "How long a response may stall."),
                    span(
                        "deadline", "5m", from: .milliseconds(1), \.network.deadline,
                        "The time limit for an entire request."),
                    size(
                        "max_body", "512MB", \.network.maxBody,
                        "The largest response body to accept from a server, after decompression."),
                    span(
                        "max_wait", "60s", from: .zero, \.network.maxWait,
                        "The longest time to wait because of a rate limit or a server's Retry-After header."),
                    count(
                        "at_once", 1...64, \.hostsAtOnce,
                        "The maximum number of hosts to contact at once; reduced automatically if the limit on open files is low."
                    ),
                ]
            ),
            (
                "catalogs",
                [
                    addresses(
                        "arcgis",
                        "The ArcGIS Hub sites that `source find` searches; by default https://hub.arcgis.com."),
                    addresses(
                        "ckan", "The CKAN portals that `source find` searches, in addition to those of your sources."),
                    addresses(
                        "soda",
                        "The Socrata catalogs that `source find` searches; by default those of North America and Europe."
                    ),
                ]
            ),
        ]
    }

    private static func addresses(_ kind: SourceKind, _ help: String) -> ConfigurationKey {
        let expectation = "http or https URLs separated by spaces, or the word “none”"
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
        let expectation = other ?? "a duration \(bounds), such as 10s or 5m"
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
