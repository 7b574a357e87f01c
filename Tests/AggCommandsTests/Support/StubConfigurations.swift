import AggCore
import AggSource
import Synchronization

/// Configured sources in memory: a fixed set, and a file for each one that is added.
final class StubConfigurations: SourceConfigurationStore {
    private let standing: [SourceEntry]
    private let files = Mutex<[SourceEntry]>([])
    private let switches = Mutex<[String: Bool]>([:])

    init(_ standing: [SourceEntry]) {
        self.standing = standing
    }

    /// The ids that have a file.
    var added: [String] { files.withLock { $0.map(\.id.text) } }

    func entries() throws(ConfigurationFaults) -> [SourceEntry] {
        let switches = switches.withLock { $0 }
        return (standing + files.withLock { $0 }).map { entry in
            var entry = entry
            entry.isEnabled = switches[entry.id.text] ?? entry.isEnabled
            return entry
        }
    }

    func add(_ entries: [SourceEntry]) -> [Result<String, SourceChangeError>] {
        entries.map { entry in
            if entry.id.text == "full" { return .failure(.failed("the disk is full")) }
            files.withLock { $0.append(entry) }
            return .success("sources.d/\(entry.id.text).yml")
        }
    }

    func remove(_ id: SourceID) throws(SourceChangeError) {
        files.withLock { $0.removeAll { $0.id.text == id.description } }
    }

    func file(of id: SourceID) -> SourceText? {
        guard let entry = files.withLock({ $0.first { $0.id.text == id.description } }) else { return nil }
        return SourceText(path: "sources.d/\(id).yml", text: text(of: entry))
    }

    func entry(of id: SourceID) -> SourceEntry? { files.withLock { $0.first { $0.id.text == id.description } } }

    func write(_ file: SourceText) throws(SourceChangeError) {
        if file.text.contains("full") { throw .failed("the disk is full") }
        let id = String(file.path.dropFirst("sources.d/".count).dropLast(".yml".count))
        files.withLock { files in
            guard let index = files.firstIndex(where: { $0.id.text == id }) else { return }
            let place = ConfigurationPlace(file: file.path, line: 1)
            files[index].kind = file.text.split(separator: " ").last.map { .init(String($0), at: place) }
        }
    }

    func text(of entry: SourceEntry) -> String { "\(entry.id.text) \(entry.kind?.text ?? "")" }

    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError) {
        switches.withLock { $0[id.description] = isEnabled }
    }
}
