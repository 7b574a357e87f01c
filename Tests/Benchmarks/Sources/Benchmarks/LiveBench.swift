import Foundation

/// Key presses in `live` with a preview, on a pseudo-terminal, from the key to the frames drawn for it.
struct LiveBench {
    let place: Workplace

    /// The seconds from a key press until parts of the answer are drawn.
    private struct Press {
        /// The typed letter.
        var letter: Double
        /// The rows and the preview: the last frame drawn before the count of all matches.
        var all: Double
        var frames: Int
    }

    /// How long no output means that everything has been drawn; the matches are counted after a longer pause.
    private static let quiet: Int32 = 120
    /// The part of the output that starts a frame.
    private static let frameStart = Array("\u{1B}[J".utf8)

    /// Types the start of names, and measures each key press.
    func run(_ report: inout Report, cities: String) throws {
        // Without a pause after the last key, every key press searches.
        _ = try place.run(["set", "--keep", "debounce", "0"])
        defer { _ = try? place.run(["set", "--keep", "debounce", "300"]) }
        let terminal = try Terminal(
            [place.options.agg, "--offline", "live"], columns: 140, rows: 40, environment: place.environment)
        while terminal.read(within: 1_000) != nil {}
        var presses: [Press] = []
        for (index, name) in try Names.sample(90, from: cities).enumerated() {
            for letter in name.prefix(6) {
                let press = try press(String(letter), terminal)
                // The first searches of a session read the store for the first time.
                if index >= 5 { presses.append(press) }
            }
            // Ctrl-U empties the line.
            _ = try press("\u{15}", terminal)
        }
        add(&report, "the letter is", presses.map(\.letter))
        add(&report, "the rows and the preview are", presses.map(\.all))
        let frames = presses.map { Double($0.frames) }
        report.add(
            "frames drawn per key press in live", "p50 \(Int(frames.median)), max \(Int(frames.max() ?? 0))",
            wanted: "max 4", isReached: frames.allSatisfy { $0 <= 4 })
    }

    private func add(_ report: inout Report, _ part: String, _ times: [Double]) {
        let quick = Double(times.count { $0 <= 0.03 }) / Double(max(1, times.count))
        report.add(
            "key press in live with a preview, 209,557 cities, until \(part) drawn (\(times.count))",
            "\(text(quick * 100, 1)) % within 30 ms, p50 \(duration(times.median)), p99 \(duration(times.percentile(0.99)))",
            wanted: "99 %", isReached: quick >= 0.99)
    }

    /// Presses a key, and waits until everything has been drawn.
    private func press(_ key: String, _ terminal: Terminal) throws -> Press {
        let start = ContinuousClock.now
        try terminal.type(key)
        var times: [ContinuousClock.Instant] = []
        var output: [UInt8] = []
        while let block = terminal.read(within: times.isEmpty ? 10_000 : Self.quiet) {
            let before = Self.frames(in: output)
            output += block.bytes
            let frames = Self.frames(in: output)
            // A frame is complete when the next one starts or the output pauses.
            if frames == before, !times.isEmpty {
                times[times.count - 1] = block.time
            } else {
                times += Array(repeating: block.time, count: frames - before)
            }
        }
        guard let first = times.first, let last = times.last else { throw Failure(text: "live did not draw") }
        return Press(letter: (first - start) / .seconds(1), all: (last - start) / .seconds(1), frames: times.count)
    }

    private static func frames(in output: [UInt8]) -> Int {
        var count = 0
        for index in output.indices.dropLast(2) where output[index...].starts(with: frameStart) { count += 1 }
        return count
    }
}
