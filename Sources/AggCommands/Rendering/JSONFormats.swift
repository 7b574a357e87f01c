import AggSource

/// One compact document a command, on one line.
enum JSONFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        let document = answer.document(output)
        let members = document.envelope(of: output).members
        guard document.count > 0, let place = members.lastIndex(where: { $0.name == document.rowsName }) else {
            return AnswerText(text(members[...]) + "\n")
        }
        // The envelope has an empty array in place of the rows: they stand between its brackets.
        let head = text(members[...place]).dropLast(2)
        let tail = text(members[(place + 1)...]).dropFirst()
        let end = (tail.count > 1 ? "]," : "]") + tail + "\n"
        return AnswerText(String(head), rows: document.count, tail: end) { index in
            (index == 0 ? "" : ",") + document.item(index).text
        }
    }

    private static func text(_ members: ArraySlice<JSONObject.Member>) -> String {
        JSONValue.object(JSONObject(Array(members))).text
    }
}

/// One document a record, a line each, without the envelope.
enum NDJSONFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput) -> AnswerText {
        let document = answer.document(output)
        return AnswerText("", rows: document.count) { document.item($0).text + "\n" }
    }
}
