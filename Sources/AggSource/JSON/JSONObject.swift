/// The members of a JSON object, in the order they were written.
///
/// Members are looked up one after the other, which suits the objects of public data: a handful of members, at most a few
/// hundred.
public struct JSONObject: Hashable, Sendable {
    /// One named value of an object.
    public struct Member: Hashable, Sendable {
        /// The name, its escapes resolved.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members, repeated names included.
    public private(set) var members: [Member]

    /// Makes an object of members in this order.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a member, or nil when there is none of this name; the last one of a repeated name counts.
    ///
    /// Setting a value replaces that of an existing member or appends a member; setting nil removes all of the name.
    public subscript(name: String) -> JSONValue? {
        get {
            members.last { $0.name == name }?.value
        }
        set {
            guard let newValue else { return members.removeAll { $0.name == name } }
            if let index = members.lastIndex(where: { $0.name == name }) {
                members[index].value = newValue
            } else {
                members.append(Member(name, newValue))
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object of the members of a literal, in its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member($0.0, $0.1) })
    }
}
