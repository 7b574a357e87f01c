import AggSource
import ProgramRows

/// Asks a tap for its catalog, and for the options with which it accepts one.
struct SingerTap {
    /// The maximum size of a catalog, in bytes.
    private static let largestCatalog = 64_000_000

    let endpoint: SingerEndpoint
    let services: SourceServices
    let environment: ProgramEnvironment

    /// The catalog of all streams.
    ///
    /// - Throws: `SourceError.invalidData` if it is not one.
    func discover() async throws(SourceError) -> JSONValue {
        let tap = endpoint.tap(endpoint.configuration(environment) + ["--discover"], environment)
        let (end, output) = try await output(of: tap)
        try environment.masking(end).requireSuccess(of: tap)
        do {
            let json = try JSONValue(parsing: output)
            guard json["streams"]?.arrayValue != nil else {
                throw SourceError.invalidData("in the catalog of \(tap.name): no streams")
            }
            return json
        } catch let error as JSONError {
            throw .invalidData("in the catalog of \(tap.name), at byte \(error.offset): \(error.reason)")
        } catch let error as SourceError {
            throw error
        } catch {
            throw .invalidData("in the catalog of \(tap.name)")
        }
    }

    /// The options that accept a catalog, according to the tap's help: `--catalog`, or `--properties` for older taps.
    func catalogOptions() async throws(SourceError) -> [String] {
        let (end, output) = try await output(of: endpoint.tap(["--help"], environment))
        guard end.cause == .exited(0) else { return ["--catalog"] }
        let help = String(decoding: output, as: UTF8.self)
        let options = ["--catalog", "--properties"].filter { help.contains($0) }
        return options.isEmpty ? ["--catalog"] : options
    }

    private func output(of tap: Program) async throws(SourceError) -> (end: ProgramEnd, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        let end = try await services.programs.run(tap) { piece throws(SourceError) in
            bytes += piece
            if bytes.count > Self.largestCatalog {
                throw .invalidData(
                    "in the catalog of \(tap.name): it is larger than \(ByteCount.text(Self.largestCatalog))")
            }
        }
        return (end, bytes)
    }
}
