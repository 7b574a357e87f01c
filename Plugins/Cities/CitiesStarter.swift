import AggSource

extension StarterSample {
    /// The cities of ``LargeCities`` in the shape of the list, the most populous first.
    ///
    /// Names, countries and coordinates in `Resources/starter.json` are facts of GeoNames (https://www.geonames.org), which
    /// are licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/); the ids are those of the list, so that
    /// a favorite among them stays one after the first refresh.
    static var largeCities: StarterSample { StarterSample(PackageResources.starter_json) }
}
