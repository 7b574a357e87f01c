import Synchronization

/// What is known about the changes of a user file that belong together, such as those of one command.
final class UserChanges: Sendable {
    /// The changes that the current task is part of; nil if it does not group its changes.
    @TaskLocal static var current: UserChanges?

    private let file: String
    private let state = Mutex((hasBackup: false, isIncomplete: false))

    /// Groups the changes of a file.
    init(file: String) {
        self.file = file
    }

    /// Whether one of the changes made a backup, which lacks a later one.
    var backupIsIncomplete: Bool { state.withLock { $0.hasBackup && $0.isIncomplete } }

    /// Notes a change, and whether it made a backup; changes of other files, such as that of a copy, do not count.
    func note(in file: String, isBackedUp: Bool) {
        guard file == self.file else { return }
        state.withLock { state in
            state.hasBackup = state.hasBackup || isBackedUp
            state.isIncomplete = !isBackedUp
        }
    }
}
