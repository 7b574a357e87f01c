import AggSearch
import AggSource

/// Merges and checks the entries of a registry, collecting all faults.
struct RegistryBuilder {
    private let kinds: [any DataSource.Type]
    private let simulation: Simulation?
    private var entries: [SourceEntry] = []
    /// The index of each id's entry.
    private var places: [String: Int] = [:]
    private var faults: [ConfigurationFault] = []
    /// The parameters of a kind, their default values, and the names of those that do not affect rows.
    private typealias KindParameters = (all: [Parameter], defaults: [String: ParameterValue], passive: Set<String>)

    /// The parameters of each kind that an entry had: thousands of feeds share them.
    private var parameters: [SourceKind: KindParameters] = [:]
    /// The columns last checked for each kind: most sources of a kind have the same.
    private var checkedColumns: [SourceKind: [Column]] = [:]

    init(kinds: [any DataSource.Type], simulation: Simulation? = nil) {
        self.kinds = kinds
        self.simulation = simulation
        var seen: Set<SourceKind> = []
        for kind in kinds {
            if SourceID(kind.kind.description) == nil {
                fault("invalid kind “\(kind.kind)”: use lowercase letters, digits, and hyphens")
            }
            if !seen.insert(kind.kind).inserted { fault("two modules declare the kind “\(kind.kind)”") }
        }
    }

    mutating func add(_ entry: SourceEntry) {
        if places[entry.id.text] != nil {
            fault("two built-in sources have the id “\(entry.id.text)”")
        } else {
            append(entry)
        }
    }

    private mutating func append(_ entry: SourceEntry) {
        places[entry.id.text] = entries.count
        entries.append(entry)
    }

    mutating func merge(_ configured: [SourceEntry]) {
        var places: [String: ConfigurationPlace?] = [:]
        for entry in configured {
            if let first = places.updateValue(entry.id.place, forKey: entry.id.text) {
                let place = first.map { " (first in \($0.file), line \($0.line))" } ?? ""
                fault(
                    "the id “\(entry.id.text)” appears twice\(place); give each source its own id", entry.id.place
                )
            } else if let index = self.places[entry.id.text] {
                overlay(entry, on: index)
            } else {
                append(entry)
            }
        }
    }

