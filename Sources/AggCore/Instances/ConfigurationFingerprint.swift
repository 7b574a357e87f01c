package import AggSource
import Foundation

extension SourceConfiguration {
    /// A text that changes if the fetched rows may change: the kind and its values, without the parameters of every source.
    ///
    /// It is stored with the rows; if it differs, the stored rows belong to another configuration.
    package var fingerprint: String {
        let values = values.filter { !CommonParameters.names.contains($0.key) && $0.key != Parameter.tokenCommandName }
        return ([kind.description] + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.fingerprint)" })
            .joined(separator: "\n")
    }
}

extension ParameterValue {
    /// The value as text that never changes its form.
    ///
    /// Every start needs it, and reflection would take a hundred times as long.
    var fingerprint: String {
        switch self {
        case .text(let text): "text " + text
        case .url(let url): "url " + Secrets.replaced(url.absoluteString) { StableHash.text(of: String($0)) }
        case .integer(let number): "integer " + String(number)
        case .decimal(let number): "decimal " + JSONWriter.shortest(number)
        case .boolean(let flag): flag ? "true" : "false"
        case .duration(let span): "span \(span.components.seconds).\(span.components.attoseconds)"
        }
    }
}

/// The parameters of every source, whatever its kind.
enum CommonParameters {
    /// The parameters of the policy and of the simulation.
    static let all = SourcePolicy.parameters + Simulation.parameters
    /// Their names: they do not affect which rows are fetched.
    static let names = Set(all.map(\.name))
}
