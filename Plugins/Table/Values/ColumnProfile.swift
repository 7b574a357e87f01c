import AggSource

/// The common properties of all values in a column.
struct ColumnProfile {
    /// The number of rows with a value, not counting markers for missing ones.
    private(set) var present = 0
    /// The number of rows with any text, including markers for missing values.
    private(set) var filled = 0
    /// The length of the longest value, in bytes.
    private(set) var longest = 0
    /// Whether some value is a list.
    private(set) var hasLists = false
    /// How many of the first rows have a value that no earlier row has.
    private(set) var variety = 0

    private var openDates = OpenDates()
    /// Whether numbers have flags, as in files of Eurostat.
    private let hasFlags: Bool
    /// How many values are numbers, or marks of missing ones, with flags.
    private(set) var flagged = 0
    /// How many values are in the form `="00123"`, with which Excel reads a number as a text.
    private var excelTexts = 0
    /// Whether some places are lines or areas.
    private(set) var hasAreas = false
    /// Whether some places follow an address.
    private(set) var hasAddresses = false
    /// The pairs of numbers among the places, and in lists.
    private(set) var pairs = PairText.Evidence()

    /// Whether points, and whether commas, in the numbers may separate thousands.
    private(set) var groups = (point: GroupEvidence(.point), comma: GroupEvidence(.comma))

    private var shapes: Shapes = .all
    /// How many values are no numbers with a decimal point, no numbers with a decimal comma, and no dates.
    private var misfits: (point: Int, comma: Int, date: Int) = (0, 0, 0)
    private var commonForms: TextForm = .all
    private var units: Set<String> = []
    private var hasPlainNumbers = false
    /// Whether some values are whole numbers with spaces between groups of digits.
    private(set) var hasSpacedNumbers = false
    /// Whether some values have leading zeros after a sign, as only coordinates have, or look like phone numbers.
    private(set) var hasPadding = false
    private var numberLengths = (least: Int.max, most: 0)
    /// The least and the greatest number of digits after a decimal point, and whether some of them end with a zero.
    private var fractions = (least: Int.max, most: 0, haveZeros: false)
    private var hasOtherLists = false
    private var angles: (size: Double, axes: Set<CoordinateText.Axis>) = (0, [])
    private var dates = DateOrderEvidence()
    private var hasFraction: (point: Bool, comma: Bool) = (false, false)
    private var range: (point: ClosedRange<Double>?, comma: ClosedRange<Double>?) = (nil, nil)
    private var degrees: (point: DegreeCount, comma: DegreeCount) = (DegreeCount(), DegreeCount())
    /// How many values contain a comma.
    private var commas = 0
    /// Whether a comma divides the cells of the table, so that a comma within a cell is as likely to divide a list.
    private let isDividedByCommas: Bool
    private var totalLength = 0
    private var someValues: Set<UInt64> = []
    /// How many rows to consider for ``variety``.
    static let sampled = 1_000

    init(isDividedByCommas: Bool = false, hasFlags: Bool = false) {
        self.isDividedByCommas = isDividedByCommas
        self.hasFlags = hasFlags
    }

    /// Adds a value; empty ones do not count, and the numbers of JSON have points.
    mutating func add(_ bytes: ArraySlice<UInt8>, isList: Bool, isJSONNumber: Bool, isExcelText: Bool = false) {
        guard !bytes.isEmpty else { return }
        filled += 1
        if isExcelText { excelTexts += 1 }
        longest = max(longest, bytes.count)
        totalLength += bytes.count
        if filled <= Self.sampled || variety == 1, someValues.insert(SeenKeys.hash(bytes)).inserted { variety += 1 }
        if isList {
            hasLists = true
            if !hasOtherLists {
                if let pair = PairText(list: bytes) { pairs.add(pair) } else { hasOtherLists = true }
            }
            (shapes, commonForms) = ([], [])
        }
        guard !Missing.isMissingNumber(bytes) else { return }
        present += 1
        if bytes.contains(UInt8(ascii: ",")) { commas += 1 }
        if !commonForms.isEmpty { commonForms.formIntersection(TextForm(of: bytes, among: commonForms)) }
        if isJSONNumber, bytes.contains(UInt8(ascii: ".")) { shapes.remove(.commaNumber) }
        if !shapes.isEmpty { narrow(bytes) }
    }

