/// The statements that create a store.
///
/// Texts compare by their bytes, as in Swift and SQLite.
struct SchemaText {
    /// The schema that contains everything.
    let schema: String

    /// The statements, in order.
    var statements: [String] {
        let version = "INSERT INTO \(schema).version VALUES (\(StoreVersion.current), \(StoreVersion.readableFrom))"
        return first + second + third + [version]
    }

    /// The statements of version 1.
    var first: [String] { tables + functions + [sqlFunction] + users }

    /// The tables of the sources and their rows.
    ///
    /// A source's rows are the partition `part` of `record`; a bulk load creates a new one. `rank` is 7 - prominence, `place`
    /// the start of the folded title, which orders rows, and `folded` the whole folded title if it is longer. `seen` is when
    /// a row was last in a response; NULL if the last one had it.
    private var tables: [String] {
        [
            "CREATE TABLE \(schema).version (version int NOT NULL, readable_from int NOT NULL)",
            "CREATE SEQUENCE \(schema).part",
            """
            CREATE TABLE \(schema).source (
                number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, part int, id text COLLATE "C" NOT NULL UNIQUE,
                origin text NOT NULL, records bigint NOT NULL DEFAULT 0, fetched_at float8, fetch_state text,
                fingerprint text NOT NULL DEFAULT '', mapping_version bigint NOT NULL DEFAULT 1,
                notes text NOT NULL DEFAULT '[]', accumulates boolean NOT NULL DEFAULT false,
                ranks int NOT NULL DEFAULT 0, has_titles boolean NOT NULL DEFAULT false, failure_code text,
                failure_reason text, failed_at float8)
            """,
            """
            CREATE TABLE \(schema).record (
                part int NOT NULL, rank smallint NOT NULL, key text COLLATE "C" NOT NULL, digest bigint NOT NULL,
                seen float8, place text COLLATE "C" NOT NULL, folded text COLLATE "C", spelling text COLLATE "C",
                alternate text COLLATE "C", title text COLLATE "C" NOT NULL, subtitle text COLLATE "C",
                date text COLLATE "C", latitude float8, longitude float8, url text COLLATE "C", keywords text,
                fields text COLLATE "C", words text COLLATE "C" NOT NULL, titles text, other_titles text COLLATE "C",
                lex tsvector NOT NULL) PARTITION BY LIST (part)
            """,
            """
            CREATE TABLE \(schema).other_title (
                part int NOT NULL, rank smallint NOT NULL, place text COLLATE "C" NOT NULL, date text COLLATE "C",
                key text COLLATE "C" NOT NULL, folded text COLLATE "C", spelling text COLLATE "C", title text NOT NULL)
            """,
            "CREATE INDEX ON \(schema).other_title (part, rank, place, date DESC NULLS LAST)",
            "CREATE INDEX ON \(schema).other_title (part, left(key, 200))",
            """
            CREATE TABLE \(schema).word (
                part int NOT NULL, word text COLLATE "C" NOT NULL, rows bigint NOT NULL, PRIMARY KEY (word, part))
                WITH (fillfactor = 80)
            """,
            """
            CREATE TABLE \(schema).refresh (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source int NOT NULL, at float8 NOT NULL,
                kind text NOT NULL, added bigint NOT NULL, changed bigint NOT NULL, removed bigint NOT NULL)
            """,
            "CREATE INDEX ON \(schema).refresh (source, number)",
            """
            CREATE TABLE \(schema).change (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, refresh bigint NOT NULL, kind text NOT NULL,
                key text COLLATE "C" NOT NULL, title text NOT NULL, fields text)
            """,
            "CREATE INDEX ON \(schema).change (refresh, id)",
            """
            CREATE TABLE \(schema).lease (
                source text COLLATE "C" PRIMARY KEY, holder text NOT NULL, since timestamptz NOT NULL,
                beat timestamptz NOT NULL, token text NOT NULL)
            """,
        ]
    }

    /// The names of `functions`, as a list.
    private var functionNames: String {
        ["begin_part(int)", "finish_part(int)", "settle_part(int, boolean)", "drop_part(int)"]
            .map { "\(schema).\($0)" }.joined(separator: ", ")
    }

    /// The statement that keeps everyone else from running `functions`, even if there are no roles.
    var revokeFunctions: String { "REVOKE EXECUTE ON FUNCTION \(functionNames) FROM PUBLIC" }

