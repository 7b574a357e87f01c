import Testing

/// Tests of the built program under faults, kills, and hostile input, run one at a time, in parallel with its other tests.
@Suite(.serialized)
struct ReliabilityTests {}
