import AggSource

/// The parameters of a saved search, such as `{what}` and `{zip=60614}`, and their values.
struct SavedParameters {
    struct Parameter: Hashable {
        var name: String
        /// The default value; nil if a value is required.
        var standard: String?
    }

    /// The parameters, in the order in which they first occur.
    private(set) var parameters: [Parameter] = []

    /// Finds the parameters of a saved search.
    init(_ words: [Word]) {
        for word in words {
            for found in Self.places(in: word.text).map(\.parameter) {
                if let index = parameters.firstIndex(where: { $0.name == found.name }) {
                    parameters[index].standard = parameters[index].standard ?? found.standard
                } else {
                    parameters.append(found)
                }
            }
        }
    }

    /// Returns the values of parameters from the words after the name of the search, and the words to add to it.
    ///
    /// `NAME=VALUE` sets a parameter by name; other words are the values of the other parameters, in order.
    ///
    /// - Throws: A usage error for a parameter without a value.
    func values(
        from words: [Word], for command: CommandDeclaration, in search: String
    ) throws(CommandError) -> (values: [String: Word], rest: [Word]) {
        var values: [String: Word] = [:]
        var rest: [Word] = []
        var unnamed: [Word] = []
        var remaining = words[...]
        while let word = remaining.popFirst() {
            if word.literalFrom == nil, word.text == "--" {
                rest += [word] + remaining
                break
            }
            let option = command.takesLimit ? LimitOption.long(word, before: remaining.first) : word
            if option.isOption {
                rest.append(option)
                let declared = command.allOptions.first { $0.name == option.text }
                if declared?.value != nil, let value = remaining.popFirst() { rest.append(value) }
            } else if let (name, value) = named(word) {
                values[name] = value
            } else if !parameters.isEmpty, let name = unknownName(in: word) {
                throw .usage("“\(search)” has no parameter “\(name)”; usage: \(usage(of: search))")
            } else {
                unnamed.append(word)
            }
        }
        for parameter in parameters where values[parameter.name] == nil && !unnamed.isEmpty {
            values[parameter.name] = unnamed.removeFirst()
        }
        for parameter in parameters where values[parameter.name] == nil {
            guard let standard = parameter.standard else {
                throw .usage("no value for “\(parameter.name)”; usage: \(usage(of: search))")
            }
            values[parameter.name] = Word(standard)
        }
        return (values, unnamed + rest)
    }

    /// Returns the words of the search, with parameters replaced by their values; in SQL, quotes in values are doubled.
    func filled(_ words: [Word], _ values: [String: Word], isSQL: Bool) -> [Word] {
        let values = isSQL ? values.mapValues { Word($0.text.replacingEach("'", with: "''")) } : values
        return words.map { filled($0, values) }
    }

    private func filled(_ word: Word, _ values: [String: Word]) -> Word {
        let places = Self.places(in: word.text)
        if let only = places.first, only.range == word.text.startIndex..<word.text.endIndex, !word.isQuoted {
            return values[only.parameter.name] ?? word
        }
        var text = ""
        var end = word.text.startIndex
        var hasBlank = false
        for (range, parameter) in places {
            guard let value = values[parameter.name] else { continue }
            text += word.text[end..<range.lowerBound] + value.text
            hasBlank = hasBlank || value.isQuoted || value.text.unicodeScalars.contains(where: \.isBlank)
            end = range.upperBound
        }
        text += word.text[end...]
        var filled = word
        filled.text = text
        if hasBlank, !word.isQuoted {
            let name = Word.qualifier(in: text.drop { $0 == "-" }) ?? ""
            let start = name.isEmpty ? 0 : text.prefix { $0 == "-" }.count + name.unicodeScalars.count + 1
            filled = Word(text, isQuoted: true, literalFrom: start)
        }
        return filled
    }

    /// The usage line of the search, with the names of its parameters.
    func usage(of search: String) -> String {
        let names = parameters.map { $0.standard == nil ? $0.name.uppercased() : "[\($0.name)=\($0.standard ?? "")]" }
        return (["run", search] + names).joined(separator: " ")
    }

    /// The name of a parameter and its value in a word such as `zip=60601`; nil for any other word.
    private func named(_ word: Word) -> (String, Word)? {
        guard let sign = word.text.firstIndex(of: "=") else { return nil }
        let name = String(word.text[..<sign])
        guard parameters.contains(where: { $0.name == name }) else { return nil }
        return (name, Word(String(word.text[word.text.index(after: sign)...]), isQuoted: word.isQuoted))
    }

    /// The name in a word such as `city=Rome`, which is none of the parameters; nil for any other word.
    private func unknownName(in word: Word) -> String? {
        guard !word.isQuoted, let sign = word.text.firstIndex(of: "=") else { return nil }
        let name = word.text[..<sign]
        return name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_\-]*/).map { String($0.output) }
    }

    private static func places(in text: String) -> [(range: Range<String.Index>, parameter: Parameter)] {
        text.matches(of: #/\{([A-Za-z][A-Za-z0-9_\-]*)(?:=([^{}]*))?\}/#).map { match in
            (match.range, Parameter(name: String(match.1), standard: match.2.map(String.init)))
        }
    }
}
