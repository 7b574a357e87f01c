import AggSource

/// Detects everything that a configuration leaves open about a table, from its entire contents.
struct TableDetector {
    /// The configured settings.
    let given: TableSettings
    /// The encoding that the server declares; nil if it declares none.
    var declared: DeclaredEncoding?
    /// Receives the numbers of rows and bytes read.
    var progress = ProgressReporter.silent
    /// The key that was detected earlier, and that stored rows have; nil if there is none.
    var formerKey: [String]?

    /// The result of detection.
    struct Finding {
        /// Settings without any gaps.
        var settings: TableSettings
        let survey: TableSurvey
        /// What may be wrong, one sentence each.
        var assumptions: [String]
    }

    /// The maximum number of declared columns.
    static let mostColumns = 1_000

    /// Reads a body as many times as necessary.
    ///
    /// - Throws: `SourceError.refused` if a given column does not exist, `.invalidData` if the body is not a table or no
    ///   longer has the former key.
    func find(in body: HTTPBody) async throws(SourceError) -> Finding {
        let found = try ShapeDetector(given: given, declared: declared).find(in: body)
        let survey = try await TableSurvey.survey(of: body, found.shape, width: found.width, progress)
        var finding = Finding(settings: given, survey: survey, assumptions: found.assumptions)
        finding.settings.set(found.shape)
        guard !survey.names.isEmpty else {
            // All rows of a known table may be gone.
            if given.columns != nil, given.roles.key != nil { return finding }
            throw .invalidData("(the table has no rows yet, so its columns cannot be detected)")
        }
        finding.settings.decimal = given.decimal ?? Self.decimal(survey, found.shape)
        noteThousands(&finding, found.shape)
        setDates(&finding, found.shape)
        noteOtherOrders(&finding)
        let candidates = candidates(of: survey, finding.settings)
        var roles = try roles(named: given.roles, survey)
        if roles.key == nil, let formerKey {
            try Self.check(formerKey, survey)
            roles.key = formerKey
        }
        let added = zip(survey.names, survey.labels).filter { survey.addedLabels.contains($1) }.map { $0.0 }
        let chooser = RoleChooser(columns: candidates, rows: survey.rows, added: Set(added))
        var combined: [String]?
        if roles.key == nil, chooser.sureKey == nil {
            combined = try await CombinedKey.find(in: body, found.shape, survey, candidates)
        }
        finding.settings.roles = chooser.roles(over: roles, key: combined)
        setPairs(&finding, candidates)
        noteUnlabeledPlaces(&finding)
        if given.columns == nil { setColumns(&finding, candidates) }
        let key = (finding.settings.roles.key ?? []).compactMap(survey.names.firstIndex)
        finding.assumptions += survey.notes + survey.remarks.notes(key: key) + Self.signs(of: candidates)
        return finding
    }

    /// The decimal mark that more columns need; coordinates need the one with which they are degrees.
    ///
    /// Where the comma is the decimal mark, it does not divide cells, and the point may separate thousands. Between
    /// semicolons, the comma most likely is the decimal mark.
    private static func decimal(_ survey: TableSurvey, _ shape: TableShape) -> NumberText.Decimal {
        let profiles = witnesses(survey, shape).map(\.profile)
        func count(_ decimal: NumberText.Decimal) -> Int {
            let areWitnesses = decimal == .comma || !shape.mayUseDecimalComma
            let places = areWitnesses && hasPlaces(survey, only: decimal) ? 2 : 0
            let needed = profiles.count { $0.decimalStyles == [decimal] } + places
            guard decimal == .comma, shape.mayUseDecimalComma else { return needed }
            let likely = profiles.count { profile in
                guard profile.decimalStyles.count == 2 else { return false }
                return profile.groups.point.isLikely
                    || shape.hasSemicolons && profile.hasCommas && !profile.groups.comma.isLikely
            }
            return needed + likely
        }
        return count(.comma) > count(.point) ? .comma : .point
    }

    /// The columns that may show the decimal mark of the table: coordinates often have a point among numbers with a
    /// comma.
    private static func witnesses(
        _ survey: TableSurvey, _ shape: TableShape
    ) -> [(name: String, profile: ColumnProfile)] {
        let place = shape.mayUseDecimalComma ? pair(survey, .point) : nil
        return zip(survey.names, survey.profiles).map { (name: $0, profile: $1) }
            .filter { $0.name != place?.0 && $0.name != place?.1 }
    }

    /// Whether numbers are coordinates with this decimal mark, but not with the other one.
    private static func hasPlaces(_ survey: TableSurvey, only decimal: NumberText.Decimal) -> Bool {
        pair(survey, decimal) != nil && pair(survey, decimal.other) == nil
    }

    private static func pair(_ survey: TableSurvey, _ decimal: NumberText.Decimal) -> (String, String)? {
        RoleChooser(columns: survey.candidates(decimal), rows: survey.rows).pair([decimal])
    }

