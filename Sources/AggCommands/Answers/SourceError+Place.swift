import AggSource

extension SourceError {
    /// The reason, with the address after its first clause, since advice may follow: “invalid data at line 3 at URL; run …”.
    ///
    /// The message of a server that reports an error may have several clauses, so the address comes after all of it.
    func reason(at address: String?) -> String {
        let reason = reason()
        guard let address else { return reason }
        if case .http(let status, _) = self, !(200..<300).contains(status) { return "\(reason) at \(address)" }
        var depth = 0
        for index in reason.indices {
            switch reason[index] {
            case "“", "(": depth += 1
            case "”", ")": depth -= 1
            case ";" where depth == 0: return "\(reason[..<index]) at \(address)\(reason[index...])"
            default: break
            }
        }
        return "\(reason) at \(address)"
    }
}