    /// Of this many values, one may be of another type than its column, such as a typing error among measurements.
    private static let valuesPerMisfit = 100
    /// The minimum number of values in a column that may have a misfit.
    private static let leastWithMisfit = 50

    /// Whether few enough values do not fit a type.
    private func areFew(_ misfits: Int) -> Bool {
        misfits == 0 || present >= Self.leastWithMisfit && misfits * Self.valuesPerMisfit <= present
    }

    /// The number of misfits beyond which a type is no longer likely, however many values follow.
    private var mostMisfits: Int { 2 + present / Self.valuesPerMisfit }

    private mutating func narrow(_ bytes: ArraySlice<UInt8>) {
        var number: Double?
        if let found = FlaggedNumber(bytes) {
            flagged += 1
            if !found.isMissing {
                _ = narrowNumber(found.number, .point, .pointNumber)
                _ = narrowNumber(found.number, .comma, .commaNumber)
            }
        } else {
            number = narrowNumber(bytes, .point, .pointNumber)
            _ = narrowNumber(bytes, .comma, .commaNumber)
        }
        if shapes.contains(.boolean), BooleanText.value(bytes) == nil { shapes.remove(.boolean) }
        if shapes.contains(.compactDate), CompactDate.date(bytes) == nil { shapes.remove(.compactDate) }
        if shapes.contains(.month), !PeriodDate.isPart(bytes) { shapes.remove(.month) }
        if shapes.contains(.monthOfYear), !DateParts.isMonth(bytes) { shapes.remove(.monthOfYear) }
        if shapes.contains(.quarterOfYear), !DateParts.isQuarter(bytes) { shapes.remove(.quarterOfYear) }
        if shapes.contains(.dayOfMonth), !DateParts.isDay(bytes) { shapes.remove(.dayOfMonth) }
        guard !shapes.isDisjoint(with: [.date, .place, .link, .angle]) else { return }
        let mayBeDate = DateText.mayBe(bytes)
        if shapes.contains(.date), !mayBeDate { countOtherThanDate() }
        if shapes.contains(.link), !LinkText.isURL(bytes) { shapes.remove(.link) }
        // A plain number is an angle without a sign for degrees.
        if let number, shapes.contains(.angle) { angles.size = max(angles.size, abs(number)) }
        let wanted: Shapes = number == nil ? [.date, .place, .angle] : [.date, .place]
        guard !shapes.isDisjoint(with: wanted) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        if shapes.contains(.date), mayBeDate {
            let reading = DateText.reading(text)
            if reading.orders.isEmpty {
                countOtherThanDate()
            } else {
                dates.add(reading.orders)
                if let ends = reading.ends { openDates.add(ends) }
                if dates.misfits > mostMisfits { shapes.remove(.date) }
            }
        }
        if number == nil, shapes.contains(.angle) {
            if let angle = AngleText.angle(text) {
                angles.size = max(angles.size, abs(angle.degrees))
                if let axis = angle.axis { angles.axes.insert(axis) }
            } else {
                shapes.remove(.angle)
            }
        }
        guard shapes.contains(.place) else { return }
        if let pair = PairText(text) {
            pairs.add(pair)
            hasAddresses = hasAddresses || text.contains(where: \.isNewline)
            if pairs.possible.isEmpty { shapes.remove(.place) }
        } else if let place = PlaceText(text) {
            hasAreas = hasAreas || place.bounds != nil
        } else if !PlaceText.isEmpty(text) {
            shapes.remove(.place)
        }
    }

    private mutating func countOtherThanDate() {
        misfits.date += 1
        if misfits.date > mostMisfits { shapes.remove(.date) }
    }

