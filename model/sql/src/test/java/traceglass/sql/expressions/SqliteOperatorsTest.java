package traceglass.sql.expressions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests precedence and semantics of operators; all expected results are those of SQLite 3.50.
class SqliteOperatorsTest {
    private SyntheticSession session;

    @BeforeEach
    void open() throws Exception {
        session = new SyntheticSession();
        session.print(
                "create table t(id int, a int, b int, c real, d text); insert into t values (1, 10, 3, 1.5, 'x'), (2,"
                        + " 20, null, -2.25, 'y'), (3, -7, 64, 100.0, null)");
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    private void check(String expected, String sql) throws SqlProblem {
        assertEquals(expected, session.rows(sql).replace('\n', ' '));
    }

    @Test
    void concatenationBindsTighterThanArithmetic() throws Exception {
        check(
                "\"a-1\",\"3/23 \",\"5:10\"",
                "select 'a' || -1, count(*) || '/' || sum(a) || ' ', (select 5 || ':' || a from t where id = 1) from"
                        + " t");
        check("1,1,1", "select 2 * 3 || 4 * 2 = 136, 1 || 2 + 3 = 15, 10 - 1 || 1 = -1");
        check("1,1,0", "select 'a' || 'b' = 'ab', 'a' || 'b' like 'AB', not 'a' || 'b' = 'ab'");
        check(
                "\"xy\",\"a2b\"",
                "select case when a > 1 then 'x' end || 'y', 'a' || case when 1 then 2 end || 'b' from t where id = 1");
        check("\"1:10\" \"2:20\" \"3:-7\"", "select row_number() over (order by id) || ':' || a from t order by id");
    }

    @Test
    void moduloUsesIntegers() throws Exception {
        check("1.000000,1.000000,-1.000000,1", "select 5.5 % 2, 5 % 2.7, -5.5 % 2, 7 % -3");
        check("0.000000,0.000000,-1.000000", "select 1e20 % 7, -1e20 % -1, -1e20 % 7");
        check(
                "1.000000,1,1 -2.000000,2,\"[NULL]\" 1.000000,-1,2",
                "select c % 3, a % 3, b % 3 % 2 + 1 from t order by id");
        check("2,1,3.000000", "select sum(a) % 7, count(*) % 2, sum(c) % 4 from t");
        check("-1,1 1,1 2,1", "select a % 3 as m, count(*) from t group by m");
        check("\"1\" \"\" \"-7\"", "select printf('%s', a % b) from t order by id");
    }

    @Test
    void bitOperatorsUseIntegersAndShiftBothWays() throws Exception {
        check("1,3,\"[NULL]\",1,3,-8,-8", "select 1 & 1.9, '7' & 3, 7 & null, 6 & 3 = 2, 1.5 | 2, ~7, ~7.5");
        check(
                "0,-9223372036854775808,0,8,0,-1,-2,1,-2,-2",
                "select 1 << 64, 1 << 63, 1 << -1, 4 >> -1, 4 >> 64, -4 >> 64, -4 >> 1, 1 << 0, -1 << 1, -8 >> 2");
        check("80,1 \"[NULL]\",\"[NULL]\" 0,-1", "select a << b, a >> b from t order by id");
        check("\"5\" \"10\" \"-4\"", "select trim(cast(a << -1 as text)) from t order by id");
    }

    @Test
    void bitOperatorsUseLargestIntegerForLargerReals() throws Exception {
        check(
                "100,-9223372036854775808,-9223372036854775808",
                "select 1e20 & 100, -1e20 | 0, ~1e20 from t where id = 1");
        check("100 100 100", "select c * c * 1e30 & 100 from t order by id");
    }

    @Test
    void nullInAListOfNumbersAndTextIsNull() throws Exception {
        check("\"[NULL]\",\"[NULL]\"", "select null in (3, 'foo', 10), null not in ('3', 7.5, '7abc')");
        check("\"[NULL]\" \"[NULL]\" \"[NULL]\"", "select null in (id, d, c) from t order by id");
    }

    @Test
    void comparisonsBindTighterThanEquality() throws Exception {
        check("1,1,1,0", "select 1 = 2 < 3, 1 < 2 = 1, 1 < 2 < 3, 3 > 2 > 1");
        check("0 \"[NULL]\" 0", "select a > 5 = b > 5 from t order by id");
        check("0", "select 10 < 1.5 + 1 = 1");
    }
}
