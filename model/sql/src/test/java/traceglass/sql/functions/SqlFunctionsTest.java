package traceglass.sql.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SqlFunctionsTest {

    @Test
    void duckDbAcceptsEachMacro() throws SQLException {
        List<String> failures = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            Builtins builtins = new Builtins(connection);
            for (String macro : SqlFunctions.macros()) {
                try {
                    builtins.define(Set.of(macro));
                } catch (SQLException e) {
                    failures.add(macro + ": " + e.getMessage());
                }
            }
        }
        assertEquals("", String.join("\n", failures));
    }

    @Test
    void everyRenamedFunctionExists() throws SQLException {
        List<String> missing = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                var s = connection.prepareStatement("SELECT 1 FROM duckdb_functions() WHERE function_name = ?")) {
            for (String name : SqlFunctions.names()) {
                String renamed = SqlFunctions.renamed(name);
                if (renamed != null && Builtins.definition(renamed) == null) {
                    s.setString(1, renamed);
                    if (!s.executeQuery().next()) {
                        missing.add(renamed);
                    }
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void functionsHaveANameATypeAndAnImplementation() {
        assertEquals("tg_sqrt", SqlFunctions.renamed("SQRT"));
        assertEquals("to_base64", SqlFunctions.renamed("base64_encode"));
        assertEquals("VARCHAR", SqlFunctions.of("tg_gfp_flags").result());
        assertTrue(SqlFunctions.isAggregate("percentile"));
    }
}
