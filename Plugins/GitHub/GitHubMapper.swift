import AggSource
import Foundation

/// Makes records of repositories.
enum GitHubMapper {
    static let columns: [MappedColumn<Repository>] = [
        MappedColumn("full_name", "Owner and name, as apple/swift-nio.") { $0.fullName },
        MappedColumn("owner", "The person or organization the repository belongs to.") { $0.owner },
        MappedColumn("description", "What the owner says it is.") { $0.description },
        MappedColumn("language", "The programming language most of it is written in.") { $0.text("language") },
        MappedColumn("topics", "The topics the owner put it under.") { $0.topics },
        MappedColumn("stars", "How many people starred it.") { $0.stars },
        MappedColumn("forks", "How many copies other people made.") { $0.integer("forks_count") },
        MappedColumn("open_issues", "Open issues and pull requests.") { $0.integer("open_issues_count") },
        MappedColumn("license", "The license, by its SPDX identifier if it has one.", isSearchable: false) {
            $0.license
        },
        MappedColumn("created", "When it was created.") { $0.date("created_at") },
        MappedColumn("pushed", "When something was last pushed to it.") { $0.pushed },
        MappedColumn("archived", "Whether it is kept for reading only.") { $0.item["archived"]?.boolValue },
        MappedColumn("homepage", "The address of the project's own page.", isSearchable: false) { $0.text("homepage") },
        MappedColumn("avatar", "The address of the owner's picture.", isSearchable: false) { $0.avatar },
    ]

    /// The columns of starred repositories.
    static let starredColumns = columns + [MappedColumn("starred", "When the star was given.") { $0.starred }]

    /// Creates the record of a repository, or of a star, whose date is that of the record.
    ///
    /// The key is the number GitHub gives a repository, which stays when it is renamed or moves to another owner.
    ///
    /// - Throws: A fault when the item has no id or no name.
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

    /// The decimal logarithm of the stars, in whole steps: 1 from ten on, 5 from a hundred thousand on.
    static func prominence(stars: Int64) -> Int {
        stars < 1 ? 0 : min(String(stars).utf8.count - 1, 7)
    }

    /// The owner first, which tells repositories of one name apart, then what it is.
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

    /// Reads a repository, or a star, which holds its time and the repository.
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

    /// A text that is more than blanks; a number is taken as its digits.
    private static func text(_ value: JSONValue?) -> String? {
        let text = value?.stringValue ?? value?.intValue.map { String($0) }
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }
}
