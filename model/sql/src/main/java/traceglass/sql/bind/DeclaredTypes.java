package traceglass.sql.bind;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.Token;

/// Compares the types declared by `CREATE PERFETTO TABLE name(column TYPE, …)` with those that DuckDB inferred.
public final class DeclaredTypes {
    private static final Set<String> INTEGER_TYPES = Set.of(
            "TINYINT", "SMALLINT", "INTEGER", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT");
    private static final Set<String> TYPES_OF_NULLS = Set.of("INTEGER", "\"NULL\"");

    private DeclaredTypes() {}

    /// Returns the statements that convert a table or view to its declared types; empty if they match. Integers
    /// become 64 bits wide, and columns with only NULLs become text; values of other types are unchanged, as in
    /// SQLite.
    public static List<String> statements(PerfettoStatement.Relation relation, Connection connection)
            throws SQLException {
        String name = Token.quoteName(relation.name().value());
        List<String> casts = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        if (relation.columns().isEmpty()) {
            return statements;
        }
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("DESCRIBE " + name)) {
            while (r.next()) {
                String column = r.getString(1);
                String type = castType(relation, column, r.getString(2));
                if (type != null) {
                    casts.add("CAST(" + Token.quoteName(column) + " AS " + type + ") AS " + Token.quoteName(column));
                    if (!relation.isView()) {
                        statements.add("ALTER TABLE " + name + " ALTER " + Token.quoteName(column) + " TYPE " + type);
                    }
                }
            }
        }
        if (relation.isView() && !casts.isEmpty()) {
            String plainName = Token.quoteName("tg_plain_" + relation.name().value());
            statements.add("DROP VIEW IF EXISTS " + plainName);
            statements.add("ALTER VIEW " + name + " RENAME TO " + plainName);
            statements.add("CREATE OR REPLACE TEMP VIEW " + name + " AS SELECT * REPLACE (" + String.join(", ", casts)
                    + ") FROM " + plainName);
        }
        return statements;
    }

    private static String castType(PerfettoStatement.Relation relation, String column, String actual) {
        for (PerfettoStatement.Parameter declared : relation.columns()) {
            if (declared.name().equalsIgnoreCase(column)) {
                String type = DefinitionRewriter.duckType(declared.type());
                boolean isWhole = "BIGINT".equals(type) && INTEGER_TYPES.contains(actual);
                boolean isText = "VARCHAR".equals(type) && TYPES_OF_NULLS.contains(actual);
                return isWhole || isText ? type : null;
            }
        }
        return null;
    }
}
