import AggSource
import Foundation

/// Makes records of repositories.
enum GitHubMapper {
    static let columns = [
        Column("full_name", .text, "Owner and name, as apple/swift-nio."),
        Column("owner", .text, "The person or organization the repository belongs to."),
        Column("description", .text, "What the owner says it is."),
        Column("language", .text, "The programming language most of it is written in."),
        Column("topics", .list, "The topics the owner put it under."),
        Column("stars", .integer, "How many people starred it."),
        Column("forks", .integer, "How many copies other people made."),
        Column("open_issues", .integer, "Open issues and pull requests."),
        Column("license", .text, "The licence, by its SPDX identifier where it has one.", isSearchable: false),
        Column("created", .date, "When it was made."),
        Column("pushed", .date, "When something was last pushed to it."),
        Column("archived", .boolean, "Whether it is kept for reading only."),
        Column("homepage", .text, "The address of the project's own page.", isSearchable: false),
        Column("avatar", .text, "The address of the owner's picture.", isSearchable: false),
    ]

    /// Makes the record of a repository.
    ///
    /// The key is the number GitHub gives a repository, which stays when it is renamed or moves to another owner.
    ///
    /// - Throws: A fault when the item has no id or no name.
    static func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard item.objectValue != nil else { throw MappingFault("is \(item.kind), not an object") }
        guard let id = integer(item["id"]), id > 0 else { throw MappingFault("has no id") }
        let fullName = text(item["full_name"])
        guard let name = text(item["name"]) ?? fullName?.split(separator: "/").last.map(String.init) else {
            throw MappingFault("has no name")
        }
        let owner = text(item["owner"]?["login"]) ?? fullName?.split(separator: "/").first.map(String.init)
        let description = text(item["description"])
        let stars = integer(item["stargazers_count"])
        let pushed = date(item["pushed_at"])
        var fields = Fields()
        fields.add("full_name", (fullName ?? owner.map { "\($0)/\(name)" }).map(FieldValue.text))
        fields.add("owner", owner.map(FieldValue.text))
        fields.add("description", description.map(FieldValue.text))
        fields.add("language", text(item["language"]).map(FieldValue.text))
        fields.add("topics", topics(item["topics"]).map(FieldValue.list))
        fields.add("stars", stars.map(FieldValue.integer))
        fields.add("forks", integer(item["forks_count"]).map(FieldValue.integer))
        fields.add("open_issues", integer(item["open_issues_count"]).map(FieldValue.integer))
        fields.add("license", license(item["license"]).map(FieldValue.text))
        fields.add("created", date(item["created_at"]).map(FieldValue.date))
        fields.add("pushed", pushed.map(FieldValue.date))
        fields.add("archived", item["archived"]?.boolValue.map(FieldValue.boolean))
        fields.add("homepage", text(item["homepage"]).map(FieldValue.text))
        fields.add("avatar", text(item["owner"]?["avatar_url"]).map(FieldValue.text))
        return Record(
            key: String(id),
            title: name,
            subtitle: subtitle(owner: owner, description: description),
            date: pushed ?? date(item["updated_at"]),
            url: text(item["html_url"]),
            prominence: prominence(stars: stars ?? 0),
            fields: fields.all)
    }

    /// The decimal logarithm of the stars, in whole steps: 1 from ten on, 5 from a hundred thousand on.
    static func prominence(stars: Int64) -> Int {
        stars < 1 ? 0 : min(String(stars).utf8.count - 1, 7)
    }

    /// The owner first, which tells repositories of one name apart, then what it is.
    private static func subtitle(owner: String?, description: String?) -> String? {
        let parts = [owner, description].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private static func license(_ value: JSONValue?) -> String? {
        guard let license = text(value?["spdx_id"]), license != "NOASSERTION" else { return text(value?["name"]) }
        return license
    }

    private static func topics(_ value: JSONValue?) -> [String]? {
        guard let topics = value?.arrayValue?.compactMap({ text($0) }), !topics.isEmpty else { return nil }
        return topics
    }

    private static func date(_ value: JSONValue?) -> RecordDate? {
        value?.stringValue.flatMap(RecordDate.init(iso8601:))
    }

    private static func integer(_ value: JSONValue?) -> Int64? {
        value?.intValue.map(Int64.init) ?? value?.stringValue.flatMap { Int64($0) }
    }

    /// A text that is more than blanks; a number is taken as its digits.
    private static func text(_ value: JSONValue?) -> String? {
        let text = value?.stringValue ?? value?.intValue.map { String($0) }
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }
}

/// The fields a repository has, in the order of the columns.
private struct Fields {
    var all: [Record.Field] = []

    mutating func add(_ name: String, _ value: FieldValue?) {
        if let value { all.append(Record.Field(name, value)) }
    }
}
