import AggSource
import Foundation

/// Turns repositories into records.
enum GitHubMapper {
    static let columns: [MappedColumn<Repository>] = [
        MappedColumn("full_name", "Owner and name, such as apple/swift-nio.") { $0.fullName },
        MappedColumn("owner", "The person or organization that owns the repository.") { $0.owner },
        MappedColumn("description", "The description of the repository.") { $0.description },
        MappedColumn("language", "The main programming language.") { $0.text("language") },
        MappedColumn("topics", "The topics that the owner chose.") { $0.topics },
        MappedColumn("stars", "The number of stars.") { $0.stars },
        MappedColumn("forks", "The number of forks.") { $0.integer("forks_count") },
        MappedColumn("open_issues", "The number of open issues and pull requests.") { $0.integer("open_issues_count") },
        MappedColumn("license", "The SPDX identifier of the license, or else its name.") { $0.license },
        MappedColumn("created", "When the repository was created.") { $0.date("created_at") },
        MappedColumn("pushed", "When commits were last pushed to the repository.") { $0.pushed },
        MappedColumn("archived", "Whether the repository is archived (read-only).") { $0.item["archived"]?.boolValue },
        MappedColumn("homepage", "The URL of the project's website.", isSearchable: false) { $0.text("homepage") },
        MappedColumn("avatar", "The URL of the owner's picture.", isSearchable: false) { $0.avatar },
    ]

    /// The columns of starred repositories.
    static let starredColumns =
        columns + [MappedColumn("starred", "When the user starred the repository.") { $0.starred }]

    /// Creates the record for a repository, or for a star, whose date becomes that of the record.
    ///
    /// The key is GitHub's number for the repository, which stays the same when it is renamed or moves to another owner.
    ///
    /// - Throws: A fault if the item has no id or no name.
    static func record(_ item: JSONValue) throws(MappingFault) -> Record {
        let repository = try Repository(item)
        return Record(
            key: String(repository.id),
            title: repository.name,
            subtitle: subtitle(of: repository),
            date: repository.starred ?? repository.pushed ?? repository.date("updated_at"),
            url: repository.text("html_url"),
            prominence: prominence(stars: repository.stars ?? 0),
            fields: starredColumns.fields(of: repository))
    }

    /// The integer part of the base-10 logarithm of the stars: 1 from ten on, 5 from a hundred thousand on.
    static func prominence(stars: Int64) -> Int {
        stars < 1 ? 0 : min(String(stars).utf8.count - 1, 7)
    }

    /// The owner, which distinguishes repositories of the same name, and the description.
    private static func subtitle(of repository: Repository) -> String? {
        let parts = [repository.owner, repository.description].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}

/// A repository as the API describes it.
struct Repository {
    let item: JSONValue
    let id: Int64
    let name: String
    /// When the star was given; nil if the item is not a star.
    let starred: RecordDate?

    /// Reads a repository, or a star, which consists of its time and the repository.
    ///
    /// - Throws: A fault if the repository has no id or no name.
    init(_ item: JSONValue) throws(MappingFault) {
        starred = Self.date(item["starred_at"])
        let item = item["repo"] ?? item
        guard item.objectValue != nil else { throw MappingFault("is \(item.kind), not an object") }
        guard let id = Self.integer(item["id"]), id > 0 else { throw MappingFault("has no id") }
        let fullName = Self.text(item["full_name"])
        guard let name = Self.text(item["name"]) ?? fullName?.split(separator: "/").last.map(String.init) else {
            throw MappingFault("has no name")
        }
        self.item = item
        self.id = id
        self.name = name
    }

    var owner: String? {
        Self.text(item["owner"]?["login"]) ?? text("full_name")?.split(separator: "/").first.map(String.init)
    }
    var fullName: String? { text("full_name") ?? owner.map { "\($0)/\(name)" } }
    var description: String? { text("description") }
    var stars: Int64? { integer("stargazers_count") }
    var pushed: RecordDate? { date("pushed_at") }
    var avatar: String? { Self.text(item["owner"]?["avatar_url"]) }

    var license: String? {
        let license = item["license"]
        guard let id = Self.text(license?["spdx_id"]), id != "NOASSERTION" else { return Self.text(license?["name"]) }
        return id
    }

    var topics: [String]? {
        guard let topics = item["topics"]?.arrayValue?.compactMap(Self.text), !topics.isEmpty else { return nil }
        return topics
    }

    func date(_ name: String) -> RecordDate? { Self.date(item[name]) }
    func integer(_ name: String) -> Int64? { Self.integer(item[name]) }
    func text(_ name: String) -> String? { Self.text(item[name]) }

    private static func date(_ value: JSONValue?) -> RecordDate? {
        value?.stringValue.flatMap(RecordDate.init(iso8601:))
    }

    private static func integer(_ value: JSONValue?) -> Int64? {
        value?.intValue.map(Int64.init) ?? value?.stringValue.flatMap { Int64($0) }
    }

    /// A text that is not blank, or the digits of a number.
    private static func text(_ value: JSONValue?) -> String? {
        let text = value?.stringValue ?? value?.intValue.map { String($0) }
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }
}
