/// The parameters that every kind of source has beside its own.
enum CommonParameters {
    /// Those of the policy and those of the simulation.
    static let all = SourcePolicy.parameters + Simulation.parameters
    /// Their names: they say nothing about which rows are fetched.
    static let names = Set(all.map(\.name))
}
