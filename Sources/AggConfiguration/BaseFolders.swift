/// The folders of the XDG Base Directory Specification, from the environment.
struct BaseFolders {
    private let environment: [String: String]

    init(_ environment: [String: String]) {
        self.environment = environment
    }

    var configuration: String? { folder("XDG_CONFIG_HOME", below: ".config") }
    var data: String? { folder("XDG_DATA_HOME", below: ".local/share") }
    var state: String? { folder("XDG_STATE_HOME", below: ".local/state") }

    /// The folder a variable names, else the default below the home folder.
    ///
    /// "All paths set in these environment variables must be absolute"; one that is not is as good as none.
    private func folder(_ variable: String, below home: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 == "/" ? "/" + home : $0 + "/" + home }
    }

    private func absolute(_ variable: String) -> String? {
        guard var path = environment[variable], path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
