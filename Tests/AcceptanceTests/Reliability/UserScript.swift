import TestSupport

/// A script that changes the user's data, and the expected data after any number of its lines.
struct UserScript {
    private enum Line {
        case mark(Int), note(Int, String), unmark(Int), limit(Int), save(String, String)
    }

    private let lines: [Line]

    init(round: Int) {
        var choices = Soak.choices(500_000 + round)
        var marked: [Int] = []
        lines = (0..<60).map { number in
            switch choices.below(6) {
            case 0 where !marked.isEmpty: return .unmark(marked.remove(at: choices.below(marked.count)))
            case 1 where !marked.isEmpty: return .note(marked[choices.below(marked.count)], "note\(number)")
            case 2: return .limit(1 + choices.below(500))
            case 3: return .save("s\(choices.below(5))", "place\(number)")
            default:
                // The list has every city except each fifth.
                let key = (0...).lazy.map { 1 + (number * 7 + $0) % 400 }.first {
                    ($0 + 1) % 5 != 0 && !marked.contains($0)
                }
                marked.append(key ?? 1)
                return .mark(key ?? 1)
            }
        }
    }

    /// The lines, each answered by one line of output.
    var text: String {
        lines.map { line in
            switch line {
            case .mark(let key): "favorite cities:\(key)\n"
            case .note(let key, let note): "favorite cities:\(key) --note \(note)\n"
            case .unmark(let key): "unfavorite cities:\(key)\n"
            case .limit(let limit): "set --keep limit \(limit)\n"
            case .save(let name, let words): "save \(name) search \(words)\n"
            }
        }.joined()
    }

    func state(after count: Int) -> UserData {
        var data = UserData()
        for line in lines.prefix(count) {
            switch line {
            case .mark(let key): data.favorites["cities:\(key)"] = ""
            case .note(let key, let note): data.favorites["cities:\(key)"] = note
            case .unmark(let key): data.favorites["cities:\(key)"] = nil
            case .limit(let limit): data.settings["limit"] = "\(limit)"
            case .save(let name, let words): data.searches[name] = "search \(words)"
            }
        }
        return data
    }
}
