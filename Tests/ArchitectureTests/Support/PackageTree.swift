import Foundation

/// The files of the package, found from the location of this file.
enum PackageTree {
    static let root: URL = {
        var folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        while folder.path.count > 1 {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) { break }
        }
        return folder
    }()

    /// The text of the manifest.
    static let manifest = text("Package.swift")

    /// All shipped files.
    static let shipped = swiftFiles("Sources") + swiftFiles("Plugins")

    /// The files of a module, such as `Sources/AggCore`.
    static func files(of module: String) -> [SwiftFile] {
        shipped.filter { $0.module == module }
    }

    /// The shipped modules, such as `Sources/AggCore`.
    static let modules = Array(Set(shipped.map(\.module))).sorted()

    /// The names of the folders in `Plugins`.
    static let plugins = folders("Plugins")

    /// The names in the manifest's list of sources, with the dependencies of each besides AggSource.
    static let listedSources: [(name: String, line: String)] = {
        let lines = manifest.split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("let sources") }) else { return [] }
        return lines[(start + 1)...].prefix { $0 != "]" }.compactMap { line in
            line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map { (String($0), line) }
        }
    }()

    /// The text of a file below the root; empty if there is no such file.
    static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// The names of the folders below a folder.
    static func folders(_ path: String) -> [String] {
        names(path).filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: root.appending(path: "\(path)/\(name)").path, isDirectory: &isFolder)
            return exists && isFolder.boolValue
        }
    }

    /// The names in a folder, except hidden ones.
    static func names(_ path: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Whether there is a file or folder at a path below the root.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The paths of the files relative to a folder, without build products and hidden files.
    static func paths(folder: String) -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        return all.filter { path in
            !path.split(separator: "/").contains { $0.hasPrefix(".") } && path.contains(".")
                && path.hasSuffix("Package.resolved") == false
        }.sorted()
    }

    private static func swiftFiles(_ folder: String) -> [SwiftFile] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        return all.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            SwiftFile(path: "\(folder)/\(name)", text: text("\(folder)/\(name)"))
        }
    }
}
