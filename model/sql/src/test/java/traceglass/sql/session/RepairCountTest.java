package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Counts the statements that are repaired as the text of DuckDB's error tells.
class RepairCountTest {
    /// Number of random queries of each kind.
    private static final int QUERIES = 120;

    @TempDir
    Path dir;

    private final Map<String, String> counts = new TreeMap<>();

    @Test
    void noStandardModuleAndNoRandomQueryIsRepaired() throws Exception {
        int repairs = 0;
        try (TraceStore store = StoreWriter.start(
                        new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                .finish()) {
            try (SqlSession session = new SqlSession(store.connection())) {
                for (String module : new ModuleLibrary().names()) {
                    run(session, "INCLUDE PERFETTO MODULE " + module);
                }
                repairs += count("modules", session);
            }
            try (SqlSession session = new SqlSession(store.connection())) {
                run(session, RandomSql.TABLES);
                for (String kind : RandomSql.KINDS) {
                    RandomSql queries = new RandomSql(kind.hashCode());
                    for (int i = 0; i < QUERIES; i++) {
                        run(session, queries.query(kind));
                    }
                }
                repairs += count("random queries", session);
            }
        }
        System.out.println("Repairs: " + counts);
        assertEquals(0, repairs, counts::toString);
    }

    private int count(String name, SqlSession session) {
        counts.put(name, session.counts().toString());
        return session.counts().repairs();
    }

    private static void run(SqlSession session, String sql) {
        try {
            session.run(sql, cursor -> {});
        } catch (SqlProblem e) {
            // Statements that are wrong, or that read what an empty trace does not have, count too.
        }
    }
}
