public import AggSource
public import Testing

/// Checks that a kind of source keeps every promise the program relies on; a source's tests call it once.
///
/// It checks what the kind declares, its starter sample, a whole fetch, an empty answer, answers that are wrong or cut
/// off, conditional requests, statuses, and being cancelled. Each broken promise is an issue of its own, at the line of
/// the call. Nothing is asked of a network.
///
/// ```swift
/// @Test func `keeps the contract of a source`() async {
///     await verifyContract(of: CitiesSource.self, fixture)
/// }
/// ```
public func verifyContract<Source: DataSource>(
    of type: Source.Type,
    _ fixture: ContractFixture,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    await Contract<Source>(fixture: fixture) { promise in
        Issue.record("\(promise)", sourceLocation: sourceLocation)
    }.check()
}