    /// Removes the shape if too many values are not such numbers; returns a number without a sign of currency.
    private mutating func narrowNumber(
        _ bytes: ArraySlice<UInt8>, _ decimal: NumberText.Decimal, _ shape: Shapes
    ) -> Double? {
        guard shapes.contains(shape) else { return nil }
        let plain = NumberText.value(bytes, decimal)
        let amount = plain == nil ? AmountText(bytes, decimal) : nil
        if let unit = amount?.unit, !unit.isEmpty { units.insert(unit) }
        guard units.count < 2 else {
            shapes.remove(shape)
            return nil
        }
        guard let value = plain ?? amount?.number else {
            // A number with leading zeros or too many digits is a code.
            let isCode = bytes.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "+") }
            if decimal == .point { misfits.point += 1 } else { misfits.comma += 1 }
            let count = decimal == .point ? misfits.point : misfits.comma
            if isCode || count > mostMisfits { shapes.remove(shape) }
            return nil
        }
        if plain != nil, value.double != 0 { hasPlainNumbers = true }
        if plain != nil, NumberText.isPadded(bytes) { hasPadding = true }
        if amount?.isSpaced == true { hasSpacedNumbers = true }
        numberLengths = (min(numberLengths.least, bytes.count), max(numberLengths.most, bytes.count))
        var isDecimal = false
        if case .decimal = value { isDecimal = true }
        let number = value.double
        if decimal == .point {
            groups.point.add(bytes)
            let fraction = bytes.lastIndex(of: UInt8(ascii: ".")).map { bytes.endIndex - $0 - 1 } ?? 0
            fractions.least = min(fractions.least, fraction)
            fractions.most = max(fractions.most, fraction)
            if fraction > 0, bytes.last == UInt8(ascii: "0") { fractions.haveZeros = true }
            hasFraction.point = hasFraction.point || isDecimal
            range.point = Self.range(range.point, with: number)
            degrees.point.add(number)
        } else {
            groups.comma.add(bytes)
            hasFraction.comma = hasFraction.comma || isDecimal
            range.comma = Self.range(range.comma, with: number)
            degrees.comma.add(number)
        }
        return plain?.double
    }

    private static func range(_ range: ClosedRange<Double>?, with number: Double) -> ClosedRange<Double> {
        guard let range else { return number...number }
        return min(range.lowerBound, number)...max(range.upperBound, number)
    }

    /// The smallest and the largest number; nil if not all values are numbers.
    private var numbers: ClosedRange<Double>? {
        decimalStyles.first.flatMap { $0 == .point ? range.point : range.comma }
    }
    /// The currency or percent sign of the numbers; nil without one.
    var unit: String? { units.count == 1 ? units.first : nil }
    /// Whether all values are angles in degrees, minutes, and seconds on an axis, up to a number of degrees.
    func isAngle(_ axis: CoordinateText.Axis, upTo limit: Double) -> Bool {
        present > 0 && shapes.contains(.angle) && angles.axes.isSubset(of: [axis]) && angles.size <= limit
    }
    /// Whether all values are numbers with a decimal mark, and most of them degrees on an axis.
    func hasDegrees(_ axis: CoordinateText.Axis, _ decimal: NumberText.Decimal) -> Bool {
        guard decimalStyles.contains(decimal) else { return false }
        let count = decimal == .point ? degrees.point : degrees.comma
        return (axis == .latitude ? count.latitudes : count.longitudes) * 2 > present
    }
    /// Whether numbers have zeros at their ends, but not all of them as many digits, so that 1.1 and 1.10 may differ.
    var hasEndingZeros: Bool { fractions.haveZeros && fractions.least < fractions.most }
    /// Whether no number is farther from zero than a limit.
    func isWithin(_ limit: Double) -> Bool {
        numbers.map { $0.lowerBound >= -limit && $0.upperBound <= limit } ?? false
    }
    /// Whether all numbers may be seconds or milliseconds since 1970.
    var isEpoch: Bool { numbers.map { EpochDate.seconds($0) || EpochDate.milliseconds($0) } ?? false }

    /// Whether all values are whole numbers that may number the rows: long ones of the same length, or those from 0 or 1 without
    /// large gaps.
    var isNumbering: Bool {
        guard let numbers, numbers.lowerBound >= 0 else { return false }
        return longest >= 6 && meanLength == longest
            || numbers.lowerBound < 2 && numbers.upperBound < Double(filled) * 2
    }

    /// The type of the values, given the decimal mark.
    func kind(_ decimal: NumberText.Decimal) -> Column.Kind {
        if hasLists { return .list }
        guard present > 0 else { return .text }
        let styles = decimalStyles
        if let style = styles.contains(decimal) ? decimal : styles.first {
            let isDecimal = style == .point ? hasFraction.point : hasFraction.comma
            return isDecimal ? .decimal : .integer
        }
        if shapes.contains(.boolean) { return .boolean }
        return areDates ? .date : .text
    }

    /// The decimal marks with which all values are numbers.
    var decimalStyles: [NumberText.Decimal] {
        // A percentage among plain numbers may be a hundred times as large.
        guard present > 0, !(units == ["%"] && hasPlainNumbers), excelTexts * 2 <= filled else { return [] }
        // Units such as s follow all numbers, but flags only some. A letter may be part of a house number.
        let mayHaveFlags = hasFlags || flagged * 2 < present && (hasFraction.point || hasFraction.comma)
        guard flagged == 0 || mayHaveFlags else { return [] }
        // Phone numbers and codes have the same length.
        guard !hasSpacedNumbers || numberLengths.least < numberLengths.most else { return [] }
        let point = shapes.contains(.pointNumber) && areFew(misfits.point) ? misfits.point : nil
        let comma = shapes.contains(.commaNumber) && areFew(misfits.comma) ? misfits.comma : nil
        let likely: [NumberText.Decimal] =
            if let point, let comma {
                point == comma ? [.point, .comma] : point < comma ? [.point] : [.comma]
            } else {
                (point == nil ? [] : [.point]) + (comma == nil ? [] : [.comma])
            }
        return likely == [.comma] && isDividedByCommas && commas * 2 <= present ? [] : likely
    }

    /// Whether some dates depend on the order of day and month.
    var hasOpenDates: Bool { !openDates.isEmpty }
    /// Whether all dates may begin with a year of two digits, which changes less than the last number.
    var isYearFirst: Bool {
        dateOrders == .yearFirst || dateOrders.contains(.yearFirst) && openDates.isFirstSteadier
    }

    /// Whether some values contain a comma.
    var hasCommas: Bool { commas > 0 }

    /// The orders of day and month in which the fewest values are invalid; empty for other columns.
    var dateOrders: DateText.Reading { areDates ? dates.orders : [] }
    /// Whether all values are dates, except for a few.
    private var areDates: Bool { present > 0 && shapes.contains(.date) && areFew(misfits.date + dates.misfits) }
    /// Whether a few values do not fit the type of the others.
    var hasMisfits: Bool {
        decimalStyles.first.map { $0 == .point ? misfits.point > 0 : misfits.comma > 0 }
            ?? (areDates && misfits.date > 0)
    }
    /// Whether all values are digits that form a date.
    var isCompactDate: Bool { present > 0 && shapes.contains(.compactDate) }
    /// Whether all values are years, from 1000 to 2999.
    var isYear: Bool {
        guard longest == 4, kind(.point) == .integer, let numbers else { return false }
        return numbers.lowerBound >= 1_000 && numbers.upperBound < 3_000
    }
    /// Whether all values are numbers from 1900 to 2100.
    var isRecentYear: Bool { numbers.map { $0.lowerBound >= 1_900 && $0.upperBound <= 2_100 } ?? false }
    /// Whether all values are quarters or months of a year, such as 2024-03.
    var isMonth: Bool { present > 0 && shapes.contains(.month) }
    /// Whether all values are months without a year.
    var isMonthOfYear: Bool { present > 0 && shapes.contains(.monthOfYear) }
    /// Whether all values are quarters without a year.
    var isQuarterOfYear: Bool { present > 0 && shapes.contains(.quarterOfYear) }
    /// Whether all values are days of a month.
    var isDayOfMonth: Bool { present > 0 && shapes.contains(.dayOfMonth) }
    /// Whether all values are lists of two numbers that may be coordinates.
    var isPairOfNumbers: Bool { hasLists && !hasOtherLists && !pairs.isEmpty && !pairs.possible.isEmpty }
    /// Whether all values are places, and not all of them amounts such as `2,000.00`, which is not 2, 0.
    var isPlace: Bool { present > 0 && shapes.contains(.place) && decimalStyles.isEmpty && !pairs.isVague }
    /// The forms that all values have instead of words; empty without values.
    var forms: TextForm { present > 0 ? commonForms : [] }
    /// Whether several rows have a value, and it is the same in all of them.
    var isConstant: Bool { variety == 1 && filled > 1 }
    /// Whether all values are web URLs.
    var isLink: Bool { present > 0 && shapes.contains(.link) }
    /// The mean length of the values, in bytes.
    var meanLength: Int { filled == 0 ? 0 : totalLength / filled }
}
