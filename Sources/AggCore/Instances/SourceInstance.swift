package import AggSource
package import AggStorage
import Foundation

/// A configured source: an instance of a kind, with an id.
///
/// It is a class because every search visits all sources, which may be thousands.
package final class SourceInstance: Sendable {
    /// The id.
    package let id: SourceID
    /// The kind.
    package let kind: SourceKind
    /// The module's instance.
    package let dataSource: any DataSource
    /// Its configuration, including defaults.
    package let configuration: SourceConfiguration
    /// The fingerprint of its configuration and of whether it is simulated.
    package let fingerprint: String
    /// The fingerprint of its configuration only.
    let realFingerprint: String
    /// The simulation used instead of the source; nil if the source itself is used.
    package let simulation: Simulation?
    /// The URL it is loaded from, for display; nil if the configuration has none.
    package let address: String?
    /// A remark on the origin of its rows, for every answer: plain http, or a simulation; nil if there is none.
    let remark: String?

    /// Creates an instance; `passive` are the names of the parameters that do not affect its rows.
    init(
        configuration: SourceConfiguration, dataSource: any DataSource, passive: Set<String>,
        simulation: Simulation? = nil
    ) {
        self.configuration = configuration
        self.simulation = simulation
        id = configuration.id
        kind = configuration.kind
        self.dataSource = dataSource
        realFingerprint = configuration.fingerprint(without: passive)
        fingerprint = realFingerprint + (simulation == nil ? "" : Self.simulatedMark)
        let url = configuration.url("url") ?? configuration.url("endpoint")
        address = url?.absoluteString
        remark = Self.remark(url, simulation, of: dataSource)
    }

    /// The columns whose words a search does not find.
    package var unsearchableColumns: Set<String> {
        // Numbers, dates, and the like are never searched.
        Set(dataSource.columns.filter { [.text, .list].contains($0.kind) && !$0.isSearchable }.map(\.name))
    }

    private static func remark(_ url: URL?, _ simulation: Simulation?, of dataSource: any DataSource) -> String? {
        let encryption = url?.scheme?.lowercased() == "http" ? "plain http, not encrypted" : nil
        let simulation = simulation.map {
            let origin = dataSource.starter == nil ? "" : "uses the starter sample, and "
            return "simulated: \(origin)\(Int(clamping: $0.errorRate * 100))% of loads fail"
        }
        let remarks = [encryption, simulation].compactMap(\.self)
        return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }

    /// The suffix of the fingerprint of simulated rows, so that they never pass for real ones.
    fileprivate static let simulatedMark = "\nsimulated"
}

extension StoredSource {
    /// Whether the rows were fetched with the source's current configuration and mapping.
    ///
    /// A simulated source keeps its real rows.
    package func isOf(_ instance: SourceInstance) -> Bool {
        let isSame =
            fingerprint == instance.fingerprint
            || instance.simulation != nil && fingerprint == instance.realFingerprint
        return isSame && mappingVersion == instance.dataSource.mappingVersion
    }

    /// Whether the rows came from the source itself rather than from a simulation or a sample.
    var isReal: Bool { origin != .starter && fetchedAt != nil && !isSimulated }

    /// Whether the rows came from a simulation.
    var isSimulated: Bool { fingerprint.hasSuffix(SourceInstance.simulatedMark) }

    /// Whether the rows came from the source itself when it was of another kind.
    func isOfKind(otherThan kind: SourceKind) -> Bool {
        isReal && fingerprint.prefix { $0 != "\n" } != kind.description
    }
}

extension SourceConfiguration {
    /// A text that changes if the fetched rows may change: the kind and its values, without the parameters of every
    /// source and those that do not affect its rows.
    ///
    /// It is stored with the rows; if it differs, the stored rows belong to another configuration.
    package func fingerprint(without passive: Set<String> = []) -> String {
        let values = values.filter { !CommonParameters.names.contains($0.key) && !passive.contains($0.key) }
        return values.sorted { $0.key < $1.key }.reduce(kind.description) { "\($0)\n\($1.key)=\($1.value.fingerprint)" }
    }
}

extension ParameterValue {
    /// The value as text in a form that never changes.
    ///
    /// Needed at every start; reflection would take a hundred times as long.
    var fingerprint: String {
        switch self {
        case .text(let text): "text " + text
        case .url(let url): "url " + Secrets.replaced(url.absoluteString) { StableHash.text(of: String($0)) }
        case .integer(let number): "integer " + String(number)
        case .decimal(let number): "decimal " + JSONWriter.shortest(number)
        case .boolean(let flag): flag ? "true" : "false"
        case .duration(let span): "span \(span.components.seconds).\(span.components.attoseconds)"
        case .list(let texts): "list " + JSONValue.array(texts.map(JSONValue.string)).text
        // It may hold secrets, and is kept in the store.
        case .mapping(let object): "mapping " + StableHash.text(of: JSONValue.object(object).text)
        }
    }
}

/// The parameters that every source has, whatever its kind.
enum CommonParameters {
    /// The parameters of the policy and of the simulation.
    static let all = SourcePolicy.parameters + Simulation.parameters
    /// Their names: they do not affect which rows are fetched.
    static let names = Set(all.map(\.name))
}
