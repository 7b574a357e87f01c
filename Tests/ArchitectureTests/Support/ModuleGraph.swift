/// The modules and their imports, as a graph for a page.
struct ModuleGraph {
    /// The imports of each module.
    let imports: [String: Set<String>]

    /// Creates a graph in which all sources count as one module, so a new one changes no page.
    init(_ files: [SwiftFile]) {
        let names = Dictionary(files.map { (Self.name($0.module), Self.node($0.module)) }, uniquingKeysWith: { $1 })
        var imports: [String: Set<String>] = [:]
        for file in files {
            let node = Self.node(file.module)
            let others = file.imports.compactMap { names[$0.module] }.filter { $0 != node }
            imports[node, default: []].formUnion(others)
        }
        self.imports = imports
    }

    /// The arrows in Mermaid syntax, without those that others imply.
    var lines: [String] {
        let arrows = imports.keys.sorted().flatMap { module -> [String] in
            let direct = imports[module] ?? []
            let implied = direct.reduce(into: Set<String>()) { $0.formUnion(below($1)) }
            return direct.subtracting(implied).sorted().map { "    \(module) --> \($0)" }
        }
        return ["graph TD"] + arrows
    }

    /// The name of a folder's module, as code imports it.
    private static func name(_ folder: String) -> String {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return folder.hasPrefix("Plugins/") ? "\(name)Source" : name
    }

    private static func node(_ folder: String) -> String { folder.hasPrefix("Plugins/") ? "Plugins" : name(folder) }

    /// The direct and indirect imports of a module.
    private func below(_ module: String) -> Set<String> {
        (imports[module] ?? []).reduce(into: []) { all, next in
            all.insert(next)
            all.formUnion(below(next))
        }
    }
}
