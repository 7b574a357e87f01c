import Foundation
import Glibc

/// A city from the list, for queries about it.
struct SampledCity: Decodable {
    struct Place: Decodable {
        let lat: Double
        let lon: Double
    }

    let name: String
    let country: String
    let coord: Place

    /// Returns a number of cities, spread evenly over a list with one object per line.
    static func sample(_ count: Int, from list: String) throws -> [SampledCity] {
        guard let file = fopen(list, "r") else { throw Failure(text: "cannot read \(list)") }
        defer { fclose(file) }
        var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        var lines: [String] = []
        while getline(&line, &size, file) > 0, let line { lines.append(String(cString: line)) }
        let step = max(1, lines.count / count)
        return stride(from: 0, to: lines.count, by: step).compactMap { index in
            let object = lines[index].drop { $0 != "{" }.prefix { $0 != "\n" }.trimmingSuffix(",")
            return try? JSONDecoder().decode(SampledCity.self, from: Data(object.utf8))
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self
    }
}
