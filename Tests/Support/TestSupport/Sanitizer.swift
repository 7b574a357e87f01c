import Foundation

/// Whether the tests run under a sanitizer, as shown by the options that `make sanitize` sets.
public enum Sanitizer {
    /// A sanitizer itself needs some of what the system limits, such as file sizes and memory.
    public static let isOn = ["TSAN_OPTIONS", "ASAN_OPTIONS"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }
}
