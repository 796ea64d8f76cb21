package traceglass.sql.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.comparison.RandomSql;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests the rules of SQLite that depend on types: the results are those of SQLite, and DuckDB evaluates the same
/// text differently or not at all.
class TypeRulesTest {
    private SyntheticSession session;
    private Connection sqlite;
    private Connection duck;

    @BeforeEach
    void open() throws Exception {
        session = new SyntheticSession();
        sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
        duck = DriverManager.getConnection("jdbc:duckdb:");
        for (String statement : RandomSql.TABLES.split(";\n")) {
            session.print(statement);
            for (Connection c : new Connection[] {sqlite, duck}) {
                try (Statement s = c.createStatement()) {
                    s.execute(statement);
                }
            }
        }
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        sqlite.close();
        duck.close();
    }

    private void check(String query) throws Exception {
        String expected = rows(sqlite, query);
        StringBuilder actual = new StringBuilder();
        try {
            session.session.run(query, cursor -> {
                while (cursor.next()) {
                    for (int c = 0; c < cursor.columns().size(); c++) {
                        actual.append(format(cursor.getObject(c))).append(' ');
                    }
                }
            });
        } catch (SqlProblem e) {
            actual.append(e.describe());
        }
        assertEquals(expected, actual.toString(), query);
        String unconverted;
        try {
            unconverted = rows(duck, query);
        } catch (SQLException e) {
            unconverted = "rejected";
        }
        assertNotEquals(expected, unconverted, () -> "DuckDB returns the same: " + query);
    }

