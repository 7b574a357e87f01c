/// Text pasted into the terminal, made fit to stand in a line.
///
/// Tabs become blanks and other control characters vanish, so that nothing pasted can act as a key.
struct PastedText: Equatable {
    /// Has the terminal set marks around pasted text, and no more.
    static let marksOn = "\u{1B}[?2004h"
    static let marksOff = "\u{1B}[?2004l"

    /// The lines that ended with a line break.
    var lines: [String]
    /// What came after the last line break.
    var rest: String

    /// Takes the bytes between the terminal's two marks.
    init(_ bytes: some Collection<UInt8>) {
        lines = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r":
                break
            case "\r", "\n":
                lines.append(String(line))
                line = String.UnicodeScalarView()
            case "\t":
                line.append(" ")
            case _ where scalar.properties.generalCategory == .control:
                break
            default:
                line.append(scalar)
            }
            previous = scalar
        }
        rest = String(line)
    }
}
