import AggSource

extension StarterSample {
    /// Some repositories of the built-in search in the shape of the API's answer.
    ///
    /// Numbers and names in `Resources/starter.json` are facts of GitHub, the counts rounded; the descriptions are the
    /// project's own words. The ids are the real ones, so that a favorite among them stays one after the first refresh.
    static var wellKnownRepositories: StarterSample { StarterSample(PackageResources.starter_json) }
}
