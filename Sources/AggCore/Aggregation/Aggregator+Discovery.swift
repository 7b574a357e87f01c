package import AggSource

/// What was found at a URL, and the kind of source that reads it.
package struct FoundSource: Sendable {
    /// The kind.
    package let kind: any DataSource.Type
    /// What it found.
    package let discovery: Discovery

    /// Creates a finding.
    package init(kind: any DataSource.Type, discovery: Discovery) {
        self.kind = kind
        self.discovery = discovery
    }
}

extension Aggregator {
    /// The kind that best recognizes a text; nil if none does.
    package nonisolated func kind(recognizing text: String) -> (any DataSource.Type)? {
        let kinds = registry.kinds.map { (kind: $0, recognition: $0.recognizes(text)) }
        return kinds.max { $0.recognition < $1.recognition }.flatMap { $0.recognition == .no ? nil : $0.kind }
    }

    /// Inspects a URL with the given values, following referrals to other kinds.
    ///
    /// - Throws: Whatever the kind's discovery throws, and `SourceError.refused` if a kind has no parameter for a given
    ///   value.
    package nonisolated func discovery(
        _ text: String, as kind: any DataSource.Type, given: [String: String], _ trace: RequestTrace,
        progress: ProgressReporter = .silent
    ) async throws(SourceError) -> FoundSource {
        var (kind, text) = (kind, text)
        var services = trace.tracing(services)
        services.progress = progress
        var findings: [String] = []
        for _ in 0..<3 {
            let known = kind.parameters.map(\.name)
            if let name = given.keys.sorted().first(where: { !known.contains($0) }) {
                throw .refused("the kind \(kind.kind) has no parameter “\(name)”")
            }
            var discovery = try await kind.discover(text, given: given, services)
            findings += discovery.findings
            discovery.findings = findings
            guard let referral = discovery.referral else { return FoundSource(kind: kind, discovery: discovery) }
            guard let other = registry.kinds.first(where: { $0.kind == referral.kind }) else {
                throw .refused(
                    "this source is of the kind \(referral.kind), which this version of agg does not support")
            }
            (kind, text) = (other, referral.address)
        }
        throw .refused("agg tried several kinds of source, but none of them can read this URL")
    }

    /// The existing source, enabled or not, that matches a discovery; nil if there is none.
    package nonisolated func source(like found: FoundSource) -> SourceInstance? {
        let parameters = found.kind.parameters.filter { $0.kind == .url || $0.selectsData }
        let wanted = parameters.map { parameter in
            (name: parameter.name, value: found.discovery.value(of: parameter))
        }
        guard wanted.contains(where: { found.discovery.names($0.name) }) else { return nil }
        return (registry.instances + registry.disabled).first { instance in
            instance.kind == found.kind.kind
                && wanted.allSatisfy { $0.value == instance.configuration.values[$0.name] }
        }
    }

    /// The source of any kind that has a text as its URL; nil if there is none.
    package nonisolated func source(at text: String) -> SourceInstance? {
        (registry.instances + registry.disabled).first { $0.address == text }
    }
}

extension Discovery {
    /// Whether a value was found for a parameter, rather than its default.
    fileprivate func names(_ parameter: String) -> Bool { values[parameter] != nil || lists[parameter] != nil }

    /// The value that a parameter would have; nil if it has neither a value nor a default.
    fileprivate func value(of parameter: Parameter) -> ParameterValue? {
        lists[parameter.name].map(ParameterValue.list)
            ?? (values[parameter.name] ?? parameter.defaultText).flatMap { parameter.kind.parse($0) }
    }
}
