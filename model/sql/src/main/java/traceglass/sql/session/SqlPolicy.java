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

/// What SQL may do beside reading the trace, and the settings of DuckDB that hold it to that.
///
/// @param allowsFiles whether statements may read and write files, attach databases and change settings
public record SqlPolicy(boolean allowsFiles) {
    /// Reads the trace, makes tables of its own, and nothing else.
    public static final SqlPolicy TRACE_ONLY = new SqlPolicy(false);
    /// Also reads and writes files and changes settings: only with the user's word.
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
            "update_extensions");

    /// Functions that read files, or run text that was not looked at.
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
            "getenv");

    /// The trace as this policy lets statements use it: one whose database touches no files, or one that may. So
    /// what gets past `check` is stopped by the database itself. Neither ever downloads or loads an extension.
    TraceStore storeFor(TraceStore store) throws SQLException {
        return allowsFiles ? store.withFiles() : store.withoutFiles();
    }

    /// Settings every session's connection needs.
    static void prepareSession(Connection connection) throws SQLException {
        set(connection, "errors_as_json", "true");
        set(connection, "integer_division", "true");
        set(connection, "ieee_floating_point_ops", "false");
        set(connection, "default_null_order", "'nulls_first_on_asc_last_on_desc'");
        set(connection, "disabled_optimizers", "'build_side_probe_side'");
        set(connection, "scalar_subquery_error_on_multiple_rows", "false");
        // SQLite sorts by a constant, which changes nothing.
        set(connection, "order_by_non_integer_literal", "true");
    }

    /// Refuses a statement that needs more than is allowed.
    void check(List<Token> statement) throws SqlSyntaxException {
        Token first = statement.getFirst();
        if (!allowsFiles
                && first.kind() == Token.Kind.WORD
                && GUARDED.contains(first.text().toLowerCase(Locale.ROOT))) {
            throw new SqlSyntaxException(
                    first.text().toUpperCase(Locale.ROOT)
                            + " is not allowed here: queries may read the trace, not files or settings. Allow files to"
                            + " run it",
                    first.origin());
        }
        if (allowsFiles) {
            return;
        }
        for (int i = 0; i + 1 < statement.size(); i++) {
            Token t = statement.get(i);
            boolean reader = t.isName()
                    && statement.get(i + 1).isOperator("(")
                    && READERS.contains(t.value().toLowerCase(Locale.ROOT));
            // IS DISTINCT FROM compares; a text behind it is no source.
            boolean compares = i > 0 && statement.get(i - 1).is("DISTINCT");
            boolean file =
                    !compares && t.isAny("FROM", "JOIN") && statement.get(i + 1).kind() == Token.Kind.STRING;
            if (reader || file) {
                Token at = file ? statement.get(i + 1) : t;
                throw new SqlSyntaxException(
                        (file ? "reading a file" : t.value())
                                + " is not allowed here: queries may read the trace, not files. Allow files to run it",
                        at.origin());
            }
        }
    }

    private static void set(Connection connection, String name, String value) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute("SET " + name + " = " + value);
        }
    }
}
