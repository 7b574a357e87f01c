import AggCommands
import AggCore
import AggSearch

extension LiveState {
    /// Handles a key while values or a map are shown; nil if it is for the rows, which are then shown again.
    mutating func pressAside(_ key: LiveKey) -> Effect? {
        guard case .facets(let facets, let chosen) = view else {
            guard var part = mapView, let move = Self.move(key) else {
                return leave(unless: [.escape, .enter, .map], key)
            }
            part.make(move)
            return draw(part)
        }
        switch key {
        case .up: return choose(chosen - 1, of: facets)
        case .down: return choose(chosen + 1, of: facets)
        case .pageUp: return choose(chosen - 10, of: facets)
        case .pageDown: return choose(chosen + 10, of: facets)
        case .enter:
            show(.records)
            guard facets.indices.contains(chosen) else { return .draw }
            add(facets[chosen].condition)
            return .searchNow
        default: return leave(unless: [.escape, .narrow], key)
        }
    }

    /// The effect of a key on a map; nil if it has none.
    private static func move(_ key: LiveKey) -> MapView.Move? {
        switch key {
        case .up: .north
        case .down: .south
        case .right: .east
        case .left: .west
        case .text("+"), .text("="): .closer
        case .text("-"): .farther
        default: nil
        }
    }

    /// Shows the rows again; the keys that only do this have no other effect.
    private mutating func leave(unless keys: [LiveKey], _ key: LiveKey) -> Effect? {
        show(.records)
        return keys.contains(key) ? .draw : nil
    }

    private mutating func choose(_ place: Int, of facets: [LiveFacet]) -> Effect {
        show(.facets(facets, chosen: max(0, min(place, facets.count - 1))))
        return .draw
    }

    /// Toggles the selection of the chosen row, and goes to the next one.
    mutating func select() -> Effect {
        guard rows.indices.contains(chosen) else { return .draw }
        toggleSelection(of: rows[chosen].address)
        return press(.down)
    }

    /// The chosen row, if its preview is not loaded yet as it is now, or for another width.
    func rowToPreview(width: Int) -> RecordsAnswer.Row? {
        guard rows.indices.contains(chosen), preview?.row != rows[chosen] || preview?.width != width else {
            return nil
        }
        return rows[chosen]
    }

    /// The text whose matches are to be counted, because the answer has only the first ones.
    var textToCount: String? {
        guard isCurrent, total == nil, isCut else { return nil }
        return text
    }

    /// Handles the values for a text; ignored if the text has changed since.
    mutating func take(_ facets: Result<[LiveFacet], CommandError>, narrowing text: String) -> Effect {
        guard text == self.text else { return .none }
        switch facets {
        case .success(let facets) where facets.isEmpty: say("These matches have no values to filter by.")
        case .success(let facets): show(.facets(facets, chosen: 0))
        case .failure(let error): say(error.message, hasFailed: true)
        }
        return .draw
    }

    /// Handles the map for a text; ignored if the text or the part to show has changed since.
    mutating func take(map: Result<[String], CommandError>, of text: String, _ view: MapView) -> Effect {
        guard text == self.text, view == mapView else { return .none }
        switch map {
        case .success(let lines): show(.map(lines))
        case .failure(let error):
            if self.view == .records { mapView = nil }
            say(error.message, hasFailed: true)
        }
        return .draw
    }

    /// Handles the result of opening links.
    mutating func take(opened: Result<String, CommandError>) -> Effect {
        switch opened {
        case .success(let sentence): say(sentence)
        case .failure(let error): say(error.message, hasFailed: true)
        }
        return .draw
    }
}