    private static String rows(Connection connection, String query) throws SQLException {
        StringBuilder out = new StringBuilder();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery(query)) {
            while (r.next()) {
                for (int c = 1; c <= r.getMetaData().getColumnCount(); c++) {
                    out.append(format(r.getObject(c))).append(' ');
                }
            }
        }
        return out.toString();
    }

    private static String format(Object value) {
        return switch (value) {
            case null -> "NULL";
            case Boolean b -> b ? "1" : "0";
            case Double d -> String.format("%.9e", d);
            case Number n -> n.toString();
            default -> "'" + value + "'";
        };
    }

    @Test
    void operandsOfArithmeticAreNumbers() throws Exception {
        check("select d + 1.0, d * 2.5 from t order by id");
        check("select (a > 5) + 1, 3 - (b = 3), -(a > 5) from t order by id");
        check("select a + '1x', '3' + '4', '2.5' * a from t where id > 4 order by id");
        check("select a % 2.5, c % 2 from t where a is not null and c is not null order by id");
    }

    @Test
    void operandsOfBitOperatorsAreIntegers() throws Exception {
        check("select d & 3, c | 1, (a > 5) << 2 from t where id < 6 order by id");
        check("select ~c, ~d from t where id < 5 order by id");
        check("select (a > 5) | ((b = 3) << 1) | ((c > 0) >> 0), ~(a > 5) from t order by id");
        check("select (a > 5) | null, sum(a) << 1 from t");
    }

    @Test
    void operandsOfPatternsAreText() throws Exception {
        check("select a like '1%', a glob '1*', c like '%.5' from t order by id");
        check("select id from t where d like 12 or id glob 3 order by id");
    }

    @Test
    void textIsComparedWithANumericColumnAsANumber() throws Exception {
        check("select id from t where a = d order by id");
        check("select t.id, u.id from t join u on t.d > u.a order by 1, 2");
        check("select id from t where a < 'x' order by id");
        check("select id from t where a in ('10', 'foo', 20) order by id");
        check("select id from t where a between 1 and 'z' order by id");
    }

    @Test
    void aNumberIsComparedWithATextColumnAsText() throws Exception {
        check("select id from t where d = 12 order by id");
        check("select id from t where d > 5 order by id");
        check("select id from t where d in (12, 'foo') order by id");
        check("select id, d between 1 and 4 from t order by id");
        check("select case d when 12 then 'twelve' else 'other' end from t order by id");
    }

    @Test
    void numbersAndTextWithoutAColumnAreNotEqual() throws Exception {
        check("select id from t where length(d) = 'x' or length(d) < 'x' order by id");
    }

    @Test
    void comparisonsAreEvaluatedFromLeftToRight() throws Exception {
        check("select a = b != 1, a = b < 2, 3 > 2 > 1 from t order by id");
    }

    @Test
    void textAndBooleansAreCastToIntegers() throws Exception {
        check("select cast(d as int), cast(a > 5 as int), cast('7x' as integer) from t order by id");
    }

    @Test
    void resultsOfCaseAndCoalesceKeepTheirTypes() throws Exception {
        check("select case when id < 3 then a else d end from t order by id");
        check("select coalesce(d, a), ifnull(a, d), iif(id = 1, c, e) from t order by id");
    }

    @Test
    void argumentsOfFunctionsAreConverted() throws Exception {
        check("select length(a), upper(a), replace(a, 0, 'x'), trim(id) from t order by id");
        check("select sum(d), avg(d), avg(a > 5) from t");
        check("select abs(d), substr(e || d, 1.9) from t order by id");
    }

    @Test
    void columnsOutsideGroupByHaveTheValueOfOneRow() throws Exception {
        check("select e, id, max(c), d from t group by e order by e");
        check("select e, count(*), upper(d) || id from t group by e order by e");
        check("select *, min(c) from t");
        check("select e, (select max(k) from u where u.a = t.a) as x, max(id) from t group by e order by e");
        check("select e, count(*) from t group by e having d > 'a' order by e");
    }

    @Test
    void commonTableExpressionsMayBeRecursive() throws Exception {
        check("with r(i) as (select 1 union all select i + 1 from r where i < 4) select i from r order by i");
    }

    @Test
    void conditionsMayUseSourcesThatAreJoinedLater() throws Exception {
        check("select t.id, u.id, n.id from t join u on u.id = n.parent join n on n.id = t.id or n.id = 9 order by 1");
        check("select t.id, u.id, n.id, m.id from t join u on u.id = n.parent join n on n.id = m.id join n m on m.id"
                + " = t.id order by 1");
    }

    @Test
    void aJoinWithACommaMayHaveACondition() throws Exception {
        check("select t.id, u.id from t, u on t.a = u.a order by 1, 2");
        check("select t.id, name from t, u on t.a = u.a, n m on m.id = u.id, n using (id, name) order by 1, 2");
        check("select t.id, m.id from t, u on t.a = u.a, n, n m on m.id = t.b and n.id = u.id join n k on k.id ="
                + " t.id where u.id < 3 order by 1, 2");
    }

    @Test
    void aliasesOfItemsStandForTheirExpressions() throws Exception {
        check("select t.a + 1 as x, u.id from t join u on x = u.a + 1 order by 1, 2");
        check("select e, d as w, max(c) from t where w > 'a' group by e order by e");
    }

    @Test
    void usingJoinsTheFirstSourceThatHasTheColumn() throws Exception {
        check("select t.id, n.name from t join u on t.a = u.a join n using (id) order by 1, 2");
        String joins = " from t join u using (a) join n m on m.id = u.id join n using (id, name) ";
        check("select t.id, name" + joins + "order by 1, 2");
        check("select t.id, (select max(k) from u where k < name)" + joins + "group by t.id, name order by 1");
        check("select *" + joins + "order by t.id, u.id");
    }

    @Test
    void namesInDoubleQuotesMayBeStrings() throws Exception {
        check("select id, name <> \"n\" from n order by id");
    }

    @Test
    void valuesClausesKeepTheTypesOfTheirValues() throws Exception {
        check("select * from (values (1, 'a'), ('x', 2), (null, 2.5))");
    }

    @Test
    void blobsAreMeasuredInBytes() throws Exception {
        check("select length(x'0102ff'), length(randomblob(3)), hex(substr(x'010203', 2))");
    }

    @Test
    void valuesOfJsonAreTextWithinExpressions() throws Exception {
        check("select '{\"a\":10}' ->> 'a' > 3, -'3x'");
    }
}
