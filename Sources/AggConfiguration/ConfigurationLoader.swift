import AggSource
import Foundation

/// Reads one configuration file and its drop-in files, gathering every fault.
struct ConfigurationLoader {
    private(set) var configuration = Configuration()
    private(set) var faults: [ConfigurationFault] = []
    /// What each drop-in file says, beside its path.
    private(set) var dropIns: [(file: String, entry: SourceEntry)] = []
    /// The entries before the drop-ins that only switch a source on or off were put over them.
    private(set) var unswitched: [SourceEntry] = []

    mutating func load(_ location: ConfigurationLocation) {
        if let document = document(location.file) {
            var reader = ConfigurationReader(document: document)
            reader.configuration(&configuration)
            faults += reader.faults
        } else if let namedBy = location.namedBy, faults.isEmpty {
            faults.append(
                ConfigurationFault(
                    "there is no configuration file “\(location.file)”; make it, or name another with \(namedBy)"))
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

    /// Puts a drop-in that says only whether a source is enabled over the entry of that source.
    private mutating func turn(_ entry: SourceEntry) {
        if let index = unswitched.firstIndex(where: { $0.id.text == entry.id.text }) {
            configuration.sources[index].isEnabled = entry.isEnabled
        } else {
            configuration.sources.append(entry)
        }
    }

    /// Reads a file; nil if there is none, or none that can be read, and then there is a fault.
    private mutating func document(_ file: String) -> YAMLDocument? {
        do {
            guard let text = try ConfigurationText.read(file) else { return nil }
            configuration.files.append(file)
            let document = YAMLDocument(text, file: file)
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
                ConfigurationFault("“\(folder)” cannot be listed; make it a folder that you may read, or remove it"))
            return []
        }
    }

    /// Keeps the first entry of each id and tells of the others, so that nobody after this tells of them again.
    private mutating func dropRepeatedIDs() {
        var first: [String: ConfigurationPlace] = [:]
        configuration.sources.removeAll { entry in
            guard let place = entry.id.place else { return false }
            guard let earlier = first[entry.id.text] else {
                first[entry.id.text] = place
                return false
            }
            faults.append(
                ConfigurationFault(
                    "the id “\(entry.id.text)” appears twice (first in \(earlier.file), line \(earlier.line)); "
                        + "give each source an id of its own", at: place))
            return true
        }
    }
}

extension SourceEntry {
    /// Whether the entry only says if a source is enabled that something else makes.
    var isSwitch: Bool { kind == nil && values.isEmpty }
}
