/// A place in a configuration file.
public struct ConfigurationPlace: Hashable, Sendable {
    /// The path of the file.
    public var file: String
    /// The line, from 1.
    public var line: Int

    /// Makes a place.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// One thing that is wrong in the configuration, as a sentence with its mend.
public struct ConfigurationFault: Hashable, Sendable {
    /// Where it stands; nil for a fault of the program's own built-in configuration.
    public var place: ConfigurationPlace?
    /// What is wrong and how to mend it.
    public var message: String

    /// Makes a fault.
    public init(_ message: String, at place: ConfigurationPlace? = nil) {
        self.message = message
        self.place = place
    }

    /// The fault on one line, as `FILE:LINE: MESSAGE`.
    public var line: String {
        place.map { "\($0.file):\($0.line): \(message)" } ?? message
    }
}

/// Every fault of a configuration at once; never empty when it is thrown.
public struct ConfigurationFaults: Error, Hashable, Sendable {
    /// The faults, in the order in which they were found.
    public var faults: [ConfigurationFault]

    /// Makes an error of faults.
    public init(_ faults: [ConfigurationFault]) {
        self.faults = faults
    }
}