    /// The functions that run with the owner's rights for those who refresh: they create, index, and drop a source's table.
    private var functions: [String] {
        [
            """
            CREATE FUNCTION \(schema).begin_part(part int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog AS $f$
            BEGIN
                EXECUTE format('CREATE TABLE \(schema).record_%s (LIKE \(schema).record INCLUDING DEFAULTS)', part);
                EXECUTE format('ALTER TABLE \(schema).record_%s ADD CHECK (part = %s)', part, part);
                IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'agg_reader')
                    AND has_schema_privilege('agg_reader', '\(schema)', 'USAGE') THEN
                    EXECUTE format('GRANT SELECT ON \(schema).record_%s TO agg_reader', part);
                    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON \(schema).record_%s TO agg_refresher', part);
                END IF;
            END $f$
            """,
            """
            CREATE FUNCTION \(schema).finish_part(part int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog SET maintenance_work_mem = '256MB' SET max_parallel_maintenance_workers = 2 AS $f$
            DECLARE t text := format('\(schema).record_%s', part); n text := format('record_%s', part);
            BEGIN
                EXECUTE format('CREATE INDEX %s_key ON %s (left(key, 200)) INCLUDE (digest)', n, t);
                EXECUTE format('CREATE INDEX %s_place ON %s (rank, place, date DESC NULLS LAST)', n, t);
                EXECUTE format('CREATE INDEX %s_alternate ON %s (rank, left(alternate, 200)) WHERE alternate IS NOT NULL', n, t);
                EXECUTE format('CREATE INDEX %s_date ON %s (rank, date DESC, place) WHERE date IS NOT NULL', n, t);
                EXECUTE format(
                    'CREATE INDEX %s_point ON %s USING gist (point(longitude, latitude)) WHERE latitude IS NOT NULL', n, t);
                EXECUTE format(
                    'CREATE INDEX %s_lex ON %s USING gin (lex) WITH (fastupdate = on, gin_pending_list_limit = 65536)', n, t);
                EXECUTE format('ANALYZE %s', t);
                EXECUTE format('ALTER TABLE \(schema).record ATTACH PARTITION %s FOR VALUES IN (%s)', t, part);
            END $f$
            """,
            """
            CREATE FUNCTION \(schema).settle_part(part int, analyzes boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog AS $f$
            BEGIN
                PERFORM gin_clean_pending_list(format('\(schema).record_%s_lex', part)::regclass);
                IF analyzes THEN EXECUTE format('ANALYZE \(schema).record_%s', part); END IF;
            END $f$
            """,
            """
            CREATE FUNCTION \(schema).drop_part(part int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog SET lock_timeout = '2s' AS $f$
            BEGIN
                EXECUTE format('DROP TABLE IF EXISTS \(schema).record_%s', part);
            END $f$
            """,
        ]
    }

    /// The function that `sql` adds to those of the server, in a separate schema.
    private var sqlFunction: String {
        """
        CREATE FUNCTION \(schema)_sql.distance_km(a float8, b float8, c float8, d float8) RETURNS float8
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $f$
            SELECT CASE WHEN a BETWEEN -90 AND 90 AND c BETWEEN -90 AND 90 AND b BETWEEN -180 AND 180
                AND d BETWEEN -180 AND 180 THEN 2 * 6371.0088 * asin(least(1, sqrt(
                    sin(radians(c - a) / 2) ^ 2 + cos(radians(a)) * cos(radians(c)) * sin(radians(d - b) / 2) ^ 2))) END
        $f$
        """
    }

    /// Returns the statements that create the schemas.
    func makeSchemas(owner: String?) -> [String] {
        [schema, schema + "_sql"].map { "CREATE SCHEMA \($0)" + (owner.map { " AUTHORIZATION \($0)" } ?? "") }
    }

    /// The tables of user data: people see and change their own rows, and see the favorites that others share.
    private var users: [String] {
        let owner = "owner name NOT NULL DEFAULT current_user"
        let tables = [
            """
            CREATE TABLE \(schema).favorite (
                \(owner), place bigint GENERATED ALWAYS AS IDENTITY, source text COLLATE "C" NOT NULL,
                key text COLLATE "C" NOT NULL, kind text NOT NULL, marked_at float8 NOT NULL, snapshot text NOT NULL,
                tags text NOT NULL, note text, shared boolean NOT NULL DEFAULT false)
            """,
            "CREATE INDEX ON \(schema).favorite (owner, source, left(key, 200))",
            "CREATE TABLE \(schema).setting (\(owner), name text COLLATE \"C\", value text NOT NULL, PRIMARY KEY (owner, name))",
            "CREATE TABLE \(schema).saved_search (\(owner), name text COLLATE \"C\", line text NOT NULL, PRIMARY KEY (owner, name))",
        ]
        let guarded = ["favorite", "setting", "saved_search"].flatMap(guards)
        return tables + guarded + ["CREATE POLICY shared ON \(schema).favorite FOR SELECT USING (shared)"]
    }

    /// The roles of those who own the tables, refresh, and read; each includes the rights of the next.
    static let roles = ["agg_owner", "agg_refresher", "agg_reader"]

    /// The statements that create the roles and make the person who runs them an owner.
    ///
    /// They run before those for the tables. Roles belong to all databases of a server, so a lock in one database does not
    /// protect them: if another database creates them at the same time, the server waits for its commit and then reports that
    /// the role or grant exists.
    static var makeRoles: [String] {
        let members = roles.dropLast().reversed() + ["CURRENT_USER"]
        let grants = zip(roles.reversed(), members).map { role, member in "GRANT \(role) TO \(member)" }
        return (roles.map { "CREATE ROLE \($0) NOLOGIN" } + grants).map { statement in
            "DO $$ BEGIN \(statement); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
        }
    }

    /// The statements that grant rights to the roles, which run after those for the tables.
    var grants: [String] {
        let rows = ["source", "other_title", "word", "refresh", "change", "lease"].map { "\(schema).\($0)" }
            .joined(separator: ", ")
        return [
            "GRANT USAGE ON SCHEMA \(schema), \(schema)_sql TO agg_reader",
            "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO agg_reader",
            grantOwn,
            "GRANT SELECT, INSERT, UPDATE, DELETE ON \(rows) TO agg_refresher",
            "GRANT USAGE ON SEQUENCE \(schema).part TO agg_refresher",
            "GRANT EXECUTE ON FUNCTION \(functionNames) TO agg_refresher",
        ]
    }
}
