import Foundation

/// The names of files that begin as a path does.
enum FileNames {
    /// At most so many.
    private static let limit = 500

    /// The paths, in order; that of a folder ends in a slash.
    ///
    /// Hidden files are offered where their dot was typed; `~/` is looked for in the home folder, and stays as it is.
    static func paths(startingWith path: String, home: String? = HomePath.home) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = path.dropFirst(folder.count)
        let manager = FileManager.default
        let names =
            (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : HomePath.expanded(folder, home: home)))
            ?? []
        let found = names.filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) }.sorted()
        return found.prefix(limit).map { found in
            var isFolder: ObjCBool = false
            let path = folder + found
            let isThere = manager.fileExists(atPath: HomePath.expanded(path, home: home), isDirectory: &isFolder)
            return isThere && isFolder.boolValue ? path + "/" : path
        }
    }
}
