/// Byte counts in human-readable form; units are decimal, so 1 MB is 1,000,000 bytes.
package enum ByteCount {
    private static let units: [(suffix: String, factor: Int)] = [
        ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
    ]

    /// Formats a number of bytes in its largest fitting unit: `512 MB`, `1.5 kB`, `12 B`.
    package static func text(_ count: Int) -> String {
        for unit in units where count >= unit.factor {
            let tenths = count / unit.factor * 10 + count % unit.factor * 10 / unit.factor
            return tenths % 10 == 0 || tenths >= 1_000
                ? "\(tenths / 10) \(unit.suffix)" : "\(tenths / 10).\(tenths % 10) \(unit.suffix)"
        }
        return "\(count) B"
    }

    /// Parses a size from the configuration: `512MB`, `64kB`, `1GB`, or a plain number of bytes; nil if malformed.
    package static func parse(_ text: String) -> Int? {
        let digits = text.prefix(while: \.isASCIIDigit)
        guard let count = Int(digits), count < 1_000_000_000_000 else { return nil }
        let suffix = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        if suffix.isEmpty || suffix == "b" { return count }
        guard let unit = units.first(where: { $0.suffix.lowercased() == suffix }) else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: unit.factor)
        return overflow ? nil : bytes
    }
}
