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

    private static final String TABLES = """
        create table t(id integer, a int, b int, c real, d text, e text);
        insert into t values (1, 10, 3, 1.5, 'foo', 'x'), (2, 20, null, -2.25, 'Bar', 'y'), (3, null, 7, null, 'baz', null), (4, 10, 3, 0.5, '12', 'x'),
            (5, -7, 2, 100.0, null, 'z'), (6, 30, 0, 1e10, '3.5', 'Y'), (7, 1000000007, -5, 3.0, 'Foo', 'x'), (8, 20, 64, 2.5, '', 'y'), (9, 0, 1, 0.0, '7abc', null);
        create table u(id integer, a int, k text, v real);
        insert into u values (1, 10, 'x', 0.5), (2, 20, 'y', 1.0), (3, 30, 'w', 2.0), (4, 10, null, null), (5, null, 'x', -1.0), (6, 40, 'foo', 4.5);
        create table n(id integer, parent int, name text, ts int, dur int);
        insert into n values (1, null, 'root', 0, 1000), (2, 1, 'a', 10, 100), (3, 1, 'b', 150, 300), (4, 2, 'aa', 20, 30), (5, 3, 'ba', 160, 50), (6, 3, 'bb', 220, -1),
            (7, 4, 'aaa', 22, 5)\
        """;

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
            for (String statement : TABLES.split(";\n")) {
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
