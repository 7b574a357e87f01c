import Testing

/// No code converts floating-point numbers to whole numbers unguarded, since one that does not fit ends the process.
///
/// `AggSource/Text/WholeNumbers.swift` makes that a compile error in every file that imports AggSource;
/// these tests ensure that no file escapes.
@Suite struct NumberTests {
    @Test func `every file that converts floating-point numbers imports the guarded conversions`() {
        for file in PackageTree.shipped where file.module != "Sources/AggSource" && Self.mayConvert(file) {
            #expect(
                file.imports.contains { $0.module == "AggSource" },
                "\(file.path): import AggSource, so that no number from outside can end the program")
        }
    }

    @Test func `a deprecated conversion does not compile`() {
        #expect(PackageTree.manifest.contains(".treatAllWarnings(as: .error)"))
        let rule = PackageTree.text("Sources/AggSource/Text/WholeNumbers.swift").filter { !$0.isWhitespace }
        for type in ["", "8", "16", "32", "64"].flatMap({ ["Int\($0)", "UInt\($0)"] }) {
            #expect(rule.contains("extension\(type){@available(*,deprecated"), "\(type) is not guarded")
        }
    }

    @Test(arguments: [
        ("let a = Int(b.rounded())", true), ("let a = Int32(b / .seconds(1))", true), ("Double(a); Int(b)", true),
        ("let a = Int(exactly: b.rounded())", false), ("Int(clamping: Double(1))", false),
        ("UInt8(ascii: \"a\"); Double(1)", false),
        ("let a = Int(text)", false), ("print(b.rounded())", false), ("let a: TimeInterval = 1; UInt64(a)", true),
    ])
    func `finds files that may convert numbers`(code: String, expected: Bool) {
        #expect(Self.mayConvert(SwiftFile(path: "Sources/A/B.swift", text: code)) == expected)
    }

    /// Whether a file converts to whole numbers and has floating-point numbers.
    private static func mayConvert(_ file: SwiftFile) -> Bool {
        let code = file.code.map(\.text).joined(separator: "\n")
        let fractions = [
            "Double", "Float", "TimeInterval", "timeInterval", ".rounded(", "/ .seconds", "/ .milliseconds",
        ]
        guard code.contains("Int"), fractions.contains(where: code.contains) else { return false }
        let labels = "exactly|clamping|truncatingIfNeeded|bitPattern|ascii|littleEndian|bigEndian"
        guard let whole = try? Regex("\\bU?Int(8|16|32|64)?\\((?!(\(labels)):)") else { return true }
        return code.contains(whole)
    }
}
