/// One place on the screen of a terminal: a character and how it looks.
package struct TerminalCell: Equatable {
    /// How characters look, for the attributes that agg uses (ECMA-48, select graphic rendition).
    package struct Look: Hashable {
        /// Whether they are bold.
        package var isBold = false
        /// Whether they are dim.
        package var isDim = false
        /// Whether foreground and background are swapped.
        package var isReversed = false
        /// The number of the foreground's color, 30 to 37 or 90 to 97; nil for the terminal's own.
        package var color: Int?

        /// Applies the numbers of one control sequence.
        mutating func take(_ numbers: [Int]) {
            for number in numbers {
                switch number {
                case 0: self = Look()
                case 1: isBold = true
                case 2: isDim = true
                case 7: isReversed = true
                case 22: (isBold, isDim) = (false, false)
                case 27: isReversed = false
                case 30...37, 90...97: color = number
                case 39: color = nil
                default: break
                }
            }
        }
    }

    /// The character; NUL in the second half of a wide one.
    package var scalar: Unicode.Scalar = " "
    /// How it looks.
    package var look = Look()
}
