package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BoundSqlTest {

    @Test
    void aQuestionMarkIsBoundToTheNextValue() {
        assertEquals(
                "SELECT 'a', (7), NULL",
                BoundSql.positional("SELECT ?, ?, ?", "a", 7, null).text());
    }

    @Test
    void aNumberedParameterIsBoundToTheValueAtItsNumber() {
        assertEquals(
                "SELECT 'b', 'a', 'b'",
                BoundSql.positional("SELECT ?2, ?1, ?2", "a", "b").text());
        assertEquals(
                "SELECT 'b', 'c', 'a'",
                BoundSql.positional("SELECT ?2, ?, ?1", "a", "b", "c").text());
    }

    @Test
    void aWrongNumberOfValuesIsAnError() {
        assertEquals(
                "The statement has 2 parameters, but 1 value was given",
                assertThrows(IllegalArgumentException.class, () -> BoundSql.positional("SELECT ?2", 1))
                        .getMessage());
        assertEquals(
                "The statement has 1 parameter, but 2 values were given",
                assertThrows(IllegalArgumentException.class, () -> BoundSql.positional("SELECT ?", 1, 2))
                        .getMessage());
    }

    @Test
    void namesExcludeNumberedParameters() {
        assertEquals(Set.of("a", "b"), BoundSql.names("SELECT $a, ?1, ?, :b"));
        assertEquals("SELECT ?1", BoundSql.named("SELECT ?1", Map.of("1", 5)).text());
    }

    @Test
    void headingsShowParametersAsWritten() throws Exception {
        String sql = "SELECT ?, ?2 + 1, -?1 , abs( ?3 ), ? || 'x' AS y, abs(  ?2  )";
        Object[] values = {"it's", 7, -2.5, "a\0b"};
        List<String> expected = new ArrayList<>();
        try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement s = sqlite.prepareStatement(sql)) {
            for (int i = 1; i <= s.getMetaData().getColumnCount(); i++) {
                expected.add(s.getMetaData().getColumnLabel(i));
            }
        }
        assertEquals(expected, headings(BoundSql.positional(sql, values)));
        assertEquals(
                List.of(":a", "$a * 2", "count(*)"),
                headings(BoundSql.named("SELECT :a, $a * 2, count(*) FROM slice GROUP BY :b", Map.of("a", 1, "b", 2))));
        assertEquals(List.of("1", "x'00'"), headings(BoundSql.positional("SELECT 1, x'00' WHERE ?", 1)));
    }

    private static List<String> headings(BoundSql sql) throws Exception {
        List<String> names = new ArrayList<>();
        try (SyntheticSession session = new SyntheticSession()) {
            session.session.run(sql, cursor -> cursor.columns().forEach(c -> names.add(c.name())));
        }
        return names;
    }

    @Test
    void valuesThatCannotBeWrittenAsSqlAreRejected() {
        UUID id = new UUID(1, 2);
        assertEquals("SELECT '" + id + "'", BoundSql.positional("SELECT ?", id).text());
        assertThrows(IllegalArgumentException.class, () -> BoundSql.positional("SELECT ?", new Object()));
        assertThrows(IllegalArgumentException.class, () -> BoundSql.positional("SELECT ?", (Object) new int[] {1}));
    }
}
