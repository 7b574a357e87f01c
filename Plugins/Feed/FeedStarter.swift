import AggSource

extension StarterSample {
    /// Items in the shape of the Essential Feed, written for the program.
    static var essentialItems: StarterSample { StarterSample(PackageResources.starter_json) }
}
