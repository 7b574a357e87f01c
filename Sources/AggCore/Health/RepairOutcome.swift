/// What a repair did.
public struct RepairOutcome: Hashable, Sendable {
    /// What was broken, and what came over.
    public var plan: RepairPlan
    /// The path of the broken file now.
    public var aside: String

    /// Makes an outcome.
    public init(plan: RepairPlan, aside: String) {
        self.plan = plan
        self.aside = aside
    }
}
