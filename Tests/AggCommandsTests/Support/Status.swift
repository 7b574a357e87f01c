import AggCommands

/// The status of a command; Testing has a type of that name too.
typealias Status = AggCommands.ExitStatus
