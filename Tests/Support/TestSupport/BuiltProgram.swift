import Foundation

/// Another build of agg to test, such as the release, which `AGG_PROGRAM` selects; nil for the one built with the tests.
package let otherBuild = ProcessInfo.processInfo.environment["AGG_PROGRAM"]

/// The path of a program that was built with the tests, or of the other build of agg.
package func builtProgram(_ name: String) -> String {
    if name == "agg", let otherBuild { return otherBuild }
    let tests = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().path + "/" + name
}
