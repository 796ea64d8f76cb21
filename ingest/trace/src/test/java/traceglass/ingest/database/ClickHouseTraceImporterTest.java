package traceglass.ingest.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ClickHouseTraceImporterTest {

    private static final String ROWS = """
            {"event_time":"2024-05-01 10:00:00","event_time_microseconds":"2024-05-01 10:00:00.000250","timestamp_ns":"1714557600000250000","trace_type":"CPU","thread_id":"7","query_id":"q","trace":["171","205"],"size":"0","symbols":["DB::read()","main"],"lines":["\\/src\\/Read.cpp:17",""]}
            {"event_time":"2024-05-01 10:00:01","trace_type":"MemorySample","thread_id":8,"thread_name":"Merge","query_id":"q","trace":[171],"size":4096}
            {"event_time":"2024-05-01 10:00:01","trace_type":"MemorySample","thread_id":8,"query_id":"q","trace":[171],"size":-4096}
            {"event_time":"","trace_type":"Real","thread_id":8,"query_id":"q","trace":[171],"size":0}
            """;

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(TraceStorage storage, String table, String column, int row) {
        return storage.strings().get(storage.table(table).strings(column).get(row));
    }

    @Test
    void readsSamplesOfEachKind() throws Exception {
        assertEquals("clickhouse_trace_log", DamagedFile.type(ROWS.getBytes(StandardCharsets.UTF_8)));
        TraceStorage storage = read(ROWS);
        Table samples = storage.table("__intrinsic_profiler_sample");
        assertEquals(2, samples.rowCount(), "freed memory and rows without a time are no samples");
        assertEquals(1_714_557_600_000_250_000L, samples.longs("ts").get(0));
        assertEquals(1_714_557_601_000_000_000L, samples.longs("ts").get(1));
        assertEquals(1, stat(storage, "table_row_without_time"));
        assertEquals("main", text(storage, "__intrinsic_stack_profile_frame", "name", 0));
        assertEquals("DB::read()", text(storage, "__intrinsic_stack_profile_frame", "name", 1));
        assertEquals("0xab", text(storage, "__intrinsic_stack_profile_frame", "name", 2));
        assertEquals("/src/Read.cpp", text(storage, "__intrinsic_stack_profile_symbol", "source_file", 0));
        assertEquals("bytes", text(storage, "__intrinsic_profiler_session", "timebase_unit", 1));
        Table counters = storage.table("__intrinsic_counter");
        assertEquals(4096, counters.doubles("value").get(counters.rowCount() - 1));
        Table threads = storage.table("__intrinsic_thread");
        assertEquals("Merge", storage.strings().get(threads.strings("name").get(threads.rowCount() - 1)));
    }

    @Test
    void ignoresOtherRows() {
        assertFalse(new ClickHouseTraceImporter()
                .sniff("{\"event_time\":\"2024-05-01\",\"query_id\":\"q\"}\n{}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void survivesDamage() throws Exception {
        assertEquals(1, stat(read(ROWS.substring(0, ROWS.length() - 40)), "table_truncated"));
        DamagedFile.assertSurvives(ROWS.getBytes(StandardCharsets.UTF_8), 29);
    }
}
