package traceglass.sql.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlDefinitionsTest {

    @Test
    void findsStatementsThatLaterOnesDependOn() {
        assertEquals(
                List.of("CREATE VIEW v AS SELECT ';' AS a", "include perfetto module x", "DROP TABLE t"),
                SqlDefinitions.of("SELECT 1;\n-- a; b\nCREATE VIEW v AS SELECT ';' AS a ;\n;"
                        + "include perfetto module x; SELECT create_x FROM v; DROP TABLE t"));
        assertEquals(List.of(), SqlDefinitions.of("SELECT 1"));
        assertEquals(List.of(), SqlDefinitions.of(" "));
    }
}
