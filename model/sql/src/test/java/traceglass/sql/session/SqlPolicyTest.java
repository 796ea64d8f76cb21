package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;

/// Tests rejection of queries that access files, because traces may come from untrusted sources.
class SqlPolicyTest {

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
