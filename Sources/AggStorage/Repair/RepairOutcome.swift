/// What a repair did.
package struct RepairOutcome: Hashable, Sendable {
    /// What was broken, and what came over.
    package var plan: RepairPlan
    /// The path of the broken file now.
    package var aside: String

    /// Makes an outcome.
    package init(plan: RepairPlan, aside: String) {
        self.plan = plan
        self.aside = aside
    }
}
