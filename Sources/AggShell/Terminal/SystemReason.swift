import Glibc

/// The system's words for an error number, as part of a sentence.
package func systemReason(_ number: Int32) -> String {
    String(cString: strerror(number))
}
