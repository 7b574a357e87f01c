/// The modules and what each imports, as a graph for a page.
struct ModuleGraph {
    /// The modules that each imports.
    let imports: [String: Set<String>]

    init(_ files: [SwiftFile]) {
        var imports: [String: Set<String>] = [:]
        for file in files { imports[Self.name(file.module), default: []].formUnion(file.imports.map(\.module)) }
        let modules = Set(imports.keys)
        self.imports = imports.mapValues { $0.intersection(modules) }
    }

    /// The arrows in Mermaid, without those that others imply.
    var lines: [String] {
        let arrows = imports.keys.sorted().flatMap { module -> [String] in
            let direct = imports[module] ?? []
            let implied = direct.reduce(into: Set<String>()) { $0.formUnion(below($1)) }
            return direct.subtracting(implied).sorted().map { "    \(module) --> \($0)" }
        }
        return ["graph TD"] + arrows
    }

    /// The module of a folder, as code imports it.
    private static func name(_ folder: String) -> String {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return folder.hasPrefix("Plugins/") ? "\(name)Source" : name
    }

    /// All that a module imports, and that those import.
    private func below(_ module: String) -> Set<String> {
        (imports[module] ?? []).reduce(into: []) { all, next in
            all.insert(next)
            all.formUnion(below(next))
        }
    }
}
