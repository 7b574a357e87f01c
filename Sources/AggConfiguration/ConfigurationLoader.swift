import AggSource
import Foundation

/// Reads one configuration file and its drop-in files, collecting all faults.
struct ConfigurationLoader {
    private(set) var configuration = Configuration()
    private(set) var faults: [ConfigurationFault] = []
    /// The entry in each drop-in file, with the file's path.
    private(set) var dropIns: [(file: String, entry: SourceEntry)] = []
    /// The entries before the drop-ins that only enable or disable a source were applied.
    private(set) var unswitched: [SourceEntry] = []

    mutating func load(_ location: ConfigurationLocation) {
        if let document = document(location.file) {
            var reader = ConfigurationReader(document: document)
            reader.configuration(&configuration)
            faults += reader.faults
        } else if let namedBy = location.namedBy, faults.isEmpty {
            faults.append(
                ConfigurationFault(
                    "no such configuration file: “\(location.file)”; create it, or choose another with \(namedBy)"))
        }
        for file in files(in: location.sourcesFolder) {
            guard let document = document(file) else { continue }
            var reader = ConfigurationReader(document: document)
            let name = (file as NSString).lastPathComponent
            if let entry = reader.dropIn(id: (name as NSString).deletingPathExtension) {
                dropIns.append((file, entry))
            }
            faults += reader.faults
        }
        configuration.sources += dropIns.map(\.entry).filter { !$0.isSwitch }
        unswitched = configuration.sources
        for (_, entry) in dropIns where entry.isSwitch { turn(entry) }
        dropRepeatedIDs()
    }

    /// Applies a drop-in that only enables or disables a source to that source's entry.
    private mutating func turn(_ entry: SourceEntry) {
        if let index = unswitched.firstIndex(where: { $0.id.text == entry.id.text }) {
            configuration.sources[index].isEnabled = entry.isEnabled
        } else {
            configuration.sources.append(entry)
        }
    }

    /// Reads a file; nil if it does not exist, or if it cannot be read, which is a fault.
    private mutating func document(_ file: String) -> YAMLDocument? {
        do {
            guard let text = try ConfigurationText.read(file) else { return nil }
            configuration.files.append(file)
            let document = YAMLDocument(text, file: file, risk: ConfigurationText.risk(file))
            faults += document.faults
            return document
        } catch {
            faults += error.faults
            return nil
        }
    }

    private mutating func files(in folder: String) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yml") || $0.hasSuffix(".yaml")) }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { "\(folder)/\($0)" }
        } catch {
            faults.append(
                ConfigurationFault("cannot read the folder “\(folder)”; check its permissions, or remove it"))
            return []
        }
    }

    /// Keeps the first entry of each id and reports the others, so that they are not reported again later.
    private mutating func dropRepeatedIDs() {
        var first: [String: (place: ConfigurationPlace, kind: SourceEntry.Text?)] = [:]
        var repeated: [SourceEntry] = []
        configuration.sources.removeAll { entry in
            guard let place = entry.id.place else { return false }
            guard let (earlier, kind) = first[entry.id.text] else {
                first[entry.id.text] = (place, entry.kind)
                return false
            }
            var entry = entry
            entry.kind = entry.kind ?? kind
            repeated.append(entry)
            faults.append(
                ConfigurationFault(
                    "the id “\(entry.id.text)” appears twice (first in \(earlier.file), line \(earlier.line)); "
                        + "give each source a unique id", at: place))
            return true
        }
        configuration.repeated = repeated
    }
}

extension SourceEntry {
    /// Whether the entry only enables or disables a source defined elsewhere.
    var isSwitch: Bool { kind == nil && values.isEmpty }
}
