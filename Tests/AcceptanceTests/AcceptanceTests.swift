import Testing

/// The tests of the built program, one after the other: each runs it many times, and the machine has few cores.
@Suite(.serialized)
struct AcceptanceTests {}
