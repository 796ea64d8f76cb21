package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.sql.bind.TableLoader;
import traceglass.sql.comparison.RandomSql;
import traceglass.sql.comparison.UnusualRandomSql;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;

/// Checks that results do not depend on DuckDB's errors: they stay the same if the errors have other messages and no
/// types, names or positions.
class GarbledErrorsTest {
    /// Number of random queries of each kind.
    private static final int QUERIES = 60;

    /// Statements that DuckDB rejects without conversion, at least one for each rule.
    private static final List<String> REJECTED = List.of(
            "select d + 1.0, (a > 5) + 1, a + '1x', a % 2.5 from t order by id",
            "select d & 3, c | 1, (a > 5) << 2, ~c from t order by id",
            "select a like '1%', a glob '1*' from t order by id",
            "select id from t where a = d or a < 'x' order by id",
            "select id from t where a in ('10', 'foo', 20) order by id",
            "select a = b != 1, a = b < 2 from t order by id",
            "select cast(d as int), cast(a > 5 as int) from t order by id",
            "select case when id < 3 then a else d end, coalesce(d, a) from t order by id",
            "select length(a), upper(a), trim(id), abs(d) from t order by id",
            "select e, id, max(c), d from t group by e order by e",
            "select *, min(c) from t",
            "with r(i) as (select 1 union all select i + 1 from r where i < 4) select i from r order by i",
            "select t.id, u.id, n.id from t join u on u.id = n.parent join n on n.id = t.id order by 1",
            "select t.a + 1 as x, u.id from t join u on x = u.a + 1 order by 1, 2",
            "select t.id, n.name from t join u on t.a = u.a join n using (id) order by 1, 2",
            "select id, a from t join u using (id) join n using (id) order by 1",
            "select id, name <> \"n\" from n order by id",
            "select * from (values (1, 'a'), ('x', 2), (null, 2.5))",
            "select length(x'0102ff'), hex(substr(x'010203', 2))",
            "select '{\"a\":10}' ->> 'a' > 3, -'3x'",
            "select max('3', 4), min(d, a), nullif(a, d) from t order by id",
            "select x from own_table",
            "select own_function(2)",
            "select skewness(a) from t, u",
            "select id from t where d in (select a from u) order by id");

    private static final String USER_MODULE = """
        CREATE PERFETTO TABLE own_table AS SELECT 1 AS x;
        CREATE PERFETTO FUNCTION own_function(a LONG) RETURNS LONG AS SELECT $a + '1x';
        """;

    @Test
    void resultsDoNotDependOnTheMessagesOfErrors() throws Exception {
        List<String> statements = new ArrayList<>(REJECTED);
        for (String kind : RandomSql.KINDS) {
            RandomSql queries = new RandomSql(kind.hashCode() + 1);
            for (int i = 0; i < QUERIES; i++) {
                statements.add(queries.query(kind));
            }
        }
        for (String kind : UnusualRandomSql.KINDS) {
            UnusualRandomSql queries = new UnusualRandomSql(kind.hashCode() + 1);
            for (int i = 0; i < QUERIES; i++) {
                statements.add(queries.query(kind));
            }
        }
        int succeeded = 0;
        try (SqlSession plain = session(DriverManager.getConnection("jdbc:duckdb:"));
                SqlSession garbled = session(wrapped(Connection.class, DriverManager.getConnection("jdbc:duckdb:")))) {
            garbled.execution().replaceErrors(GarbledErrorsTest::garbled);
            assertEquals("it went wrong", error(garbled, "SELECT missing FROM nothing"));
            for (String statement : RandomSql.TABLES.split(";\n")) {
                rows(plain, statement);
                rows(garbled, statement);
            }
            for (String statement : statements) {
                String expected = rows(plain, statement);
                assertEquals(expected, rows(garbled, statement), statement);
                succeeded += expected.isEmpty() ? 0 : 1;
            }
        }
        assertTrue(succeeded > statements.size() * 9 / 10, "only " + succeeded + " statements succeed");
        for (String statement : REJECTED) {
            try (SqlSession plain = session(DriverManager.getConnection("jdbc:duckdb:"))) {
                rows(plain, RandomSql.TABLES);
                assertTrue(!rows(plain, statement).isEmpty(), statement);
            }
        }
    }

    private static SqlSession session(Connection connection) throws SQLException {
        ModuleLibrary library = new ModuleLibrary();
        library.add("own.module", USER_MODULE);
        return new SqlSession(connection, TableLoader.NONE, SqlPolicy.TRACE_ONLY, library);
    }

    /// Returns the printed result; an empty string if the statement is rejected.
    private static String rows(SqlSession session, String sql) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            session.run(sql, new CsvPrinter(out));
        } catch (SqlProblem e) {
            return "";
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String error(SqlSession session, String sql) {
        return assertThrows(SqlProblem.class, () -> session.run(sql, cursor -> {}))
                .getMessage();
    }

    /// Wraps a JDBC object so that its errors, and those of the objects that it returns, contain no information.
    private static <T> T wrapped(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(target, arguments);
                        return switch (result) {
                            case PreparedStatement s -> wrapped(PreparedStatement.class, s);
                            case Statement s -> wrapped(Statement.class, s);
                            case ResultSet r -> wrapped(ResultSet.class, r);
                            case null, default -> result;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof SQLException cause ? garbled(cause) : e.getCause();
                    }
                }));
    }

    private static SQLException garbled(SQLException e) {
        return new SQLException("it went wrong", e);
    }
}
