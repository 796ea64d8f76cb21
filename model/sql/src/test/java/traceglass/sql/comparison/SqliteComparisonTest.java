package traceglass.sql.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Compares the results of random queries with those of SQLite.
class SqliteComparisonTest {
    private static final int QUERIES = Integer.getInteger("traceglass.queries", 120);
    private static final int SEED = Integer.getInteger("traceglass.seed", 0);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+([.][0-9]+)?(e[-+][0-9]+)?");
    /// Numbers beyond 64 bits as [#format] writes them.
    private static final Pattern LARGE_NUMBER = Pattern.compile("e[+](19|[2-9][0-9]|[0-9]{3})");

    static String[] kinds() {
        return RandomSql.KINDS;
    }

    static String[] unusualKinds() {
        return UnusualRandomSql.KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void returnsTheSameAsSqlite(String kind) throws Exception {
        RandomSql queries = new RandomSql(kind.hashCode() + SEED);
        compare(() -> queries.query(kind), false);
    }

    @ParameterizedTest
    @MethodSource("unusualKinds")
    void returnsTheSameAsSqliteForUnusualQueries(String kind) throws Exception {
        UnusualRandomSql queries = new UnusualRandomSql(kind.hashCode() + SEED);
        // A column of DuckDB has one type, so that integers and doubles in it are doubles.
        compare(() -> queries.query(kind), true);
    }

    /// @param treatsEqualNumbersAlike whether 1 and 1.0 are considered equal
    private static void compare(Supplier<String> queries, boolean treatsEqualNumbersAlike) throws Exception {
        List<String> errors = new ArrayList<>();
        int compared = 0;
        try (SyntheticSession session = new SyntheticSession();
                Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            for (String statement : RandomSql.TABLES.split(";\n")) {
                session.print(statement);
                try (Statement s = sqlite.createStatement()) {
                    s.execute(statement);
                }
            }
            for (int i = 0; i < QUERIES; i++) {
                String query = queries.get();
                String expected;
                try {
                    expected = rows(sqlite, query);
                } catch (SQLException e) {
                    continue;
                }
                String actual = rows(session, query);
                // An overflow of integers is an error, where SQLite continues with rounded numbers.
                if (actual.contains("does not fit in 64 bits")
                        && LARGE_NUMBER.matcher(expected).find()) {
                    continue;
                }
                compared++;
                if (!(treatsEqualNumbersAlike
                        ? withoutNumberTypes(actual).equals(withoutNumberTypes(expected))
                        : actual.equals(expected))) {
                    errors.add(query + "\n  expected " + expected + "\n  actual   " + actual);
                }
            }
        }
        assertEquals("", String.join("\n", errors));
        int known = compared;
        assertTrue(known > QUERIES * 9 / 10, () -> "SQLite accepts only " + known + " of " + QUERIES + " queries");
    }

    private static String withoutNumberTypes(String rows) {
        return NUMBER.matcher(rows)
                .replaceAll(m -> String.format("%.9e", Double.parseDouble(m.group())))
                .replace("-0.000", "0.000")
                .replace("'real'", "'integer'");
    }

    private static String rows(Connection sqlite, String query) throws SQLException {
        StringBuilder out = new StringBuilder();
        try (Statement s = sqlite.createStatement();
                ResultSet r = s.executeQuery(query)) {
            while (r.next()) {
                for (int c = 1; c <= r.getMetaData().getColumnCount(); c++) {
                    out.append(format(r.getObject(c)))
                            .append(c < r.getMetaData().getColumnCount() ? ", " : "; ");
                }
            }
        }
        return out.toString();
    }

    private static String rows(SyntheticSession session, String query) {
        StringBuilder out = new StringBuilder();
        try {
            session.session.run(query, cursor -> {
                while (cursor.next()) {
                    for (int c = 0; c < cursor.columns().size(); c++) {
                        out.append(format(cursor.getObject(c)))
                                .append(c + 1 < cursor.columns().size() ? ", " : "; ");
                    }
                }
            });
        } catch (SqlProblem e) {
            return e.describe();
        }
        return out.toString();
    }

    /// Formats a value with its type: integers without a point, doubles with twelve digits, text in quotes.
    private static String format(Object value) {
        return switch (value) {
            case null -> "NULL";
            case Boolean b -> b ? "1" : "0";
            case Double d when d.isNaN() -> "NULL";
            case Double d -> d == 0 ? "0.0" : String.format("%.11e", d);
            case Number n -> n.toString();
            default -> "'" + value + "'";
        };
    }
}
