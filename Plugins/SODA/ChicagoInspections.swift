import AggSource

/// Chicago's food inspections, the data set that comes with the program.
enum ChicagoInspections {
    /// The id of the data set.
    static let dataSet = "4ijn-s7e5"

    /// The built-in source: the 10,000 newest inspections of about 308,000.
    static func entry(_ kind: SourceKind) -> SourceEntry {
        SourceEntry(
            builtIn: "chicago-inspections", kind: kind,
            [
                "endpoint": "https://data.cityofchicago.org", "dataset": dataSet,
                "order": "inspection_date DESC", "max_records": "10000", "key": "inspection_id", "title": "dba_name",
                "subtitle": "address", "date": "inspection_date",
            ])
    }

    /// The columns that become fields; the place is the record's coordinate.
    static let columns = [
        Column("inspection_id", .integer, "The number of the inspection, which is its key."),
        Column("dba_name", .text, "The name the business goes by."),
        Column("aka_name", .text, "Another name the public knows it by."),
        Column("results", .text, "Pass, Pass w/ Conditions, Fail, Out of Business, No Entry or Not Ready."),
        Column("risk", .text, "How much harm bad food could do there, from Risk 1 (High) to Risk 3 (Low)."),
        Column("facility_type", .text, "What kind of place it is, such as Restaurant or Grocery Store."),
        Column("inspection_type", .text, "Why it was inspected, such as Canvass, Complaint or License."),
        Column("inspection_date", .date, "The day of the inspection, in Chicago."),
        Column("license_", .integer, "The number of the business's license; 0 where it has none."),
        Column("address", .text, "The street address."),
        Column("city", .text, "The city."),
        Column("state", .text, "The state's two letters."),
        Column("zip", .text, "The postal code."),
        Column("violations", .text, "What was found wrong, one violation a line: its number, title and comments."),
    ]

    /// The columns that hold several things in one text.
    static let lists: Set<String> = ["violations"]
}

extension StarterSample {
    /// A hundred inspections in the shape of the API.
    ///
    /// Names, addresses and results in `Resources/starter.json` are facts of the City of Chicago's data set
    /// (https://data.cityofchicago.org/d/4ijn-s7e5), its violations shortened to their titles.
    static var chicagoInspections: StarterSample { StarterSample(PackageResources.starter_json) }
}
