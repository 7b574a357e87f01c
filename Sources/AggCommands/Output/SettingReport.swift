/// A setting with its value and where that came from.
package struct SettingReport: Sendable {
    /// What is said of the setting.
    package var setting: SettingDeclaration
    /// The value.
    package var value: String
    /// Where it came from.
    package var origin: SettingOrigin
}
