/// The configuration file that is read, and whether someone asked for this very one.
struct ConfigurationLocation: Hashable {
    let file: String
    /// What named the file, `--config` or `AGG_CONFIG`; nil for the default file, which may be missing.
    let namedBy: String?

    /// Finds the file; nil when none is named and there is no home folder to look in.
    init?(named file: String?, environment: [String: String]) {
        if let file {
            (self.file, namedBy) = (file, "--config")
        } else if let file = environment["AGG_CONFIG"], !file.isEmpty {
            (self.file, namedBy) = (file, "AGG_CONFIG")
        } else {
            guard let folder = BaseFolders(environment).configuration else { return nil }
            (self.file, namedBy) = (folder + "/agg/config.yml", nil)
        }
    }

    /// The folder of the drop-in files.
    var sourcesFolder: String {
        guard let slash = file.lastIndex(of: "/") else { return "sources.d" }
        return file[...slash] + "sources.d"
    }
}
