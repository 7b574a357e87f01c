import AggSource

/// Chicago's food inspections, the built-in data set.
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
        Column("inspection_id", .integer, "The id of the inspection."),
        Column("dba_name", .text, "The name that the business goes by (“doing business as”)."),
        Column("aka_name", .text, "Another name that the business is known by."),
        Column("results", .text, "Pass, Pass w/ Conditions, Fail, Out of Business, No Entry, or Not Ready."),
        Column("risk", .text, "The risk to public health, from Risk 1 (High) to Risk 3 (Low)."),
        Column("facility_type", .text, "The type of facility, such as Restaurant or Grocery Store."),
        Column("inspection_type", .text, "The reason for the inspection, such as Canvass, Complaint, or License."),
        Column("inspection_date", .date, "The date of the inspection, in Chicago time."),
        Column("license_", .integer, "The business's license number; 0 if it has none."),
        Column("address", .text, "The street address."),
        Column("city", .text, "The city."),
        Column("state", .text, "The two-letter state code."),
        Column("zip", .text, "The ZIP code."),
        Column("violations", .text, "The violations found, one per line, each with its number, title, and comments."),
    ]

    /// The columns that contain several items in one text.
    static let lists: Set<String> = ["violations"]
}

extension StarterSample {
    /// A hundred inspections in the format of the API.
    ///
    /// The names, addresses, and results in `Resources/starter.json` come from the City of Chicago's data set
    /// (https://data.cityofchicago.org/d/4ijn-s7e5), with its violations shortened to their titles.
    static var chicagoInspections: StarterSample { StarterSample(PackageResources.starter_json) }
}
