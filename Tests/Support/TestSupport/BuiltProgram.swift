import Foundation

/// The path of a program that was built with the tests; `AGG_PROGRAM` selects another build of agg.
package func builtProgram(_ name: String) -> String {
    if name == "agg", let other = ProcessInfo.processInfo.environment["AGG_PROGRAM"] { return other }
    let tests = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().path + "/" + name
}
