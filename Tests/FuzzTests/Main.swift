import Dispatch
import Foundation

/// `fuzz TARGET [LIBFUZZER’S ARGUMENTS]`: without a target, it lists them; with `--seeds FOLDER`, it writes their seeds
/// below a folder.
///
/// Names contain no spaces, since `make fuzz` splits the list at them.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--seeds", let folder = arguments.last { return writeSeeds(folder) }
        if target == nil, let name = arguments.first {
            FileHandle.standardError.write(Data("no target “\(name)”\n".utf8))
            exit(2)
        }
        guard target != nil else {
            return FuzzTarget.all.forEach { FileHandle.standardOutput.write(Data("\($0.name)\n".utf8)) }
        }
        var texts = ([CommandLine.arguments[0]] + arguments.dropFirst()).map { strdup($0) } + [nil]
        texts.withUnsafeMutableBufferPointer { buffer in
            var count = Int32(buffer.count - 1)
            var pointer = buffer.baseAddress
            exit(runDriver(&count, &pointer, readInput))
        }
    }

    private static func writeSeeds(_ folder: String) {
        for target in FuzzTarget.all {
            let place = URL(filePath: folder).appending(path: target.name)
            try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (number, seed) in target.seeds.enumerated() {
                try? Data(seed.utf8).write(to: place.appending(path: "seed-\(number)"))
            }
        }
    }
}

private let target = FuzzTarget.all.first { CommandLine.arguments.dropFirst().first == $0.name }

/// libFuzzer waits for each input.
private let readInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { start, count in
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let isDone = DispatchSemaphore(value: 0)
    Task {
        do {
            try await target?.read(bytes)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            abort()
        }
        isDone.signal()
    }
    isDone.wait()
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
