import Foundation
import TestSupport
import Testing

@testable import AggShell

struct TerminalTypesTests {
    @Test(arguments: ["TERMINFO", "TERMINFO_DIRS", "HOME", "system"])
    func `finds a terminal type where terminfo does`(place: String) throws {
        let folder = try TemporaryFolder()
        for name in ["v/vt9", "78/x9"] {
            let path = folder.path((place == "HOME" ? ".terminfo/" : "") + name)
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: path))
        }
        let value = place == "TERMINFO_DIRS" ? "/nowhere::\(folder.path)" : folder.path
        let types = TerminalTypes([place: value], system: place == "system" ? [folder.path] : [])
        #expect(types.describe("vt9") && types.describe("x9"))
        for type in ["vt10", "", "9", "../v/vt9", "v/vt9"] { #expect(!types.describe(type), "\(type)") }
    }
}
