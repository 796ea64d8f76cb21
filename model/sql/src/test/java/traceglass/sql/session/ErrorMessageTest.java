package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;

/// Tests messages for invalid SQL: they use the dialect's terms and suggest similar names.
class ErrorMessageTest {
    private final ModuleLibrary library = new ModuleLibrary();

    @AutoClose
    private final SyntheticSession session = new SyntheticSession(SqlPolicy.TRACE_ONLY, library);

    private String problem(String sql) {
        return assertThrows(SqlProblem.class, () -> session.print(sql), sql).describe();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT dure FROM slice | 8 | no such column: dure. Did you mean dur?",
                "SELECT s.dure FROM slice s | 8 | no such column: s.dure. Did you mean dur?",
                "SELECT x.dur FROM slice s | 8 | no such table or alias: x. Did you mean s?",
                "SELECT dur FROM flow UNION SELECT dur FROM slice | 8 | no such column: dur. It is a column of slice",
                "SELECT * FROM slicee | 15 | no such table: slicee. Did you mean slice?",
                "SELECT * FROM thread_slices | 15 | no such table: thread_slices. Did you mean thread_slice from"
                        + " module slices.with_context?",
                "SELECT ts, duration - 1 AS duration FROM slice | 12 | no such column: duration",
                "SELECT * FROM slice JOIN flow USING (dur) | 31 | USING needs column dur on both sides of the join:"
                        + " the right side has none",
                "SELECT countt(*) FROM slice | 8 | no such function: countt. Did you mean count?",
                "SELECT row_number() FROM slice | 8 | no such function: row_number. It is a window function:"
                        + " row_number(…) OVER (…)",
                "SELECT * FROM _intervals_fill_gap!((slice), ()) | 15 | no such macro: _intervals_fill_gap!. Did you"
                        + " mean _intervals_fill_gaps from module intervals.fill_gaps?",
                "SELECT * FROM _intervals_fill_gaps!(slice) | 15 | no such macro: _intervals_fill_gaps!. It is defined"
                        + " in a module: INCLUDE PERFETTO MODULE intervals.fill_gaps",
                "INCLUDE PERFETTO MODULE slices.with_contex | 25 | no such module: slices.with_contex. Did you mean"
                        + " slices.with_context?",
                "SELEC * FROM slice | 1 | syntax error at or near \"SELEC\". Did you mean SELECT?",
                "SELECT * FORM slice | 10 | syntax error at or near \"FORM\". Did you mean FROM?",
                "SELECT lead(dur) OVER (PARTITON BY name) FROM slice | 24 | syntax error at or near \"PARTITON\". Did"
                        + " you mean PARTITION?",
                "SELECT * FROM slice WHERE dur > | 32 | syntax error at end of input",
                "SELECT * FROM slice WHERE | 26 | syntax error at end of input",
                "SELECT count(dur, ts) FROM slice | 8 | function count does not take these arguments: BIGINT, BIGINT."
                        + " It takes count(ANY) or count()",
                "SELECT * FROM slice, slice | 15 | table slice is used twice: give each an alias with AS",
                "SELECT id FROM slice UNION SELECT id, dur FROM slice | 22 | the queries of UNION, EXCEPT or INTERSECT"
                        + " have different numbers of columns",
                "SELECT (SELECT id, dur FROM slice) | 8 | the subquery returns 2 columns, not 1",
                "SELECT $missing | 8 | no value for parameter $missing",
                "SELECT ? | 8 | no value for parameter ?",
                "SELECT 9223372036854775807 + 1 | 1 | the result of 9223372036854775807 + 1 does not fit in 64 bits",
                "SELECT -(-9223372036854775807 - 1) | 1 | the result of -(-9223372036854775808) does not fit in 64 bits",
                "SELECT abs(-9223372036854775807 - 1) | 1 | the result of abs(-9223372036854775808) does not fit in 64 bits",
                "SELECT (-9223372036854775807 - 1) / -1 | 1 | the result of -9223372036854775808 / -1 does not fit in 64 bits",
                "SELECT name REGEXP '(' FROM slice | 1 | invalid regular expression: missing )",
                "CREATE VIEW vw AS SELECT 1 AS a; INSERT INTO vw VALUES (1) | 46 | vw is a view: rows can't be added"
                        + " to it",
                "CREATE VIEW vw AS SELECT 1 AS a; DROP TABLE vw | 45 | vw is a view, not a table",
                "CREATE TABLE t(a INT, a INT) | 1 | duplicate column name: a",
                "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT $x; SELECT f(1,2) | 68 | function f takes (x)",
                "CREATE PERFETTO FUNCTION summed(x INT) RETURNS INT AS SELECT $x; SELECT sumed(1) | 73 | no such"
                        + " function: sumed. Did you mean summed?",
            })
    void reportsTheErrorAndItsPosition(String sql, int column, String message) {
        assertEquals("line 1, column " + column + ": " + message, problem(sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT substr(1, 2, 3, 4) FROM slice",
                "SELECT ancestor_slice(1, 2, 3)",
                "SELECT * FROM ancestor_slice('a', 'b')",
                "SELECT extract_arg(1) FROM slice",
                "SELECT dur << 'a' << [1] FROM slice",
                "SELECT glob(1) FROM slice",
                "SELECT printf() FROM slice",
                "SELECT name -> 1 -> [2] FROM slice",
                "SELECT sum(DISTINCT dur, ts) FROM slice",
                "SELECT [1] + {'a': 1}",
                "SELECT CAST(dur AS nothing) FROM slice",
                "SELECT max(dur) OVER (ORDER BY sum(ts)) FROM slice GROUP BY id HAVING x",
            })
    void messagesContainNoInternalNames(String sql) {
        String problem = problem(sql);
        for (String word :
                new String[] {"tg_", "memory.main", "LITERAL", "explicit type casts", "Binder", "Candidate", "HUGEINT"
                }) {
            assertFalse(problem.contains(word), problem);
        }
    }

    @Test
    void suggestsModulesAddedLater() {
        library.add("my.own", "CREATE PERFETTO TABLE _my_private_table AS SELECT 1 AS x;");
        assertEquals(
                "line 1, column 15: no such table: _my_private_table. It is defined in a module: INCLUDE PERFETTO"
                        + " MODULE my.own",
                problem("SELECT * FROM _my_private_table"));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {IllegalArgumentException.class, NoSuchElementException.class, IndexOutOfBoundsException.class})
    void internalErrorsHaveAReadableMessage(Class<? extends RuntimeException> kind) throws Exception {
        RuntimeException error = kind.getConstructor().newInstance();
        SqlProblem problem = assertThrows(
                SqlProblem.class,
                () -> session.session.run("SELECT 1", rows -> {
                    throw error;
                }));
        assertEquals("the statement can't be read", problem.getMessage());
    }
}
