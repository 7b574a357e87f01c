import AggSource
import CEditLine
import Dispatch
import Glibc

/// The Tab key.
extension EditLineSession {
    /// Completes the word before the cursor, as the libedit command for Tab.
    func complete() -> UInt8 {
        let before = EditedLine(handle)
        let line = Self.text(before.scalars[...])
        let typed = Self.text(before.scalars[..<before.cursor])
        let cursor = typed.count
        let completer = completer
        let earlier = earlier.isEmpty ? "" : earlier + "\n"
        let offset = earlier.count
        guard
            var completion = blockingWait(
                atMost: patience, for: { await completer(earlier + line, offset + cursor) })
        else { return UInt8(CC_ERROR) }
        completion.start -= offset
        defer { lineAfterTab = EditedLine(handle) }
        let isRepeated = lineAfterTab == before
        switch CompletionEdit(line: line, cursor: cursor, completion: completion, isRepeated: isRepeated) {
        case .none:
            return UInt8(CC_ERROR)
        case .ambiguous:
            return UInt8(CC_REFRESH_BEEP)
        case .replace(let start, let text, let isFinal):
            let word = typed.dropFirst(start).unicodeScalars.count
            if word > 0 { el_deletestr(handle, Int32(word)) }
            el_winsertstr(handle, EditedLine.wide(text))
            return UInt8(isFinal ? CC_REFRESH : CC_REFRESH_BEEP)
        case .list:
            let columns = TerminalSize(of: STDOUT_FILENO)?.columns ?? 80
            goBelow()
            for row in CandidateColumns.lines(
                completion.candidates.map(\.display), isCut: completion.isCut, columns: columns)
            {
                streams.writeRemark(row + "\n")
            }
            streams.flush()
            _ = ceditline_refresh(handle)
            return UInt8(CC_NORM)
        }
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
