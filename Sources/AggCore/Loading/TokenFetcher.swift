import AggSource

extension SourceServices {
    /// The services for loading a source, with the token from its command if its environment variable is empty.
    ///
    /// The command runs only when the source is about to be requested; its output is never stored.
    ///
    /// - Throws: `SourceError.unauthorized` if the command fails or prints nothing, `.cancelled`.
    func withToken(of instance: SourceInstance) async throws(SourceError) -> SourceServices {
        guard instance.simulation == nil, let variable = instance.dataSource.tokenVariable,
            let command = instance.configuration.text(Parameter.tokenCommandName),
            (environment[variable] ?? "").allSatisfy(\.isWhitespace)
        else { return self }
        var services = self
        do throws(SourceError) {
            let token = try await secret(of: SecretCommand(shell: command))
            guard !token.isEmpty else { throw SourceError.unauthorized("printed no token") }
            services.environment[variable] = token
        } catch .offline, .refused {
            // Programs cannot be run here; the code that needs the token reports that it is missing.
            return self
        } catch .unauthorized(let reason) {
            throw .unauthorized("the token_command of \(instance.id) \(reason); run it by hand to see why")
        }
        return services
    }
}

/// Gets a source's token, then fetches.
struct TokenFetcher: RecordFetcher {
    let source: SourceInstance
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let services = try await services.withToken(of: source)
        return try await source.dataSource.fetcher(services).fetch(since: state, into: sink)
    }
}

/// Gets a source's token, then the details of a record.
struct TokenDetailLoader: DetailLoader {
    let source: SourceInstance
    let services: SourceServices
    let loader: any DetailLoader

    func details(of record: Record) async throws(SourceError) -> [Record.Field] {
        let services = try await services.withToken(of: source)
        return try await (source.dataSource.detailLoader(services) ?? loader).details(of: record)
    }

    func lacksDetails(_ record: Record) -> Bool { loader.lacksDetails(record) }
}