    /// The enabled and the disabled sources.
    mutating func instances() throws(ConfigurationFaults) -> (enabled: [SourceInstance], disabled: [SourceInstance]) {
        var made: (enabled: [SourceInstance], disabled: [SourceInstance]) = ([], [])
        for entry in entries {
            guard let instance = instance(entry) else { continue }
            if entry.isEnabled { made.enabled.append(instance) } else { made.disabled.append(instance) }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return made
    }

    private mutating func overlay(_ entry: SourceEntry, on index: Int) {
        if let kind = entry.kind, kind.text != entries[index].kind?.text {
            fault(
                "source “\(entry.id.text)” is of the kind \(entries[index].kind?.text ?? "?"), not \(kind.text); "
                    + "for a source of the kind \(kind.text), choose another id", kind.place)
            return
        }
        let named = Set(entry.values.map(\.name.text))
        entries[index].values.removeAll { named.contains($0.name.text) }
        entries[index].values += entry.values
        entries[index].isEnabled = entry.isEnabled
        entries[index].id = entry.id
    }

    private mutating func instance(_ entry: SourceEntry) -> SourceInstance? {
        let id = SourceID(entry.id.text)
        if id == nil {
            fault(
                "invalid id “\(entry.id.text)”: use up to 64 lowercase letters, digits, and hyphens",
                entry.id.place)
        }
        guard let kindText = entry.kind else {
            let others = entries.filter { $0.kind != nil }.map(\.id.text)
            fault(
                "source “\(entry.id.text)” needs a kind; use one of \(kindNames)\(Nearest.hint(to: entry.id.text, among: others))",
                entry.id.place)
            return nil
        }
        guard let type = kinds.first(where: { $0.kind.description == kindText.text }) else {
            let names = kinds.map { $0.kind.description }
            let hint = Nearest.hint(to: kindText.text, among: names)
            fault(
                "unknown kind “\(kindText.text)”\(hint.isEmpty ? "; use one of \(kindNames)" : hint)",
                kindText.place)
            return nil
        }
        let (values, unread) = values(of: entry, type)
        guard let id else { return nil }
        let configuration = SourceConfiguration(id: id, kind: type.kind, values: values)
        do {
            // Even without the values that could not be read, the module finds faults in the others.
            let dataSource = try type.init(configuration)
            guard unread.isEmpty else { return nil }
            let instance = SourceInstance(
                configuration: configuration, dataSource: dataSource, passive: parameters(of: type).passive,
                simulation: Simulation(configuration, over: simulation))
            let columns = dataSource.columns
            if checkedColumns.updateValue(columns, forKey: type.kind) != columns {
                for message in ModuleCheck.faults(of: instance) { fault(message, entry.id.place) }
            }
            return instance
        } catch {
            // A value that could not be read is already reported, so it is not also missing.
            let others = error.faults.filter { Self.words(of: $0.message).isDisjoint(with: unread) }
            faults += others.map { ConfigurationFault($0.message, at: $0.place ?? entry.id.place) }
            return nil
        }
    }

    /// Whether a value consists of secrets from environment variables, such as `{env: MY_TOKEN}`, which run no program.
    private static func isVariable(_ value: SourceEntry.Text) -> Bool {
        func isVariable(_ json: JSONValue) -> Bool { json.objectValue?.members.map(\.name) == ["env"] }
        guard let json = value.json, let members = json.objectValue?.members, !members.isEmpty else { return false }
        return isVariable(json) || members.allSatisfy { isVariable($0.value) }
    }

    private static func words(of message: String) -> Set<String> {
        Set(message.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    }

    /// The values of an entry, and the names of those that could not be read, as the parameters are called.
    private mutating func values(
        of entry: SourceEntry, _ type: any DataSource.Type
    ) -> (read: [String: ParameterValue], unread: Set<String>) {
        var unread: Set<String> = []
        let (parameters, defaults, _) = parameters(of: type)
        var values = defaults
        for (name, value) in entry.values {
            guard let parameter = parameters.first(where: { $0.takes(name.text) }) else {
                let known = ModuleCheck.commonKeys + parameters.map(\.name)
                unread.insert(Nearest.word(to: name.text, among: known) ?? name.text)
                let hint = Nearest.hint(to: name.text, among: known)
                let fix = hint.isEmpty ? "; the kind \(type.kind) takes \(list(known))" : hint
                fault("unknown key “\(name.text)”\(fix)", name.place)
                continue
            }
            if parameter.namesProgram, !Self.isVariable(value), let place = name.place, let risk = place.risk {
                unread.insert(parameter.name)
                let remedy =
                    switch risk {
                    case .isWritable:
                        "other users can write to this file; to prevent that, run chmod go-w \(place.file)"
                    case .isForeign:
                        "this file belongs to another user; if you trust it, run sudo chown $USER \(place.file)"
                    }
                fault("\(name.text) runs a program, but \(remedy)", place)
            } else if name.text != parameter.name {
                var members = JSONObject()
                if case .mapping(let known) = values[parameter.name] { members = known }
                members[String(name.text.dropFirst(parameter.name.count + 1))] = value.json ?? .string(value.text)
                values[parameter.name] = .mapping(members)
            } else if let parsed = parameter.kind.parse(value) {
                values[parameter.name] = parsed
            } else {
                unread.insert(parameter.name)
                fault(Self.message(name.text, value, parameter.kind), Self.place(name, value))
            }
        }
        return (values, unread)
    }

    /// The parameters of a kind, checked once.
    private mutating func parameters(of type: any DataSource.Type) -> KindParameters {
        if let known = parameters[type.kind] { return known }
        let own = type.parameters
        for message in ModuleCheck.faults(of: own, of: type.kind) { fault(message) }
        let all = CommonParameters.all + own
        var defaults: [String: ParameterValue] = [:]
        for parameter in all {
            if let text = parameter.defaultText { defaults[parameter.name] = parameter.kind.parse(text) }
        }
        let found: KindParameters = (all, defaults, Set(own.filter { !$0.affectsRows }.map(\.name)))
        parameters[type.kind] = found
        return found
    }

    /// Why a value does not fit a kind.
    private static func message(_ name: String, _ value: SourceEntry.Text, _ kind: Parameter.Kind) -> String {
        switch (kind, value.json) {
        case (.list, _): "\(name) takes a list; write “\(name): [VALUE, …]”"
        case (.mapping, _): "\(name) takes a mapping; write “\(name): {NAME: VALUE}”"
        case (_, .array?): "\(name) takes one value, not a list; write “\(name): VALUE”"
        case (_, .object?): "\(name) takes one value, not a mapping; write “\(name): VALUE”"
        default: "“\(value.text)” is not a valid value for \(name); expected \(kind.expectation)"
        }
    }

    /// The location of an invalid value; that of its key if the value has the wrong shape.
    private static func place(_ name: SourceEntry.Text, _ value: SourceEntry.Text) -> ConfigurationPlace? {
        switch value.json {
        case .array, .object: name.place
        default: value.place
        }
    }

    private var kindNames: String { list(kinds.map { $0.kind.description }.sorted()) }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    private mutating func fault(_ message: String, _ place: ConfigurationPlace? = nil) {
        faults.append(ConfigurationFault(message, at: place))
    }
}

/// Checks what a module declares; these faults are for its author to fix.
enum ModuleCheck {
    /// The keys that every source's entry may have, in addition to parameters.
    static let commonKeys = ["id", "kind", "enabled"]

    /// What is wrong with the parameters of a kind.
    static func faults(of parameters: [Parameter], of kind: SourceKind) -> [String] {
        var seen = commonKeys + CommonParameters.all.map(\.name)
        return parameters.flatMap { parameter -> [String] in
            var name: String { "\(kind): the parameter “\(parameter.name)”" }
            var faults: [String] = []
            if !isName(parameter.name, besides: UInt8(ascii: ".")) {
                faults.append("\(name) is invalid: use lowercase letters, digits, underscores, and dots")
            }
            if seen.contains(parameter.name) {
                faults.append("\(name) is declared twice or is already a key of every source")
            }
            seen.append(parameter.name)
            if parameter.help.isEmpty { faults.append("\(name) has no help") }
            if let text = parameter.defaultText, parameter.kind.parse(text) == nil {
                faults.append("\(name) has the invalid default “\(text)”; expected \(parameter.kind.expectation)")
            }
            return faults
        }
    }

    /// What is wrong with the columns of a source.
    static func faults(of instance: SourceInstance) -> [String] {
        let columns = instance.dataSource.columns
        var seen = Set<String>(minimumCapacity: columns.count)
        return columns.flatMap { column -> [String] in
            var name: String { "\(instance.id): the column “\(column.name)”" }
            var faults: [String] = []
            if !isName(column.name) {
                faults.append("\(name) is invalid: use lowercase letters, digits, and underscores")
            }
            if Qualifier(rawValue: column.name) != nil {
                faults.append("\(name) has the name of a query qualifier, so no query could use it")
            }
            if !seen.insert(column.name).inserted { faults.append("\(name) appears twice") }
            if column.summary.isEmpty { faults.append("\(name) has no summary") }
            return faults
        }
    }

    private static func isName(_ text: String, besides extra: UInt8? = nil) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = text.utf8.first, letters.contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case letters, UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: byte == extra
            }
        }
    }
}
