/// What is said in words alone, in every form that is no JSON.
enum TextFormat {
    static func render(_ output: CommandOutput) -> String {
        if case .text(let text) = output.body { text + "\n" } else { "" }
    }
}
