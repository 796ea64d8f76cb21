package traceglass.sql.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.store.TraceStore;

/// Permissions of SQL besides reading the trace, and the DuckDB settings that enforce them.
///
/// @param allowsFiles whether statements may read and write files, attach databases and change settings
public record SqlPolicy(boolean allowsFiles) {
    /// Allows reading the trace and creating temporary objects, nothing else.
    public static final SqlPolicy TRACE_ONLY = new SqlPolicy(false);
    /// Also allows reading and writing files and changing settings; requires the user's consent.
    public static final SqlPolicy WITH_FILES = new SqlPolicy(true);

    private static final Set<String> GUARDED = Set.of(
            "attach",
            "detach",
            "copy",
            "export",
            "import",
            "install",
            "load",
            "set",
            "reset",
            "pragma",
            "checkpoint",
            "force",
            "call",
            "update_extensions");

    /// Functions that read files, or run text that was not checked.
    private static final Set<String> READERS = Set.of(
            "read_csv",
            "read_csv_auto",
            "sniff_csv",
            "read_parquet",
            "parquet_scan",
            "parquet_metadata",
            "parquet_schema",
            "parquet_file_metadata",
            "parquet_kv_metadata",
            "parquet_bloom_probe",
            "read_json",
            "read_json_auto",
            "read_json_objects",
            "read_json_objects_auto",
            "read_ndjson",
            "read_ndjson_auto",
            "read_ndjson_objects",
            "read_text",
            "read_blob",
            "query",
            "query_table",
            "getenv",
            "read_duckdb",
            "parquet_full_metadata",
            "json_execute_serialized_sql",
            "arrow_scan",
            "arrow_scan_dumb",
            "seq_scan",
            "checkpoint",
            "force_checkpoint",
            "enable_logging",
            "disable_logging",
            "truncate_duckdb_logs",
            "enable_profiling",
            "disable_profiling",
            "duckdb_secrets",
            "which_secret");

    /// The function that writes a file, and the functions of the database that implement it.
    private static final Set<String> WRITERS = Set.of("file_write", "tg_file_write", "tg_write_file");

    /// Beginning of the names of functions that published modules call; the rest is the name of the function here.
    private static final String INTRINSIC = "__intrinsic_";

    /// Returns the trace with the access that this policy allows: a database with or without file access.
    /// Statements that bypass `check` are stopped by the database itself. Extensions are never downloaded or
    /// loaded.
    TraceStore storeFor(TraceStore store) throws SQLException {
        return allowsFiles ? store.withFiles() : store.withoutFiles();
    }

    /// Applies the settings that every session's connection needs.
    static void prepareSession(Connection connection) throws SQLException {
        set(connection, "errors_as_json", "true");
        set(connection, "integer_division", "true");
        set(connection, "ieee_floating_point_ops", "false");
        set(connection, "default_null_order", "'nulls_first_on_asc_last_on_desc'");
        set(connection, "disabled_optimizers", "'build_side_probe_side'");
        set(connection, "scalar_subquery_error_on_multiple_rows", "false");
        // SQLite allows sorting by a constant, which has no effect.
        set(connection, "order_by_non_integer_literal", "true");
    }

    /// Throws if a statement needs more than is allowed.
    void check(List<Token> statement) throws SqlSyntaxException {
        Token first = statementVerb(statement);
        if (!allowsFiles
                && first.kind() == Token.Kind.WORD
                && GUARDED.contains(first.text().toLowerCase(Locale.ROOT))) {
            throw new SqlSyntaxException(
                    first.text().toUpperCase(Locale.ROOT)
                            + " is not allowed here: queries may read the trace, not files or settings. To run it,"
                            + " allow files",
                    first);
        }
        if (allowsFiles) {
            return;
        }
        for (int i = 0; i + 1 < statement.size(); i++) {
            Token t = statement.get(i);
            boolean isCall = t.isName() && statement.get(i + 1).isOperator("(");
            if (isCall) {
                checkFunction(t.value(), t);
            }
            boolean isReader = isCall && isListing(statement, i);
            // IS DISTINCT FROM is a comparison; a string after it is not a source.
            boolean compares = i > 0 && statement.get(i - 1).is("DISTINCT");
            boolean isFile =
                    !compares && t.isAny("FROM", "JOIN") && statement.get(i + 1).kind() == Token.Kind.STRING;
            if (isReader || isFile) {
                Token location = isFile ? statement.get(i + 1) : t;
                throw new SqlSyntaxException(
                        (isFile ? "reading a file" : t.value())
                                + " is not allowed here: queries may read the trace, not files. To run it, allow files",
                        location);
            }
        }
    }

    /// Throws if a function needs more than is allowed.
    ///
    /// @param location position of the error
    void checkFunction(String function, Token location) throws SqlSyntaxException {
        String name = function.toLowerCase(Locale.ROOT);
        name = name.startsWith(INTRINSIC) ? name.substring(INTRINSIC.length()) : name;
        if (allowsFiles) {
            return;
        }
        if (WRITERS.contains(name)) {
            // Clients of the trace processor look for these words.
            throw new SqlSyntaxException(
                    function + " is not allowed here: File I/O is disabled. To run it, allow files", location);
        }
        if (READERS.contains(name)) {
            throw new SqlSyntaxException(
                    function + " is not allowed here: queries may read the trace, not files. To run it, allow files",
                    location);
        }
    }

    /// Returns the keyword that determines the kind of a statement, which EXPLAIN or PREPARE may precede.
    private static Token statementVerb(List<Token> statement) {
        int last = statement.size() - 1;
        int i = 0;
        if (statement.getFirst().is("PREPARE")) {
            while (i < last && !statement.get(i).is("AS")) {
                i++;
            }
            i++;
        }
        if (i <= last && statement.get(i).is("EXPLAIN")) {
            i++;
            while (i < last && statement.get(i).isAny("ANALYZE", "ANALYSE", "QUERY", "PLAN")) {
                i++;
            }
            if (statement.get(Math.min(i, last)).isOperator("(")) {
                // Options, such as (FORMAT json).
                while (i < last && !statement.get(i).isOperator(")")) {
                    i++;
                }
                i++;
            }
        }
        return statement.get(Math.min(i, last));
    }

    /// Returns whether a name is the table function that lists files; the scalar function of this name compares.
    private static boolean isListing(List<Token> statement, int i) {
        return statement.get(i).value().equalsIgnoreCase("glob")
                && i > 0
                && (statement.get(i - 1).isAny("FROM", "JOIN", "LATERAL")
                        || statement.get(i - 1).isOperator(","))
                && isFollowedByOneArgument(statement, i + 1);
    }

    private static boolean isFollowedByOneArgument(List<Token> statement, int open) {
        int depth = 0;
        for (int i = open; i < statement.size(); i++) {
            Token t = statement.get(i);
            if (t.isOperator("(")) {
                depth++;
            } else if (t.isOperator(")") && --depth == 0) {
                return true;
            } else if (t.isOperator(",") && depth == 1) {
                return false;
            }
        }
        return true;
    }

    private static void set(Connection connection, String name, String value) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute("SET " + name + " = " + value);
        }
    }
}
