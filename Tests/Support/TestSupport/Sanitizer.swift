import Foundation

/// Whether the tests run beneath a sanitizer, which `make sanitize` says by the options it gives it.
public enum Sanitizer {
    /// Some of what the system limits (the size of files, memory) a sanitizer needs for itself.
    public static let isOn = ["TSAN_OPTIONS", "ASAN_OPTIONS"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }
}
