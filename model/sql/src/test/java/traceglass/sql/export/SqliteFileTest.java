package traceglass.sql.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.session.SyntheticSession;

class SqliteFileTest {

    @TempDir
    Path dir;

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    private static List<String> query(Path file, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                rows.add(r.getString(1));
            }
        }
        return rows;
    }

    @Test
    void everyPublicTableIsWrittenWithItsTypesAndNulls() throws Exception {
        session.print(
                "CREATE PERFETTO TABLE mine AS SELECT 1 AS n, 1.5 AS r, 'it''s' AS t, CAST('ab' AS BLOB) AS b, NULL"
                        + " AS nothing UNION ALL SELECT NULL, NULL, NULL, NULL, NULL;"
                        + "CREATE PERFETTO TABLE _hidden AS SELECT 1 AS n;"
                        + "CREATE PERFETTO TABLE \"large one\" AS SELECT range AS \"a \"\"b\" FROM range(5001);");
        Path file = Files.writeString(dir.resolve("out.sqlite"), "replaced");
        int written = new SqliteFile(session.session).write(file);
        List<String> tables = query(file, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
        assertEquals(written, tables.size());
        assertEquals(
                List.of("args", "flow", "large one", "mine", "slice", "trace_bounds"),
                tables.stream().filter(t -> !t.startsWith("__")).toList());
        assertEquals(
                List.of("integer real text blob", "null null null null"),
                query(file, "SELECT typeof(n) || ' ' || typeof(r) || ' ' || typeof(t) || ' ' || typeof(b) FROM mine"));
        assertEquals(List.of("it's"), query(file, "SELECT t FROM mine WHERE hex(b) = '6162' AND r = 1.5"));
        assertEquals(
                List.of("5001 12502500"), query(file, "SELECT count(*) || ' ' || sum(\"a \"\"b\") FROM \"large one\""));
        assertFalse(Files.exists(dir.resolve("out.sqlite.part")));
    }

    @Test
    void ascendingIdsAreThePrimaryKeyAndOthersHaveAnIndex() throws Exception {
        session.print("CREATE PERFETTO TABLE ascending AS SELECT 3 AS id, 'a' AS v UNION ALL SELECT 7, 'b';"
                + "CREATE PERFETTO TABLE twice AS SELECT 3 AS id, 'a' AS v UNION ALL SELECT 3, 'b';"
                + "CREATE PERFETTO TABLE lacking AS SELECT 3 AS id, 'a' AS v UNION ALL SELECT NULL, 'b';"
                + "CREATE PERFETTO TABLE named AS SELECT 'x' AS id UNION ALL SELECT 'y';");
        Path file = dir.resolve("keys.sqlite");
        new SqliteFile(session.session).write(file);
        assertEquals(
                List.of("id"),
                query(file, "SELECT name FROM pragma_table_info('ascending') WHERE pk = 1"),
                "ascending");
        assertEquals(List.of("b"), query(file, "SELECT v FROM ascending WHERE id = 7"));
        assertEquals(
                List.of("lacking_by_id", "named_by_id", "twice_by_id"),
                query(
                        file,
                        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name IN"
                                + " ('ascending', 'twice', 'lacking', 'named') ORDER BY name"));
        assertEquals(List.of("3a 3b"), query(file, "SELECT group_concat(id || v, ' ') FROM twice"));
        assertEquals(
                List.of("3 null"),
                query(file, "SELECT group_concat(coalesce(id, 'null'), ' ') FROM lacking NOT INDEXED"));
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        Path file = dir.resolve("missing").resolve("out.sqlite");
        String message = assertThrows(IOException.class, () -> new SqliteFile(session.session).write(file))
                .getMessage();
        assertEquals("can't write " + file, message.substring(0, message.indexOf(": ")));
    }
}
