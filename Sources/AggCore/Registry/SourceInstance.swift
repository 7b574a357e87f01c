import Foundation

/// A configured source: an instance of a kind under an id.
public struct SourceInstance: Sendable {
    /// The id.
    public let id: SourceID
    /// The kind.
    public let kind: SourceKind
    /// The module's instance.
    public let dataSource: any DataSource
    /// The fingerprint of its configuration.
    public let fingerprint: String
    /// The address it is loaded from, for people; nil where the configuration names none.
    public let address: String?

    init(configuration: SourceConfiguration, dataSource: any DataSource) {
        id = configuration.id
        kind = configuration.kind
        self.dataSource = dataSource
        fingerprint = configuration.fingerprint
        address = (configuration.url("url") ?? configuration.url("endpoint"))?.absoluteString
    }
}
