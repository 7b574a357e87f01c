import Testing

/// The tests of what the built program does, one after the other: each runs it many times, and the machine has few cores.
@Suite(.serialized)
struct AcceptanceTests {}
