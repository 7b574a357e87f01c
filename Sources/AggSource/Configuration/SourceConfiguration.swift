public import Foundation

/// The configuration of one source: its id, its kind, and the values of the kind's parameters, defaults filled in.
public struct SourceConfiguration: Hashable, Sendable {
    /// The id of the source.
    public var id: SourceID
    /// The kind the source is an instance of.
    public var kind: SourceKind
    /// The values by the names of the parameters.
    public var values: [String: ParameterValue]

    /// Makes a configuration.
    public init(id: SourceID, kind: SourceKind, values: [String: ParameterValue] = [:]) {
        self.id = id
        self.kind = kind
        self.values = values
    }

    /// The text of a parameter, or nil where it has none.
    public func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// The address of a parameter, or nil where it has none.
    public func url(_ name: String) -> URL? {
        if case .url(let url) = values[name] { url } else { nil }
    }

    /// The number of a parameter, or nil where it has none.
    public func integer(_ name: String) -> Int? {
        if case .integer(let number) = values[name] { number } else { nil }
    }

    /// The number with a fraction of a parameter, or nil where it has none.
    public func decimal(_ name: String) -> Double? {
        if case .decimal(let number) = values[name] { number } else { nil }
    }

    /// The flag of a parameter, or nil where it has none.
    public func boolean(_ name: String) -> Bool? {
        if case .boolean(let flag) = values[name] { flag } else { nil }
    }

    /// The span of a parameter, or nil where it has none.
    public func duration(_ name: String) -> Duration? {
        if case .duration(let span) = values[name] { span } else { nil }
    }
}
