package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FirefoxProfileTest {

    private static final String TRACE = """
        CREATE PERFETTO TABLE thread AS SELECT 1 AS id, 1 AS utid, 7 AS tid, 'main' AS name, 1 AS upid UNION ALL SELECT 2, 2, 8, NULL, NULL;
        CREATE PERFETTO TABLE process AS SELECT 1 AS id, 1 AS upid, 7 AS pid;
        CREATE PERFETTO TABLE stack_profile_frame AS
        SELECT 0 AS id, 'root' AS name, NULL AS symbol_set_id UNION ALL SELECT 1, 'f', 5 UNION ALL SELECT 2, NULL, NULL;
        CREATE PERFETTO TABLE stack_profile_symbol AS
        SELECT 0 AS id, 5 AS symbol_set_id, 'inlined' AS name UNION ALL SELECT 1, 5, 'outer';
        CREATE PERFETTO TABLE stack_profile_callsite AS
        SELECT 0 AS id, NULL AS parent_id, 0 AS frame_id UNION ALL SELECT 1, 0, 1 UNION ALL SELECT 2, 1, 2 UNION ALL SELECT 3, 0, 2;
        CREATE PERFETTO TABLE perf_sample AS
        SELECT 0 AS id, 100 AS ts, 1 AS utid, 2 AS callsite_id UNION ALL SELECT 1, 200, 1, 1 UNION ALL SELECT 2, 300, 1, NULL;
        INCLUDE PERFETTO MODULE export.to_firefox_profile;
        """;

    @Test
    void stacksStartAtInlinedFunctionsAndEndAtTheRoot() throws Exception {
        try (SyntheticSession session = new SyntheticSession()) {
            session.print(TRACE);
            String profile = session.rows("SELECT export_to_firefox_profile()");
            assertTrue(profile.contains("""
                "name":"main","isMainThread":0,"pid":7,"tid":7,\
                "samples":{"stack":[3,2],"time":[100,200],"weight":null,"weightType":"samples","length":2}\
                """), profile);
            assertTrue(profile.contains("""
                "stackTable":{"frame":[0,1,2,3],"category":[0,0,0,0],"subcategory":[0,0,0,0],"prefix":[null,0,1,2],"length":4}\
                """), profile);
            assertTrue(
                    profile.contains("\"inlineDepth\":[0,0,1,0]") && profile.contains("\"func\":[3,2,1,0]"), profile);
            assertTrue(profile.contains("\"stringArray\":[\"\",\"inlined\",\"outer\",\"root\"]"), profile);
            // The second thread has no process.
            assertTrue(profile.contains("\"functionSize\":[],\"length\":0}},null],\"profilingLog\":null"), profile);
        }
    }

    @Test
    void aTraceWithoutSamplesHasAProfileWithEmptyTables() throws Exception {
        try (SyntheticSession session = new SyntheticSession()) {
            session.print(TRACE.replace(
                    "INCLUDE",
                    "CREATE OR REPLACE PERFETTO TABLE perf_sample AS "
                            + "SELECT 0 AS id, 100 AS ts, 1 AS utid, 2 AS callsite_id WHERE FALSE; INCLUDE"));
            String profile = session.rows("SELECT export_to_firefox_profile()");
            assertTrue(profile.contains("\"stringArray\":[],\"funcTable\":{\"name\":[]"), profile);
            assertEquals("1", session.rows("SELECT json_array_length(export_to_firefox_profile() -> 'libs') + 1"));
        }
    }
}