    /// Notes how a number such as 1.500 or 1,500 is read if nothing else in the table shows it.
    private func noteThousands(_ finding: inout Finding, _ shape: TableShape) {
        guard given.decimal == nil, shape.mayUseDecimalComma else { return }
        let witnesses = Self.witnesses(finding.survey, shape)
        let isSure =
            witnesses.contains { $0.profile.decimalStyles.count == 1 } || Self.hasPlaces(finding.survey, only: .comma)
        let open = witnesses.first { _, profile in
            profile.decimalStyles.count == 2 && (profile.groups.point.isPossible || profile.groups.comma.isPossible)
        }
        guard !isSure, let open else { return }
        let isPoint = open.profile.groups.point.isPossible
        let text = isPoint ? open.profile.groups.point.example : open.profile.groups.comma.example
        let whole = text.filter { $0 != "." && $0 != "," }
        let fraction = text.replacing(",", with: ".")
        let isComma = finding.settings.decimal == .comma
        let (read, other) = isComma == isPoint ? (whole, fraction) : (fraction, whole)
        finding.assumptions.append(
            "“\(text)” in “\(open.name)” is read as \(read); use --decimal \(isComma ? "point" : "comma") "
                + "to read it as \(other)")
    }

    private func setDates(_ finding: inout Finding, _ shape: TableShape) {
        let open = finding.survey.profiles.filter { $0.hasOpenDates && !$0.dateOrders.isEmpty }
        guard given.dates == nil, !open.isEmpty else { return }
        let days = open.count { $0.dateOrders.subtracting(.yearFirst) == .dayFirst }
        let months = open.count { $0.dateOrders.subtracting(.yearFirst) == .monthFirst }
        let years = open.count { $0.isYearFirst }
        var order =
            (days == months ? finding.settings.decimal == .comma || shape.hasSemicolons : days > months)
            ? DateText.Order.dayFirst : .monthFirst
        var other = order == .dayFirst ? DateText.Order.monthFirst : .dayFirst
        var isUnclear = days == months
        if years * 2 > open.count {
            isUnclear = open.contains { $0.dateOrders != .yearFirst }
            (order, other) = (.yearFirst, open.contains { $0.dateOrders.contains(.dayFirst) } ? .dayFirst : .monthFirst)
        }
        finding.settings.dates = order
        guard isUnclear else { return }
        finding.assumptions.append(
            "the order of day and month is unclear; dates are read \(order.words); use --dates \(other.rawValue) to "
                + "change that")
    }

    /// Notes the columns with dates that do not fit the order of the table.
    private func noteOtherOrders(_ finding: inout Finding) {
        let wanted = (finding.settings.dates ?? .monthFirst).reading
        let others = zip(finding.survey.names, finding.survey.profiles).filter { _, profile in
            profile.hasOpenDates && !profile.dateOrders.isEmpty && !profile.dateOrders.contains(wanted)
        }
        guard !others.isEmpty else { return }
        finding.assumptions.append(
            "columns with dates in another order are read as text: \(others.map(\.0).joined(separator: ", "))")
    }

    /// Decides which number of a pair is the latitude: by the range of the numbers, then the name of the column.
    private func setPairs(_ finding: inout Finding, _ candidates: [RoleChooser.Candidate]) {
        guard given.pairs == nil, let column = candidates.first(where: { $0.name == finding.settings.roles.location }),
            !column.profile.pairs.isEmpty
        else { return }
        let pairs = column.profile.pairs
        if pairs.possible.count == 1, let only = pairs.possible.first { return finding.settings.pairs = only }
        if let named = PairText.order(ofColumn: column.name) { return finding.settings.pairs = named }
        if pairs.likely.count == 1, let only = pairs.likely.first { return finding.settings.pairs = only }
        // GeoJSON lists the longitude first; people write it last.
        let order = column.kind == .list ? PairText.Order.longitudeFirst : .latitudeFirst
        finding.settings.pairs = order
        let first = order == .latitudeFirst ? "latitude" : "longitude"
        finding.assumptions.append(
            "the order of latitude and longitude is unclear; “\(column.name)” is read \(first) first; "
                + "use --pairs \(order.other.rawValue) to change that")
    }

    /// Notes that columns without labels are read as coordinates.
    private func noteUnlabeledPlaces(_ finding: inout Finding) {
        let roles = finding.settings.roles
        guard given.roles.latitude == nil, let latitude = roles.latitude, let longitude = roles.longitude,
            ColumnNames.index(ofNumbered: latitude) != nil
        else { return }
        finding.assumptions.append(
            "\(latitude) and \(longitude) look like latitudes and longitudes, and are read as such")
    }

