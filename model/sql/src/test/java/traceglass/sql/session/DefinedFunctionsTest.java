package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests that types are inferred for calls of functions that a session creates.
class DefinedFunctionsTest {
    private SyntheticSession session;

    @BeforeEach
    void open() {
        session = new SyntheticSession();
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    private void create(String signature, String query) throws Exception {
        session.print("CREATE PERFETTO FUNCTION " + signature + " AS " + query);
    }

    @Test
    void columnsOutsideGroupByMayDependOnAParameter() throws Exception {
        create(
                "longest(prefix STRING) RETURNS TABLE(size LONG, name STRING, depth LONG)",
                "SELECT max(length($prefix || name) + dur), name, depth FROM slice");
        assertEquals("12,\"a\",0", session.rows("SELECT * FROM longest('xy')"));
        // If `name` were not resolved first, the argument would capture it.
        assertEquals("11,\"a\",0", session.rows("SELECT l.* FROM slice s JOIN longest(s.name) l WHERE s.id = 1"));
    }

    @Test
    void conditionsReturnedAsIntegersAreNumbers() throws Exception {
        create("is_long(id LONG) RETURNS LONG", "SELECT dur > 6 FROM slice WHERE id = $id");
        create("is_even(x LONG) RETURNS INT", "SELECT $x % 2 = 0");
        assertEquals(
                "0,0,1\n1,1,0\n2,1,1", session.rows("SELECT id, is_long(id), is_even(id) + 0 FROM slice ORDER BY id"));
        assertEquals("2", session.rows("SELECT count(*) FROM slice WHERE is_long(id) = 1"));
    }

    @Test
    void namesThatATableFunctionLacksAreAliasesOrStrings() throws Exception {
        create("after(t LONG) RETURNS TABLE(id LONG, start LONG)", "SELECT id, ts AS start FROM slice WHERE ts > $t");
        assertEquals("1,\"late\"\n2,\"late\"", session.rows("SELECT id, \"late\" FROM after(11) ORDER BY id"));
        assertEquals(
                "0,1\n1,2",
                session.rows(
                        "SELECT s.id, s.id + 1 AS next FROM slice s JOIN after(s.ts) a ON a.id = next ORDER BY 1"));
    }

    @Test
    void valuesOfATableFunctionAreComparedByTheirTypes() throws Exception {
        create("names() RETURNS TABLE(label STRING, n LONG)", "SELECT '0' || id AS label, id AS n FROM slice");
        assertEquals(
                "0\n2", session.rows("SELECT n FROM names() WHERE label = 0 OR n = '2' OR label = '00' ORDER BY n"));
    }

    @Test
    void integersHave64BitsInFunctions() throws Exception {
        create("square(x LONG) RETURNS LONG", "SELECT $x * $x");
        create("twice(x LONG) RETURNS TABLE(y LONG)", "SELECT $x AS y");
        assertEquals("10000000000", session.rows("SELECT square(100000)"));
        assertEquals("4000000000", session.rows("SELECT y + y FROM twice(2000000000)"));
    }
}
