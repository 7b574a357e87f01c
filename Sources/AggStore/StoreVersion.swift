/// A text that changes whenever any process changes the store: the sizes and times of its files.
package struct StoreVersion: Sendable {
    private let paths: [String]

    /// Creates the version of the store in a folder.
    package init(folder: String) {
        paths = ["mirror.sqlite", "mirror.sqlite-wal", "user.sqlite", "user.sqlite-wal"].map { "\(folder)/\($0)" }
    }

    /// The current version.
    package var text: String {
        paths.map { FileState.text($0) }.joined(separator: " ")
    }
}
