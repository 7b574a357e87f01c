import AggConfiguration
import AggSource
import Foundation

/// A folder with configuration files, removed with the test.
final class ConfigurationFolder: Sendable {
    let path: String

    init(_ config: String? = nil, dropIns: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.path + "/configuration-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        if let config { try write(config, to: "config.yml") }
        for (name, text) in dropIns { try write(text, to: "sources.d/\(name)") }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var file: String { path + "/config.yml" }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func load() throws(ConfigurationFaults) -> Configuration {
        try Configuration.load(explicit: file, environment: [:])
    }

    /// Returns the faults as `NAME:LINE: MESSAGE`, without the folder.
    func faults() -> [String] {
        Configuration.read(explicit: file, environment: [:]).faults
            .map { $0.line.replacingOccurrences(of: path + "/", with: "") }
    }
}

extension Configuration {
    /// Reads the configuration.
    ///
    /// - Throws: All faults in all files.
    static func load(
        explicit: String? = nil, environment: [String: String]
    ) throws(ConfigurationFaults) -> Configuration {
        let (configuration, faults) = read(explicit: explicit, environment: environment)
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return configuration
    }
}

/// Returns the faults of a text as `config.yml`.
func faults(of text: String) throws -> [String] {
    try ConfigurationFolder(text).faults()
}
