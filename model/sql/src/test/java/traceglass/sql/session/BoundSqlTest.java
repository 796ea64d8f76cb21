package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BoundSqlTest {
    private static final String FUNCTION =
            "CREATE PERFETTO FUNCTION f(id LONG) RETURNS LONG AS SELECT $ID + $id + $more; SELECT f($id)";

    @AutoClose
    private final SqlAnswers answers = new SqlAnswers();

    @Test
    void parametersOfFunctionsAreNotValues() throws Exception {
        BoundSql bound = BoundSql.named(FUNCTION, Map.of("id", 5, "more", 100));
        assertEquals(FUNCTION.replace("$more", "(100)").replace("f($id)", "f((5))"), bound.text());
        assertEquals("110", answers.rows(bound.text()));
    }

    @Test
    void parametersOfMacrosAreNotValues() throws Exception {
        String sql = "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS ($x + 1); SELECT m!($x), m!(1)";
        assertEquals("6,2", answers.rows(BoundSql.named(sql, Map.of("x", 5)).text()));
    }

    @Test
    void namesAreThoseThatTakeValues() {
        assertEquals(Set.of("id", "more"), BoundSql.names(FUNCTION));
        assertEquals(
                Set.of(),
                BoundSql.names("CREATE PERFETTO FUNCTION f(id LONG) RETURNS LONG AS SELECT $id; SELECT f(1)"));
    }

    @Test
    void leavesTextThatCannotBeRead() {
        for (String sql : new String[] {"SELECT 'a $x", "CREATE PERFETTO FUNCTION", "CREATE PERFETTO MACRO m(x"}) {
            assertEquals(sql, BoundSql.named(sql, Map.of("x", 5)).text());
        }
        assertEquals(
                "CREATE PERFETTO FUNCTION f(x LONG) (5)",
                BoundSql.named("CREATE PERFETTO FUNCTION f(x LONG) $x", Map.of("x", 5))
                        .text());
    }
}
