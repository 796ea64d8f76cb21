package traceglass.sql.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests parsing of statements that PerfettoSQL adds to SQL.
class PerfettoStatementTest {

    private static <T extends PerfettoStatement> T read(Class<T> kind, String sql) throws SqlSyntaxException {
        return assertInstanceOf(kind, PerfettoStatement.read(SqlTokens.read(sql)));
    }

    private static List<String> parameters(List<PerfettoStatement.Parameter> parameters) {
        return parameters.stream().map(p -> p.name() + " " + p.type()).toList();
    }

    @Test
    void functionMayReturnAReferenceToATable() throws Exception {
        PerfettoStatement.Function f = read(
                PerfettoStatement.Function.class,
                "CREATE OR REPLACE PERFETTO FUNCTION owner(id JOINID(slice.id), rest ANY...) RETURNS JOINID(thread.id)"
                        + " AS SELECT $id");
        assertEquals("JOINID", f.returns());
        assertEquals(List.of("id JOINID(slice.id)", "rest ANY..."), parameters(f.parameters()));
        assertEquals("SELECT", f.query().getFirst().text());
        assertTrue(f.replaces());
    }

    @Test
    void tableFunctionHasColumns() throws Exception {
        PerfettoStatement.Function f = read(
                PerfettoStatement.Function.class,
                "CREATE PERFETTO FUNCTION two() RETURNS TABLE(ts TIMESTAMP, id JOINID(slice.id)) AS SELECT 1, 2");
        assertNull(f.returns());
        assertEquals(List.of("ts TIMESTAMP", "id JOINID(slice.id)"), parameters(f.columns()));
        assertEquals(List.of(), f.parameters());
    }

    @Test
    void functionMayDelegateToTheEngine() throws Exception {
        PerfettoStatement.Function f = read(
                PerfettoStatement.Function.class, "CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG DELEGATES TO g");
        assertEquals("g", f.delegate());
        assertEquals(List.of(), f.query());
    }

    @Test
    void commasInBracketsDoNotSeparate() throws Exception {
        List<List<Token>> parts = PerfettoStatement.commaSeparated(SqlTokens.read("f(a, b), [c, d], e"));
        assertEquals(List.of(6, 5, 1), parts.stream().map(List::size).toList());
    }

    @Test
    void plainSqlIsNotAPerfettoStatement() throws Exception {
        assertNull(PerfettoStatement.read(SqlTokens.read("CREATE TABLE t AS SELECT 1")));
        assertNull(PerfettoStatement.read(SqlTokens.read("SELECT 1, 2")));
        assertThrows(
                SqlSyntaxException.class,
                () -> PerfettoStatement.read(SqlTokens.read("CREATE PERFETTO FUNCTION f(x LONG) RETURNS AS SELECT 1")));
    }
}
