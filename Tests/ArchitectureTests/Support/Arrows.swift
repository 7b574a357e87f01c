/// The allowed dependencies: the table that `Docs/Architecture.md` explains.
enum Arrows {
    /// The project's modules that each module may import; a source may also import its protocol library.
    static func allowed(in module: String) -> Set<String>? {
        if module.hasPrefix("Plugins/") { return ["AggSource", "Deflate", "ProgramRows", "Socrata"] }
        return table[module]
    }

    /// The modules between the sources and the program: each may import those before it, except AggFiles and AggText.
    private static let engine: Set = ["AggText", "AggSource", "AggSearch", "AggStorage", "AggCore"]

    private static let parts: Set = [
        "AggFiles", "AggConfiguration", "AggHTTP", "AggPostgres", "AggProcess", "AggStore", "AggCommands", "AggMCP",
        "AggShell", "AggWeb",
        "ProgramRows", "Socrata",
    ]

    private static let table: [String: Set<String>] = [
        "Sources/AggAtlas": [],
        "Sources/AggFiles": [],
        "Sources/AggText": [],
        "Sources/AggSource": [],
        "Sources/AggSearch": ["AggText", "AggSource"],
        "Sources/AggStorage": ["AggText", "AggSource", "AggSearch"],
        "Sources/AggCore": ["AggText", "AggSource", "AggSearch", "AggStorage"],
        "Sources/AggConfiguration": ["AggFiles", "AggSource", "AggCore"],
        "Sources/AggHTTP": ["AggFiles", "AggSource", "Deflate"],
        "Sources/AggProcess": ["AggFiles", "AggSource"],
        "Sources/AggStore": ["AggFiles", "AggText", "AggSource", "AggSearch", "AggStorage"],
        "Sources/AggPostgres": ["AggFiles", "AggText", "AggSource", "AggSearch", "AggStorage"],
        "Sources/AggCommands": engine.union(["AggAtlas", "AggFiles"]),
        "Sources/AggShell": engine.union(["AggFiles", "AggProcess", "AggCommands"]),
        "Sources/AggWeb": engine.union(["AggAtlas", "AggCommands"]),
        "Sources/AggMCP": ["AggCommands", "AggCore", "AggSource"],
        "Sources/Deflate": [],
        "Sources/ProgramRows": ["AggSource"],
        "Sources/Socrata": ["AggSource"],
        "Sources/AggTesting": engine,
        "Sources/AggApp": engine.union(parts).union(PackageTree.plugins.map { "\($0)Source" }),
        "Sources/agg": ["AggApp"],
    ]

    /// External modules, and system modules with outside effects, each with its owners.
    static let owners: [String: [String]] = [
        "GRDB": ["Sources/AggStore"],
        "GRDBSQLite": ["Sources/AggStore"],
        "HeapModule": ["Sources/AggStore"],
        "Yams": ["Sources/AggConfiguration"],
        "Subprocess": ["Sources/AggProcess"],
        "SystemPackage": ["Sources/AggProcess"],
        "CEditLine": ["Sources/AggShell"],
        "CCurl": ["Sources/AggHTTP"], "CPQ": ["Sources/AggPostgres"], "CSQLite": ["Sources/AggStore"],
        "CProcess": ["Sources/agg", "Sources/AggFiles"], "CZlib": ["Sources/Deflate"], "CVersion": ["Sources/AggApp"],
        "FoundationNetworking": ["Sources/AggHTTP"],
        "FoundationXML": ["Plugins/Feed"],
        "FlyingFox": ["Sources/AggTesting"],
        "FlyingSocks": ["Sources/AggTesting", "Sources/AggWeb"],
        "Testing": ["Sources/AggTesting"],
        "Glibc": [
            "Plugins/Feed", "Sources/AggHTTP", "Sources/AggPostgres", "Sources/AggProcess", "Sources/AggShell",
            "Sources/AggTesting", "Sources/AggWeb",
        ],
        "Dispatch": [
            "Sources/AggHTTP", "Sources/AggPostgres", "Sources/AggProcess", "Sources/AggShell", "Sources/AggStorage",
            "Sources/AggStore", "Sources/AggTesting",
        ],
        "Logging": ["Sources/AggHTTP", "Sources/AggProcess", "Sources/AggApp"],
        "XCTest": [],
    ]

    /// The system modules that every module may import.
    static let common: Set = ["Foundation", "FoundationEssentials", "Synchronization"]

    /// The texts that only the code of an owner may contain.
    static let ownedTexts: [(text: String, owners: [String])] = [
        ("URLSession", ["Sources/AggHTTP"]),
        ("sqlite3_", ["Sources/AggStore"]),
        ("PQsend", ["Sources/AggPostgres"]),
        ("DatabasePool", ["Sources/AggStore"]),
        ("DatabaseQueue", ["Sources/AggStore"]),
        ("el_init", ["Sources/AggShell"]),
        ("el_gets", ["Sources/AggShell"]),
        ("el_set", ["Sources/AggShell"]),
        ("tcgetattr", ["Sources/AggShell"]),
        ("tcsetattr", ["Sources/AggShell"]),
        ("ioctl(", ["Sources/AggShell"]),
        ("isatty(", ["Sources/AggShell"]),
        ("STDIN_FILENO", ["Sources/AggShell"]),
        ("STDOUT_FILENO", ["Sources/AggShell"]),
        ("STDERR_FILENO", ["Sources/AggShell"]),
        ("FileHandle.standard", []),
        ("fputs(", ["Sources/AggShell"]),
        ("readLine(strippingNewline", []),
        ("posix_spawn", ["Sources/AggShell"]),
        ("Process()", ["Sources/AggShell"]),
        ("fork()", ["Sources/AggShell"]),
        ("iconv", ["Plugins/Feed"]),
    ]
}
