package import AggSource

extension Aggregator {
    /// The findings on the sources: whether their hosts respond, whether the clock is right, and what each kind reports
    /// about its tokens and limits.
    package nonisolated func healthFindings(in scope: HealthScope) async -> [HealthFinding] {
        var findings = await NetworkCheck(aggregator: self).findings(in: scope)
        for instance in registry.instances {
            let services = registry.services(services, for: instance)
            guard instance.simulation == nil, instance.dataSource.healthCheck(services) != nil else { continue }
            let name = "token \(instance.id)"
            guard !scope.isOffline else {
                findings.append(HealthFinding(name, .skipped, "--offline is set"))
                continue
            }
            do throws(SourceError) {
                let check = try await instance.dataSource.healthCheck(services.withToken(of: instance))
                findings += (await check?.findings(in: scope) ?? []).map { finding in
                    HealthFinding(name, finding.status, finding.detail, fix: finding.fix)
                }
            } catch {
                findings.append(
                    HealthFinding(
                        name, .failed, error.reason(),
                        fix: "fix token_command, or set the environment variable instead"))
            }
        }
        return findings
    }
}
