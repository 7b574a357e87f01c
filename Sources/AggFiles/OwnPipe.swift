import CProcess

/// A pipe that no program inherits, not even one that another thread starts while the pipe is opened.
package enum OwnPipe {
    /// Opens a pipe; nil if the process has no descriptors left.
    package static func open() -> (readEnd: Int32, writeEnd: Int32)? {
        var ends: [Int32] = [-1, -1]
        return cprocess_open_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }
}
