import AggCore
import AggFiles
import AggSource
import Foundation
import Yams

/// A file with one source, as text and on disk.
enum SourceFile {
    static func text(of entry: SourceEntry) -> String {
        var pairs: [(Node, Node)] = [("id", scalar(entry.id.text))]
        if let kind = entry.kind { pairs.append(("kind", scalar(kind.text))) }
        if entry.isSwitch || !entry.isEnabled { pairs.append(("enabled", Node(String(entry.isEnabled)))) }
        var nested: [String] = []
        for (name, value) in entry.values {
            guard let dot = name.text.firstIndex(of: ".") else {
                pairs.append((scalar(name.text), node(value)))
                continue
            }
            let group = String(name.text[..<dot])
            guard !nested.contains(group) else { continue }
            nested.append(group)
            let inner = entry.values.filter { $0.name.text.hasPrefix("\(group).") }.map { pair in
                (scalar(String(pair.name.text.dropFirst(group.count + 1))), node(pair.value))
            }
            pairs.append((scalar(group), Node(inner)))
        }
        let body = (try? Yams.serialize(node: Node(pairs), width: -1, allowUnicode: true)) ?? ""
        let advice =
            entry.isSwitch
            ? "“source enable \(entry.id.text)” enables the source again"
            : "“source remove \(entry.id.text)” deletes it"
        return "# Written by agg. You can edit this file; \(advice).\n" + body
    }

    /// The text of a file with `enabled` changed; lines edited by the user are kept if possible.
    static func text(of entry: SourceEntry, in file: String, isEnabled: Bool) -> String {
        var entry = entry
        entry.isEnabled = isEnabled
        let text = (try? ConfigurationText.read(file)) ?? nil
        guard let text else { return self.text(of: entry) }
        // CR LF is one character.
        let isLineEnd = { (letter: Character) in letter == "\n" || letter == "\r\n" }
        let ending = text.first(where: isLineEnd).map(String.init) ?? "\n"
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).map(String.init)
        lines.removeAll { $0.wholeMatch(of: /enabled[ \t]*:.*/) != nil }
        if lines.last == "" { lines.removeLast() }
        if !isEnabled { lines.append("enabled: false") }
        let edited = lines.joined(separator: ending) + ending
        var reader = ConfigurationReader(document: YAMLDocument(edited, file: file))
        let reread = reader.dropIn(id: entry.id.text)
        let isRight = reader.faults.isEmpty && reread.map { says($0, the: entry) } ?? false
        return isRight ? edited : self.text(of: entry)
    }

    /// Writes a file that only the user can read, atomically: readers see either all of it or nothing.
    ///
    /// - Throws: `.failed`.
    static func write(_ text: String, to file: String) throws(SourceChangeError) {
        try makeFolder(of: file)
        do throws(SystemError) {
            try WholeFile.write(Array(text.utf8), to: file, mode: mode, replacing: true)
        } catch {
            throw unwritable(file)
        }
    }

    /// Creates files in one folder that only the user can read, each all or nothing.
    ///
    /// - Returns: The error for each file, if any: `fault` for an existing file, which is left unchanged, or `.failed`.
    static func create(
        _ files: [(path: String, text: String)], unlessThere fault: (String) -> SourceChangeError
    ) -> [SourceChangeError?] {
        guard let first = files.first else { return [] }
        do { try makeFolder(of: first.path) } catch { return files.map { _ in error } }
        let errors = WholeFile.create(files.map { ($0.path, Array($0.text.utf8)) }, mode: mode)
        return zip(files, errors).map { file, error in
            error.map { $0.number == EEXIST ? fault(file.path) : unwritable(file.path) }
        }
    }

    private static let mode: UInt32 = 0o600

    private static func makeFolder(of file: String) throws(SourceChangeError) {
        let folder = (file as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .failed("cannot create the folder “\(folder)”; check the permissions of its parent folder")
        }
    }

    private static func unwritable(_ file: String) -> SourceChangeError {
        .failed("cannot write “\(file)”; check the free space and the permissions of its folder")
    }

    static func remove(_ file: String) throws(SourceChangeError) {
        do { try FileManager.default.removeItem(atPath: file) } catch {
            throw .failed("cannot remove “\(file)”; check the permissions of its folder")
        }
    }

    private static func says(_ read: SourceEntry, the entry: SourceEntry) -> Bool {
        read.id.text == entry.id.text && read.kind?.text == entry.kind?.text && read.isEnabled == entry.isEnabled
            && read.values.map { [$0.name.text, $0.value.text] } == entry.values.map { [$0.name.text, $0.value.text] }
    }

    /// A value as YAML.
    private static func node(_ value: SourceEntry.Text) -> Node {
        guard let json = value.json, json.arrayValue != nil || json.objectValue != nil || json.stringValue == nil else {
            return scalar(value.text)
        }
        return node(json)
    }

    private static func node(_ json: JSONValue) -> Node {
        switch json {
        case .array(let items): Node(items.map(node), Tag(.implicit), .flow)
        case .object(let object):
            Node(object.members.map { (scalar($0.name), node($0.value)) }, Tag(.implicit), .flow)
        case .string(let text): .scalar(Node.Scalar(text, Tag(.implicit), .doubleQuoted))
        default: .scalar(Node.Scalar(json.text, Tag(.implicit), .plain))
        }
    }

    /// A text as YAML, quoted unless it is only letters and digits, so that no value is read as a number or as null.
    private static func scalar(_ text: String) -> Node {
        let isPlain = text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9_.-]*/) != nil && text != "null"
        return .scalar(Node.Scalar(text, Tag(.implicit), isPlain ? .plain : .doubleQuoted))
    }
}
