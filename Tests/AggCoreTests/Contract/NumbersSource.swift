import AggSource
import Foundation

/// A way to be a bad source.
enum BrokenPromise: String, CaseIterable, Sendable {
    case misspelledParameter = "the parameter “Max Rows” must consist of lowercase letters"
    case helpWithoutStop = "the help of “url” must be a sentence"
    case blankTitle = "the title must not be blank"
    case sameKey = "keys must be unique"
    case undeclaredColumn = "the column “colour” must be declared"
    case wrongType = "“size” must be of its declared type, integer"
    case hugeBatch = "a batch must have 1 to 1000 records"
    case starterWithFault = "the starter sample must not contain skipped items"
    case countsNothing = "the valid response must yield 1 skipped items"
    case wrongShapeIsEmpty = "a response in another format must be reported as invalid data"
    case cutOffIsEmpty = "a truncated response must be reported as invalid data"
    case forgetsValidators = "must send the validators from the previous fetch"
    case swallowsStatus = "HTTP 500 must fail with “http”"
    case hidesOffline = "an error from the HTTP client must be passed on unchanged"
    case ignoresCancel = "a canceled fetch must fail with “cancelled”"
}

/// A source of numbers that keeps every promise, or breaks one: the contract must notice.
struct NumbersSource: DataSource {
    @TaskLocal static var broken: BrokenPromise?
    /// Whether it reads everything twice, as if its data set changed meanwhile.
    @TaskLocal static var readsAnew = false

    static let kind: SourceKind = "numbers"
    static let summary = "Numbers."
    static var parameters: [Parameter] {
        [
            Parameter(
                "url", .url, default: "https://numbers.example/list",
                help: broken == .helpWithoutStop ? "The address" : "The address of the list."),
            Parameter(broken == .misspelledParameter ? "Max Rows" : "max_rows", .integer(1...9), help: "How many."),
        ]
    }
    static let builtIns = [SourceEntry(builtIn: "numbers", kind: kind)]

    let columns = [Column("size", .integer, "How large it is.")]
    let policy = SourcePolicy()
    let mappingVersion = 1
    var starter: StarterSample? {
        StarterSample(Array((Self.broken == .starterWithFault ? "[1, null]" : "[1, 2]").utf8))
    }

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {}

    func fetcher(_ services: SourceServices) -> any RecordFetcher {
        NumbersFetcher(services: services, broken: Self.broken, readsAnew: Self.readsAnew)
    }
}

private struct NumbersFetcher: RecordFetcher {
    let services: SourceServices
    let broken: BrokenPromise?
    let readsAnew: Bool

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let url = URL(filePath: "/list")
        let validators = broken == .forgetsValidators ? nil : state?.validators
        let response: HTTPResponse
        do {
            response = try await services.send(HTTPRequest(url, validators: validators))
        } catch {
            throw broken == .hidesOffline ? .nothingStored : error
        }
        if response.isNotModified { return .unchanged(nil) }
        if broken == .swallowsStatus, response.status == 500 { return .complete(FetchSummary()) }
        try response.requireSuccess(now: services.clock.now)
        return try await read(response, into: sink)
    }

    private func read(_ response: HTTPResponse, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let bytes = try response.body.collect()
        var summary = FetchSummary(state: FetchState(Validators(response.headers)), bytes: bytes.count)
        let items: [JSONValue]
        do {
            let value = try JSONValue(parsing: bytes)
            guard let list = value.arrayValue else {
                if broken == .wrongShapeIsEmpty { return .complete(summary) }
                throw SourceError.invalidData("found \(value.kind)")
            }
            items = list
        } catch let error as SourceError {
            throw error
        } catch {
            if broken == .cutOffIsEmpty { return .complete(summary) }
            throw .invalidData("\(error)")
        }
        var records: [Record] = []
        for (index, item) in items.enumerated() {
            guard let number = item.intValue else {
                if broken != .countsNothing { summary.skipped.add(item: index + 1, reason: "is no number") }
                continue
            }
            records.append(record(number))
        }
        if broken == .hugeBatch, !records.isEmpty {
            records += (1_000...2_000).map(record)
        }
        if !records.isEmpty, readsAnew {
            try await sink.write(records)
            try await sink.restart()
        }
        if !records.isEmpty { try await sink.write(records) }
        if broken != .ignoresCancel, Task.isCancelled { throw .cancelled }
        return .complete(summary)
    }

    private func record(_ number: Int) -> Record {
        let size = FieldValue.integer(Int64(number))
        return Record(
            key: broken == .sameKey ? "1" : String(number),
            title: broken == .blankTitle ? " " : "Number \(number)",
            fields: [
                Record.Field(
                    broken == .undeclaredColumn ? "colour" : "size", broken == .wrongType ? .text("large") : size)
            ])
    }
}