    /// The columns; digits of a date and seconds since 1970 count as dates if the name or the document says so, and dates in another
    /// order count as text.
    private func candidates(of survey: TableSurvey, _ settings: TableSettings) -> [RoleChooser.Candidate] {
        survey.candidates(settings.decimal ?? .point).enumerated().map { index, column in
            let wanted = (settings.dates ?? .monthFirst).reading
            if column.kind == .date, column.profile.hasOpenDates, !column.profile.dateOrders.contains(wanted) {
                return column.typed(.text)
            }
            // Codes and phone numbers have them, too.
            if column.profile.hasPadding, !column.has(ColumnWords.axes) { return column.typed(.text) }
            if column.kind == .decimal, column.isVersion, column.profile.hasEndingZeros { return column.typed(.text) }
            let isReference = column.isNamedID || column.isReference
            // A code may look like a number most of the time.
            let isDoubtful =
                column.profile.hasSpacedNumbers || column.profile.hasMisfits || column.profile.flagged > 0
            if isDoubtful, isReference || column.has(ColumnWords.contacts) {
                return column.typed(.text)
            }
            let isNamed =
                column.has(ColumnWords.moments) || column.has(ColumnWords.days) || column.name.hasPrefix("yyyymmdd")
                || survey.dateLabels.contains(survey.labels[index])
            // A code is hardly ever a date in all of several rows, unless it begins with the day on which it was assigned.
            let isCode = isReference || column.profile.variety < 3 || [10, 12].contains(column.profile.longest)
            let isDay = column.profile.isCompactDate && (isNamed || !isCode)
            let isMoment = [.integer, .decimal].contains(column.kind) && isNamed && column.profile.isEpoch
            return isDay || isMoment ? column.typed(.date) : column
        }
    }

    /// A note about columns of numbers that lose their currency or percent signs.
    private static func signs(of columns: [RoleChooser.Candidate]) -> [String] {
        let list = columns.compactMap { column in
            [.integer, .decimal].contains(column.kind) ? column.profile.unit.map { "\(column.name) (\($0))" } : nil
        }
        guard !list.isEmpty else { return [] }
        return ["stored as numbers, without currency or percent signs: \(list.joined(separator: ", "))"]
    }

    private func setColumns(_ finding: inout Finding, _ candidates: [RoleChooser.Candidate]) {
        let survey = finding.survey
        let location = finding.settings.roles.location
        var columns: [Column] = []
        for (index, column) in candidates.enumerated() where column.name != location || column.profile.hasAddresses {
            // The result of a delimiter at the end of every line.
            if survey.labels[index].isEmpty, column.profile.filled == 0 { continue }
            columns.append(ColumnList.column(column.name, Self.kind(of: column, finding.settings)))
        }
        if columns.count > Self.mostColumns {
            finding.assumptions.append("only the first \(Self.mostColumns) of \(columns.count) columns are kept")
            columns = Array(columns.prefix(Self.mostColumns))
        }
        let hasAreas = candidates.contains { $0.name == location && $0.profile.hasAreas }
        if hasAreas, !survey.names.contains(TableMapper.bounds) {
            columns.append(ColumnList.column(TableMapper.bounds, .text))
        }
        finding.settings.columns = columns
    }

    /// The type of a column; coordinates can have another decimal mark than the other numbers of a table.
    private static func kind(of column: RoleChooser.Candidate, _ settings: TableSettings) -> Column.Kind {
        let isLatitude = column.name == settings.roles.latitude
        guard isLatitude || column.name == settings.roles.longitude, [.integer, .decimal].contains(column.kind) else {
            return column.kind
        }
        let decimal = settings.decimal ?? .point
        let mark = [decimal, decimal.other].first { column.profile.hasDegrees(isLatitude ? .latitude : .longitude, $0) }
        return mark.map(column.profile.kind) ?? column.kind
    }

    /// Returns normally if the table still has the columns of the former key, and values in them; with another key,
    /// favorites would lose their records.
    private static func check(_ formerKey: [String], _ survey: TableSurvey) throws(SourceError) {
        let hasRows = survey.rows > survey.remarkCount
        for column in formerKey where column != TableRoles.contentKey {
            let index = survey.names.firstIndex(of: column)
            if let index, !hasRows || survey.profiles[index].filled > 0 { continue }
            let lost = index == nil ? "the column" : "values in the column"
            let role = formerKey.count == 1 ? "their key" : "part of their key"
            throw .invalidData(
                "(the rows no longer have \(lost) “\(column)”, which is \(role); set “key: COLUMN” for this source, or "
                    + "refresh it with --force to detect another key)")
        }
    }

    /// The given columns, by name.
    private func roles(named given: TableRoles, _ survey: TableSurvey) throws(SourceError) -> TableRoles {
        for (role, columns) in given.named {
            for column in columns where column != TableRoles.contentKey {
                guard ColumnNames.index(of: column, names: survey.names, labels: survey.labels) == nil else {
                    continue
                }
                throw .refused(ColumnHint.refusal(of: column, as: role, among: survey.names))
            }
        }
        return given.renamed { column in
            ColumnNames.index(of: column, names: survey.names, labels: survey.labels).map { survey.names[$0] }
                ?? column
        }
    }
}
