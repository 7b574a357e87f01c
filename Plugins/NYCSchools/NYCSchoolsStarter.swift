import AggSource

extension StarterSample {
    /// Some sixty schools and their scores, one document a data set.
    ///
    /// `Resources/starter.json` holds both lists, in the API's shape; they are facts of NYC Open Data
    /// (https://data.cityofnewyork.us/d/s3k6-pzi2 and https://data.cityofnewyork.us/d/f9bf-2cp4).
    static func schools(directory: String, scores: String) -> StarterSample? {
        guard let lists = try? JSONValue(parsing: PackageResources.starter_json) else { return nil }
        return StarterSample([
            "\(directory).json": document(lists["directory"]), "\(scores).json": document(lists["scores"]),
        ])
    }

    private static func document(_ list: JSONValue?) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(list ?? .array([]))
        return writer.bytes
    }
}
