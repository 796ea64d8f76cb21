package traceglass.sql.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DuckDbErrorTest {

    private static DuckDbError of(String message) {
        return DuckDbError.of(new SQLException(message));
    }

    @Test
    void readsTheFieldsOfTheStructuredMessage() {
        DuckDbError e =
                of("Error: {\"exception_type\":\"Catalog\",\"exception_message\":\"Table with name \\\"slise\\\""
                        + " \\u0041\\tdoes not exist!\\nDid you mean…\",\"name\":\"slise\",\"candidates\":\"slice\","
                        + "\"position\":\"14\",\"type\":\"Table\"} at the end");
        assertEquals("Catalog", e.type());
        assertEquals("Table with name \"slise\" A\tdoes not exist!\nDid you mean…", e.message());
        assertEquals(14, e.position());
        assertEquals("slise", e.name());
        assertEquals("slice", e.candidates());
        assertEquals("no such table: slise. Did you mean slice?", e.userMessage());
    }

    @Test
    void acceptsMissingFieldsAndOtherTypes() {
        String text = "{\"exception_type\":\"Binder\",\"position\":7,\"name\":null}";
        DuckDbError e = of(text);
        assertEquals("Binder", e.type());
        assertEquals(text, e.message());
        assertEquals(-1, e.position());
        assertNull(e.name());
        assertNull(e.candidates());
    }

    @Test
    void keepsAMessageThatIsNotJson() {
        for (String text :
                new String[] {"plain words", "{\"exception_type\":\"Binder\",", "{\"exception_type\"", "{"}) {
            DuckDbError e = of(text);
            assertEquals("", e.type());
            assertEquals(text, e.message());
            assertEquals(-1, e.position());
        }
        assertEquals("null", DuckDbError.of(new SQLException()).message());
    }
}
