/// A place in a configuration file.
public struct ConfigurationPlace: Hashable, Sendable {
    /// The path of the file.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// How someone other than the user or root could change the file; nil if nobody can.
    ///
    /// If not nil, the file must not name programs to run.
    public var risk: Risk?

    /// How other users can change a file.
    public enum Risk: Hashable, Sendable {
        /// Its permissions let them write to it.
        case isWritable
        /// It belongs to one of them.
        case isForeign
    }

    /// Creates a place.
    public init(file: String, line: Int, risk: Risk? = nil) {
        self.file = file
        self.line = line
        self.risk = risk
    }
}

/// A single configuration error, with a sentence that says how to fix it.
public struct ConfigurationFault: Hashable, Sendable {
    /// The location of the fault; nil if it is in the built-in configuration.
    public var place: ConfigurationPlace?
    /// What is wrong and how to fix it.
    public var message: String

    /// Creates a fault.
    public init(_ message: String, at place: ConfigurationPlace? = nil) {
        self.message = message
        self.place = place
    }

    /// The fault on one line, as `FILE:LINE: MESSAGE`.
    public var line: String {
        place.map { "\($0.file):\($0.line): \(message)" } ?? message
    }
}

/// All the faults of a configuration; never empty when thrown.
public struct ConfigurationFaults: Error, Hashable, Sendable {
    /// The faults in the order of files and lines, those without a place last.
    public var faults: [ConfigurationFault]

    /// Creates an error from a list of faults.
    public init(_ faults: [ConfigurationFault]) {
        // The sort is stable, so faults of the same line stay in the order they were found.
        self.faults = faults.sorted { first, second in
            guard let first = first.place else { return false }
            guard let second = second.place else { return true }
            return (first.file, first.line) < (second.file, second.line)
        }
    }
}
