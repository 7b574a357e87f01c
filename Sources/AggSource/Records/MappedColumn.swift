/// A column and the source of its value, declared together.
///
///     static let columns: [MappedColumn<Quake>] = [
///         MappedColumn("felt", "How many people felt it.") { $0.reports },
///     ]
///
/// A ``DataSource`` declares `columns.map(\.column)`, and `columns.fields(of:)` returns the fields of a record.
public struct MappedColumn<Item>: Sendable {
    /// The column; its kind is that of the values.
    public let column: Column
    @usableFromInline let value: @Sendable (Item) -> FieldValue?

    /// Declares a column by its name and a one-sentence description; an item without a value gets no field.
    public init<Value: ColumnValue>(
        _ name: String, _ summary: String, unit: String? = nil, isSearchable: Bool? = nil,
        _ value: @escaping @Sendable (Item) -> Value?
    ) {
        column = Column(name, Value.columnKind, summary, unit: unit, isSearchable: isSearchable)
        self.value = { value($0)?.fieldValue }
    }

    /// The field for an item; nil if it has no value.
    @inlinable public func field(of item: Item) -> Record.Field? {
        value(item).map { Record.Field(column.name, $0) }
    }
}

extension Sequence {
    /// The fields of an item, in the order of the columns.
    ///
    /// It is inlinable so that each source gets code for its own items: a generic version takes three times as long.
    @inlinable public func fields<Item>(of item: Item) -> [Record.Field] where Element == MappedColumn<Item> {
        compactMap { $0.field(of: item) }
    }
}

/// A type whose values can be stored in a column.
public protocol ColumnValue: Sendable {
    /// The kind of a column that holds such values.
    static var columnKind: Column.Kind { get }
    /// The value in the form a record stores.
    var fieldValue: FieldValue { get }
}

extension String: ColumnValue {
    /// Text.
    public static var columnKind: Column.Kind { .text }
    /// The text as it is.
    public var fieldValue: FieldValue { .text(self) }
}

extension Int64: ColumnValue {
    /// A whole number.
    public static var columnKind: Column.Kind { .integer }
    /// The number.
    public var fieldValue: FieldValue { .integer(self) }
}

extension Double: ColumnValue {
    /// A number with a fraction.
    public static var columnKind: Column.Kind { .decimal }
    /// The number.
    public var fieldValue: FieldValue { .decimal(self) }
}

extension Bool: ColumnValue {
    /// True or false.
    public static var columnKind: Column.Kind { .boolean }
    /// True or false.
    public var fieldValue: FieldValue { .boolean(self) }
}

extension RecordDate: ColumnValue {
    /// A day or an instant.
    public static var columnKind: Column.Kind { .date }
    /// The date.
    public var fieldValue: FieldValue { .date(self) }
}

extension [String]: ColumnValue {
    /// Several texts.
    public static var columnKind: Column.Kind { .list }
    /// The texts in their order.
    public var fieldValue: FieldValue { .list(self) }
}
