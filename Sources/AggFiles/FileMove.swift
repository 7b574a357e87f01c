import Foundation

/// Moves a file to an unused name: `rename` would replace a file that another process has just created.
package enum FileMove {
    /// Moves a file.
    ///
    /// - Throws: `SystemError`, `EEXIST` if there is a file of that name, which is left as it is.
    package static func move(_ file: String, toNew name: String) throws(SystemError) {
        if link(file, name) == 0 {
            unlink(file)
            return
        }
        // Some file systems do not know files with two names; there an empty file takes the name first.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw .last() }
        try replacePlaceholder(file, name)
    }

    /// Takes the name with an empty file, and puts the file in its place.
    static func replacePlaceholder(_ file: String, _ name: String) throws(SystemError) {
        let descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last() }
        close(descriptor)
        guard rename(file, name) == 0 else {
            let error = SystemError.last()
            unlink(name)
            throw error
        }
    }

    /// Syncs the folder of a file, if the file system supports it.
    package static func sync(folderOf file: String) {
        let descriptor = open(folder(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The folder of a file.
    package static func folder(of file: String) -> String {
        let folder = (file as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
}
