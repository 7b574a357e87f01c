import AggCore
import AggSource
import Synchronization

/// Configured sources in memory: some that stand, and a file for each that is added.
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

    func add(_ entry: SourceEntry) throws(SourceChangeError) -> String {
        if entry.id.text == "full" { throw .failed("the disk is full") }
        files.withLock { $0.append(entry) }
        return "sources.d/\(entry.id.text).yml"
    }

    func remove(_ id: SourceID) throws(SourceChangeError) -> Bool {
        files.withLock { files in
            let count = files.count
            files.removeAll { $0.id.text == id.description }
            return files.count < count
        }
    }

    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError) {
        switches.withLock { $0[id.description] = isEnabled }
    }
}
