import Foundation

/// The path of a program that was built with the tests.
package func builtProgram(_ name: String) -> String {
    let tests = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().path + "/" + name
}
