package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.io.Failure;
import traceglass.app.testing.SampleFile;
import traceglass.store.database.StoreOptions;

class StageBenchTest {

    private static final List<String> STAGES_OF_ALL = List.of(
            "tokenize",
            "order",
            "emit",
            "finish_trackers",
            "pack_columns",
            "open_session",
            "translate",
            "query_memory",
            "load_tables",
            "write_cache",
            "open_cache",
            "query_cache",
            "list_tracks");

    @TempDir
    Path folder;

    private static List<Object> stages(List<Map<String, Object>> rows) {
        // Threads that end quickly are not always seen.
        return rows.stream()
                .map(r -> r.get("stage"))
                .filter(s -> !s.toString().startsWith("thread_"))
                .toList();
    }

    private static List<String> stages(String... first) {
        return Stream.concat(Stream.of(first), STAGES_OF_ALL.stream()).toList();
    }

    private static Object count(List<Map<String, Object>> rows, String stage) {
        return rows.stream()
                .filter(r -> r.get("stage").equals(stage))
                .findFirst()
                .orElseThrow()
                .get("count");
    }

    private List<Map<String, Object>> run(Path trace) throws IOException, Failure {
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<Map<String, Object>> rows =
                StageBench.run(trace, StoreOptions.uncached().withTempDir(temporary), 1);
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
        return rows;
    }

    @Test
    void everyStageOfAPerfettoTraceIsMeasured() throws Exception {
        Path compressed = SampleFile.in(folder);
        List<Map<String, Object>> rows = run(compressed);
        List<String> expected = new ArrayList<>(stages("recognize", "decompress", "split_packets", "decode_packets"));
        expected.add(expected.indexOf("emit"), "order_on_disk");
        assertEquals(expected, stages(rows));
        for (Map<String, Object> row : rows) {
            assertEquals(
                    List.of("stage", "wall_ms", "cpu_ms", "allocated_mb", "count", "unit", "cpu_ns_per_unit"),
                    List.copyOf(row.keySet()));
            assertTrue((double) row.get("wall_ms") > 0, row.toString());
        }
        long bytes;
        try (var in = new GZIPInputStream(Files.newInputStream(compressed))) {
            bytes = in.transferTo(OutputStream.nullOutputStream());
        }
        assertEquals(bytes, count(rows, "decompress"));
        assertEquals(bytes, count(rows, "tokenize"));
        assertEquals(count(rows, "order"), count(rows, "emit"));
    }

    @Test
    void everyStageOfAJsonTraceIsMeasured() throws Exception {
        StringBuilder events = new StringBuilder("{\"traceEvents\": [");
        for (int i = 0; i < 300; i++) {
            events.append(i == 0 ? "" : ",\n")
                    .append("{\"ph\": \"X\", \"pid\": 1, \"tid\": 2, \"ts\": %d, \"dur\": 5, \"name\": \"work\"}"
                            .formatted(10 * i));
        }
        Path trace = Files.writeString(folder.resolve("trace.json"), events + "]}");
        List<Map<String, Object>> rows = run(trace);
        assertEquals(stages("recognize", "read_file", "skip_json_values", "read_json_events"), stages(rows));
        assertEquals(count(rows, "skip_json_values"), count(rows, "read_json_events"));
        assertEquals(300L, count(rows, "order"));
    }

    @Test
    void stagesThatATraceDoesNotHaveAreLeftOut() throws Exception {
        // The importer of this format writes its rows while it reads.
        Path stacks = Files.writeString(folder.resolve("stacks.txt"), "main;read 3\nmain;write;flush 4\n");
        List<Object> stages = stages(run(stacks));
        assertTrue(stages.containsAll(List.of("recognize", "read_file", "tokenize", "load_tables")), stages.toString());
        assertFalse(stages.contains("decode_packets") || stages.contains("order") || stages.contains("emit"));
    }

    @Test
    void aFileThatIsNoTraceIsReported() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear all, this is not a trace.");
        Failure failure = assertThrows(Failure.class, () -> run(letter));
        assertTrue(failure.getMessage().contains("letter.txt is not a trace"), failure.getMessage());
    }
}
