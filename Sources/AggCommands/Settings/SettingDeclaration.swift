import AggSource

/// A setting for `set`: its name, its values, and how to read and change it.
package struct SettingDeclaration: Sendable {
    package var name: String
    /// A one-sentence description.
    package var summary: String
    /// The expected value, as part of a sentence.
    package var expectation: String
    /// The values that completion offers.
    package var choices: [String]
    /// Returns its value.
    package var read: @Sendable (Settings) -> String
    /// Changes its value; false if the new value is invalid.
    package var write: @Sendable (inout Settings, String) -> Bool

    /// All settings, ordered by name.
    package static let all: [SettingDeclaration] = [
        choice(
            "accents",
            "How accents in a query are matched; with “strict”, an accented letter matches only itself, but an "
                + "unaccented letter matches both forms.",
            \.accents),
        flag("cache", "Whether to answer from stored rows that are stale or could not be refreshed.", \.usesCache),
        choice("color", "When to use colors.", \.color),
        number(
            "debounce", "How many milliseconds “live” waits after the last keystroke before searching.", 0...5_000,
            \.debounce
        ),
        choice(
            "expanded",
            "Whether to show one record at a time instead of a table; with “auto”, only if a table is too wide.",
            \.expanded),
        number(
            "limit", "The maximum number of rows that “search”, “list”, and similar commands show.", 1...10_000, \.limit
        ),
        choice("mode", "The output format.", \.mode),
        SettingDeclaration(
            name: "pager",
            summary: "The pager for long output in a terminal; auto uses $PAGER, or “less” if that is not set.",
            expectation: "off, auto, or a command", choices: ["off", "auto"],
            read: { $0.pager },
            write: { settings, text in
                guard text.contains(where: { !$0.isWhitespace }) else { return false }
                settings.pager = text
                return true
            }),
        SettingDeclaration(
            name: "refresh", summary: "Whether an interactive session refreshes outdated sources automatically.",
            expectation: "auto or manual", choices: ["auto", "manual"],
            read: { $0.refreshesAutomatically ? "auto" : "manual" },
            write: { settings, text in
                guard ["auto", "manual"].contains(text) else { return false }
                settings.refreshesAutomatically = text == "auto"
                return true
            }),
        flag("suggest", "Whether to suggest similar titles when nothing matches.", \.suggests),
        choice("theme", "Whether the terminal has a dark or a light background.", \.theme),
        SettingDeclaration(
            name: "timeout", summary: "The time limit for an SQL statement.",
            expectation: "a duration from 1s to 1h", choices: [],
            read: { "\($0.timeout.components.seconds)s" },
            write: { settings, text in
                guard let time = Age.parse(text), (.seconds(1) ... .seconds(3_600)).contains(time) else { return false }
                settings.timeout = .seconds(time.components.seconds)
                return true
            }),
        flag("timing", "Whether to show the elapsed time.", \.showsTiming),
    ]

    package static func named(_ name: String) -> SettingDeclaration? { all.first { $0.name == name } }

    private static func number(
        _ name: String, _ summary: String, _ range: ClosedRange<Int>,
        _ path: any WritableKeyPath<Settings, Int> & Sendable
    ) -> SettingDeclaration {
        SettingDeclaration(
            name: name, summary: summary,
            expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)", choices: [],
            read: { String($0[keyPath: path]) },
            write: { settings, text in
                guard let number = Int(text), range.contains(number) else { return false }
                settings[keyPath: path] = number
                return true
            })
    }

    private static func flag(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable
    ) -> SettingDeclaration {
        SettingDeclaration(
            name: name, summary: summary, expectation: "on or off", choices: ["on", "off"],
            read: { $0[keyPath: path] ? "on" : "off" },
            write: { settings, text in
                guard ["on", "off"].contains(text) else { return false }
                settings[keyPath: path] = text == "on"
                return true
            })
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<Settings, Value> & Sendable
    ) -> SettingDeclaration {
        let choices = Value.allCases.map(\.rawValue)
        return SettingDeclaration(
            name: name, summary: summary, expectation: "one of \(choices.joined(separator: ", "))", choices: choices,
            read: { $0[keyPath: path].rawValue },
            write: { settings, text in
                guard let value = Value(rawValue: text) else { return false }
                settings[keyPath: path] = value
                return true
            })
    }
}

/// The origin of a setting's value; the first one with a value applies.
package enum SettingOrigin: String, CaseIterable, Sendable {
    /// `set` in this session or script.
    case command
    /// An option of the program.
    case option
    /// The environment (NO_COLOR, CLICOLOR, CLICOLOR_FORCE, PAGER).
    case environment
    /// `set --keep`, in this session or an earlier one.
    case kept
    /// The configuration file.
    case file
    /// The terminal, which reports its colors (COLORFGBG); nobody chose this value.
    case detected
    /// The built-in default.
    case `default`
}
