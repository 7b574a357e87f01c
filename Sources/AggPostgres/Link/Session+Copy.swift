import AggSource
import CPQ
import Foundation

extension Session {
    /// Copies rows into a table; `fill` appends bytes and returns false when it is done.
    func copy(into sql: String, _ fill: (inout [UInt8]) throws -> Bool) throws {
        _ = try rows(sql)
        var bytes: [UInt8] = []
        do {
            var goesOn = true
            while goesOn {
                bytes.removeAll(keepingCapacity: true)
                goesOn = try fill(&bytes)
                try put(bytes)
            }
        } catch {
            _ = PQputCopyEnd(link.pointer, "interrupted")
            _ = try? rest()
            throw error
        }
        try put { PQputCopyEnd(link.pointer, nil) }
        try rest()
    }

    private func put(_ bytes: [UInt8]) throws {
        if bytes.isEmpty { return }
        if Task.isCancelled { throw CancellationError() }
        try bytes.withUnsafeBytes { bytes in
            try put {
                PQputCopyData(link.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
            }
        }
        try flush()
    }

    /// Adds data to the copy; if libpq's buffer is full, sends what it contains and tries once more.
    private func put(_ send: () -> Int32) throws {
        var sent = send()
        if sent == 0 {
            try flush()
            sent = send()
        }
        guard sent == 1 else { throw fault() }
    }

    /// Calls `body` with each row of a copied table, in the format of the statement.
    func copy(from sql: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        _ = try rows(sql)
        var failure: (any Error)?
        while true {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(link.pointer, &bytes, 1)
            if count > 0, let start = bytes {
                defer { PQfreemem(start) }
                if failure != nil { continue }
                do {
                    try Task.checkCancellation()
                    try body(UnsafeRawBufferPointer(start: start, count: Int(count)))
                } catch {
                    failure = error
                    link.cancel()
                }
            } else if count == 0 {
                try waitForData()
            } else {
                break
            }
        }
        do { try rest() } catch { throw failure ?? error }
        if let failure { throw failure }
    }
}
