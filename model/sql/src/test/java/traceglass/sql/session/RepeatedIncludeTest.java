package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;

/// Tests including a module again after it failed halfway, for example because it was canceled.
class RepeatedIncludeTest {
    private static final String MODULE = """
        CREATE PERFETTO VIEW short_spans AS SELECT 0 AS ts, 5 AS dur, 1 AS k;
        CREATE PERFETTO TABLE long_spans AS SELECT 3 AS ts, 9 AS dur, 1 AS k;
        CREATE VIRTUAL TABLE both_spans USING SPAN_JOIN(short_spans PARTITIONED k, long_spans PARTITIONED k);
        CREATE PERFETTO FUNCTION both_count() RETURNS LONG AS SELECT count(*) FROM both_spans;
        CREATE PERFETTO TABLE result AS SELECT ts, dur, both_count() AS n FROM both_spans, given_later;
        """;

    @TempDir
    private Path folder;

    @Test
    void allObjectsOfTheModuleAreCreatedAgain() throws Exception {
        Files.writeString(folder.resolve("spans.sql"), MODULE);
        try (SyntheticSession session =
                new SyntheticSession(SqlPolicy.TRACE_ONLY, new ModuleLibrary(List.of(folder)))) {
            assertThrows(SqlProblem.class, () -> session.print("INCLUDE PERFETTO MODULE spans"));
            session.print("CREATE TABLE given_later AS SELECT 1 AS one");
            assertEquals("3,2,1", session.rows("INCLUDE PERFETTO MODULE spans; SELECT * FROM result"));
        }
    }
}
