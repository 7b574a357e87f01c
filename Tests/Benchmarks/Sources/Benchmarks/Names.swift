import Foundation
import Glibc

/// Names from a list of cities with one object per line.
///
/// The list is read line by line, since memory of this process counts toward the programs it starts.
enum Names {
    /// Returns a number of names, spread evenly over the list.
    static func sample(_ count: Int, from list: String) throws -> [String] {
        var all = 0
        try forEach(in: list) { _ in all += 1 }
        let step = max(1, all / count)
        var names: [String] = []
        var index = 0
        try forEach(in: list) { name in
            if index % step == 0 { names.append(name) }
            index += 1
        }
        return names.filter { !$0.isEmpty }
    }

    /// Writes all names to a file, one per line.
    static func write(from list: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Failure(text: "cannot write \(path)") }
        defer { fclose(file) }
        try forEach(in: list) { name in
            fputs(name, file)
            fputc(10, file)
        }
    }

    private static func forEach(in list: String, _ body: (String) -> Void) throws {
        guard let file = fopen(list, "r") else { throw Failure(text: "cannot read \(list)") }
        defer { fclose(file) }
        var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while getline(&line, &size, file) > 0, let line {
            guard let start = strstr(line, "\"name\":\""), let end = strchr(start + 8, 34) else { continue }
            let bytes = UnsafeRawBufferPointer(start: start + 8, count: end - (start + 8))
            body(String(decoding: bytes, as: UTF8.self))
        }
    }
}
