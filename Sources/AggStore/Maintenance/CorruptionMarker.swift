import Foundation

/// A file beside the mirror that says that a page of it turned out to be damaged: the next run begins with a new mirror.
///
/// In the middle of a run nothing is moved, since others may have the file open.
struct CorruptionMarker: Sendable {
    /// The path of the mirror.
    let file: String

    init(of file: String) {
        self.file = file
    }

    private var path: String { file + ".damaged" }

    var isThere: Bool { access(path, F_OK) == 0 }

    /// Makes the marker; where nothing can be written, nothing can be moved either.
    func make() {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func remove() {
        unlink(path)
    }
}
