package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;

/// Tests rejection of queries that access files, because traces may come from untrusted sources.
class SqlPolicyTest {

    @TempDir
    private Path folder;

    private static void check(SqlPolicy policy, String sql) throws SqlSyntaxException {
        policy.check(SqlTokens.read(sql));
    }

    @Test
    void fileAccessIsRejectedInAnySpelling() throws Exception {
        for (String sql : List.of(
                "SELECT * FROM read_csv('/etc/passwd')",
                "SELECT * FROM \"read_csv\"('/etc/passwd')",
                "SELECT * FROM Read_Text('/etc/passwd')",
                "SELECT * FROM '/etc/passwd'",
                "SELECT 1 FROM slice JOIN 'a.csv' ON TRUE",
                "SELECT getenv('HOME')",
                "SELECT __intrinsic_getenv('HOME')",
                "SELECT __intrinsic_file_write('a', x'00')",
                "SELECT tg_write_file('a', '00')",
                "SELECT * FROM read_duckdb('other.duckdb', table_name='t')",
                "SELECT * FROM glob('/etc/*')",
                "SELECT * FROM slice, glob('/etc/*')",
                "SELECT * FROM json_execute_serialized_sql('{}')",
                "EXPLAIN ANALYZE COPY slice TO 'out.csv'",
                "EXPLAIN (FORMAT json) COPY slice TO 'out.csv'",
                "PREPARE p AS COPY slice TO 'out.csv'",
                "CALL force_checkpoint()",
                "copy slice TO 'out.csv'",
                "ATTACH 'other.db'",
                "SET threads = 1")) {
            String message = assertThrows(SqlSyntaxException.class, () -> check(SqlPolicy.TRACE_ONLY, sql), sql)
                    .getMessage();
            assertTrue(message.contains("not allowed here"), message);
            assertDoesNotThrow(() -> check(SqlPolicy.WITH_FILES, sql), sql);
        }
    }

    @Test
    void functionsWithOtherNamesNeedTheSamePermission() throws Exception {
        try (SyntheticSession session = new SyntheticSession()) {
            for (String sql : List.of(
                    "CREATE PERFETTO FUNCTION f(a STRING) RETURNS STRING DELEGATES TO getenv",
                    "CREATE PERFETTO FUNCTION f(a STRING, b BYTES) RETURNS LONG DELEGATES TO __intrinsic_file_write",
                    "CREATE PERFETTO FUNCTION f(a STRING) RETURNS LONG AS SELECT __intrinsic_file_write($a, x'00')"
                            + "; SELECT f('file')",
                    "CREATE PERFETTO MACRO m(a Expr) RETURNS Expr AS __intrinsic_file_write($a, x'00')"
                            + "; SELECT m!('file')")) {
                String message = assertThrows(SqlProblem.class, () -> session.print(sql), sql)
                        .getMessage();
                assertTrue(message.contains("not allowed here"), message);
            }
        }
    }

    @Test
    void filesAreWrittenWithPermission() throws Exception {
        Path file = folder.resolve("it's");
        String name = file.toString().replace("'", "''");
        try (SyntheticSession session = new SyntheticSession(SqlPolicy.WITH_FILES)) {
            assertEquals("4", session.rows("SELECT __intrinsic_file_write('" + name + "', X'000102FF') AS size"));
            assertArrayEquals(new byte[] {0, 1, 2, -1}, Files.readAllBytes(file));
            assertEquals("0", session.rows("SELECT __intrinsic_file_write('" + name + "', X'') AS size"));
            assertEquals(0, Files.size(file));
            for (String arguments :
                    List.of("'" + name + "', 'text'", "'" + name + "', NULL", "5, X'00'", "NULL, X'00'")) {
                String message = assertThrows(
                                SqlProblem.class,
                                () -> session.rows("SELECT __intrinsic_file_write(" + arguments + ")"),
                                arguments)
                        .getMessage();
                assertTrue(message.contains("must be"), message);
            }
            String message = assertThrows(
                            SqlProblem.class,
                            () -> session.rows("SELECT __intrinsic_file_write('" + name + "/none', X'00')"))
                    .getMessage();
            assertTrue(message.contains("can't write") || message.contains("does not exist"), message);
        }
        try (SyntheticSession session = new SyntheticSession()) {
            String message = assertThrows(
                            SqlProblem.class,
                            () -> session.rows("SELECT __intrinsic_file_write('" + name + "', X'00')"))
                    .getMessage();
            assertTrue(message.contains("File I/O is disabled"), message);
        }
        assertEquals(0, Files.size(file));
    }

    @Test
    void namesThatOnlyLookLikeFilesAreAllowed() {
        for (String sql : List.of(
                "SELECT read_csv FROM slice",
                "SELECT glob('a*', name) FROM slice",
                "EXPLAIN ANALYZE SELECT 1",
                "EXPLAIN (SELECT 1)",
                "PREPARE p AS SELECT 1",
                "SELECT name IS DISTINCT FROM 'a' FROM slice",
                "SELECT 'read_csv(' || name || ')' FROM slice",
                "SELECT \"set\" FROM slice")) {
            assertDoesNotThrow(() -> check(SqlPolicy.TRACE_ONLY, sql), sql);
        }
    }
}
