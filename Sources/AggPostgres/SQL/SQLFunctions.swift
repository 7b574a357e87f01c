/// The functions of the server that `sql` may call.
///
/// A function that PostgreSQL declares immutable computes its result from its arguments only. All others are refused unless
/// they are known: some run SQL in a text, or read files, settings, and tables, wait, lock, or reach other sessions and hosts.
enum SQLFunctions {
    /// Those that are not immutable because of the time zone, the language of texts, chance, or types of any kind.
    static let allowed: Set<String> = dates.union(texts).union(json).union([
        "gen_random_uuid", "random", "random_normal", "uuidv4", "uuidv7", "numeric", "money", "generate_series",
        "version",
    ])

    private static let dates: Set = [
        "age", "clock_timestamp", "date", "date_add", "date_part", "date_subtract", "date_trunc", "extract",
        "make_timestamptz", "now", "overlaps", "statement_timestamp", "time", "timeofday", "timestamp", "timestamptz",
        "timetz", "timezone", "to_char", "to_date", "to_number", "to_timestamp", "transaction_timestamp",
    ]
    private static let texts: Set = [
        "array_to_string", "concat", "concat_ws", "convert", "convert_from", "convert_to", "format", "length",
        "phraseto_tsquery", "plainto_tsquery", "quote_literal", "quote_nullable", "to_tsquery", "to_tsvector",
        "ts_headline", "websearch_to_tsquery", "xml",
    ]
    private static let json: Set = [
        "array_to_json", "json_agg", "json_agg_strict", "json_array", "json_arrayagg", "json_build_array",
        "json_build_object", "json_object", "json_object_agg", "json_object_agg_strict", "json_object_agg_unique",
        "json_object_agg_unique_strict", "json_populate_record", "json_populate_recordset", "json_to_record",
        "json_to_recordset", "json_to_tsvector", "jsonb_agg", "jsonb_agg_strict", "jsonb_build_array",
        "jsonb_build_object", "jsonb_object_agg", "jsonb_object_agg_strict", "jsonb_object_agg_unique",
        "jsonb_object_agg_unique_strict", "jsonb_path_exists_tz", "jsonb_path_match_tz", "jsonb_path_query_array_tz",
        "jsonb_path_query_first_tz", "jsonb_path_query_tz", "jsonb_populate_record", "jsonb_populate_recordset",
        "jsonb_to_record", "jsonb_to_recordset", "jsonb_to_tsvector", "row_to_json", "to_json", "to_jsonb",
    ]
}
