import Testing

/// Tests of the built program, run one at a time: each runs the program many times, and the machine has few cores.
@Suite(.serialized)
struct AcceptanceTests {}
