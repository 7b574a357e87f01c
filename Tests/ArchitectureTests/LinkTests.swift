import Foundation
import Testing

/// Every link within the documentation has a target.
@Suite struct LinkTests {
    static let pages =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        + PackageTree.paths(folder: "Docs").filter { $0.hasSuffix(".md") && !$0.hasPrefix("Examples/") }
        .map { "Docs/\($0)" }

    @Test func `there are pages`() {
        #expect(Self.pages.count > 20)
    }

    @Test(arguments: pages)
    func `links lead to files and headings that exist`(path: String) {
        let page = MarkdownPage(path: path)
        for (number, target) in page.links where !target.contains("://") && !target.hasPrefix("mailto:") {
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? path : Self.resolved(parts[0], from: path)
            #expect(PackageTree.exists(file), "\(path):\(number): there is no \(file)")
            guard parts.count > 1, file.hasSuffix(".md") else { continue }
            let anchors = MarkdownPage(path: file).anchors
            #expect(anchors.contains(parts[1]), "\(path):\(number): there is no heading \(parts[1]) in \(file)")
        }
    }

    private static func resolved(_ target: String, from page: String) -> String {
        let folder = (page as NSString).deletingLastPathComponent as NSString
        return (folder.appendingPathComponent(target) as NSString).standardizingPath
    }
}
