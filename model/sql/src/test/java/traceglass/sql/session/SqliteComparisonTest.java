package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import traceglass.sql.result.SqlProblem;

/// Compares the answers of random queries with those of SQLite itself.
class SqliteComparisonTest {
    private static final int QUERIES = 120;

    static String[] kinds() {
        return RandomSql.KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void answersLikeSqlite(String kind) throws Exception {
        RandomSql queries = new RandomSql(kind.hashCode());
        List<String> wrong = new ArrayList<>();
        try (SqlAnswers answers = new SqlAnswers();
                Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            for (String statement : RandomSql.TABLES.split(";\n")) {
                answers.print(statement);
                try (Statement s = sqlite.createStatement()) {
                    s.execute(statement);
                }
            }
            for (int i = 0; i < QUERIES; i++) {
                String query = queries.query(kind);
                String expected = rows(sqlite, query);
                String got = rows(answers, query);
                if (!got.equals(expected)) {
                    wrong.add(query + "\n  wanted " + expected + "\n  got    " + got);
                }
            }
        }
        assertEquals("", String.join("\n", wrong));
    }

    private static String rows(Connection sqlite, String query) throws SQLException {
        StringBuilder out = new StringBuilder();
        try (Statement s = sqlite.createStatement();
                ResultSet r = s.executeQuery(query)) {
            while (r.next()) {
                for (int c = 1; c <= r.getMetaData().getColumnCount(); c++) {
                    out.append(shown(r.getObject(c))).append(c < r.getMetaData().getColumnCount() ? ", " : "; ");
                }
            }
        }
        return out.toString();
    }

    private static String rows(SqlAnswers answers, String query) {
        StringBuilder out = new StringBuilder();
        try {
            answers.session.run(query, cursor -> {
                while (cursor.next()) {
                    for (int c = 0; c < cursor.columns().size(); c++) {
                        out.append(shown(cursor.getObject(c)))
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
    private static String shown(Object value) {
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
