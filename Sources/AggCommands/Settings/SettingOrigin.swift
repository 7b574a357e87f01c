/// Where the value of a setting came from; the first that has one decides.
package enum SettingOrigin: String, CaseIterable, Sendable {
    /// `set` in this session or script.
    case command
    /// An option of the program.
    case option
    /// The environment (NO_COLOR, CLICOLOR, CLICOLOR_FORCE, COLORFGBG, PAGER).
    case environment
    /// `set --keep`, in this session or an earlier one.
    case kept
    /// The configuration file.
    case file
    /// What holds without any of them.
    case `default`
}
