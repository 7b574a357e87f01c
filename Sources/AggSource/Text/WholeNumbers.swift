// The standard library traps if a floating-point number does not fit an integer, and numbers from outside can be
// anything. These declarations hide its unchecked conversions from every file that imports this module; using one does
// not compile, because it is deprecated and warnings are errors.

extension FixedWidthInteger {
    /// Rounds toward zero; a number out of range becomes the nearest bound, and NaN becomes 0.
    @inlinable
    package init(clamping number: Double) {
        self = number.isNaN ? 0 : Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}

extension Duration {
    /// A duration of up to a trillion seconds either way; NaN becomes zero.
    package static func seconds(clamping seconds: Double) -> Duration {
        let bounded = seconds.isNaN ? 0 : min(max(seconds, -1e12), 1e12)
        return .seconds(Int64(clamping: bounded))
            + .nanoseconds(Int64(clamping: bounded.truncatingRemainder(dividingBy: 1) * 1e9))
    }

    @available(*, deprecated, message: "traps if the number does not fit; use seconds(clamping:)")
    package static func seconds(_ seconds: Double) -> Duration { .seconds(clamping: seconds) }

    @available(*, deprecated, message: "traps if the number does not fit; use seconds(clamping:)")
    package static func milliseconds(_ milliseconds: Double) -> Duration { .seconds(clamping: milliseconds / 1_000) }
}

extension Int {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension Int8 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension Int16 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension Int32 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension Int64 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension UInt {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension UInt8 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension UInt16 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension UInt32 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}

extension UInt64 {
    @available(
        *, deprecated, message: "traps if the number does not fit; use init(clamping:) or init(exactly:)"
    )
    package init(_ number: Double) { self.init(clamping: number) }
}
