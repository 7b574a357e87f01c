import Testing

/// The tests of the built program under faults, kills and hostile input, one after the other, beside the other tests of the program.
@Suite(.serialized)
struct ReliabilityTests {}
