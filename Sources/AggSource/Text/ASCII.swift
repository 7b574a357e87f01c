extension UInt8 {
    /// Whether the byte is a digit from 0 to 9.
    @inlinable package var isASCIIDigit: Bool { (48...57).contains(self) }

    /// Whether the byte is a letter from a to z.
    @inlinable package var isASCIILowercase: Bool { (97...122).contains(self) }

    /// Whether the byte is a letter from A to Z or a to z.
    @inlinable package var isASCIILetter: Bool { isASCIILowercase || (65...90).contains(self) }

    /// Whether the byte is a letter or a digit.
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}

extension Character {
    /// Whether the character is a digit from 0 to 9.
    package var isASCIIDigit: Bool { asciiValue?.isASCIIDigit ?? false }

    /// Whether the character is a letter from A to Z or a to z, or a digit.
    package var isASCIIAlphanumeric: Bool { asciiValue?.isASCIIAlphanumeric ?? false }
}
