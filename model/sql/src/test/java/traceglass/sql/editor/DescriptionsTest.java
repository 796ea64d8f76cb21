package traceglass.sql.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

class DescriptionsTest {

    @TempDir
    Path dir;

    private Map<String, SqlVocabulary.Relation> relations() throws Exception {
        try (TraceStore store = StoreWriter.start(
                                new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                var connection = store.connection()) {
            return new TreeMap<>(
                    SqlVocabulary.read(connection, new ModuleLibrary()).relations());
        }
    }

    @Test
    void everyTableOfATraceIsDescribed() throws Exception {
        List<String> missing = relations().keySet().stream()
                .filter(t -> Descriptions.table(t).isEmpty())
                .toList();
        assertEquals(List.of(), missing);
    }

    @Test
    void frequentlyUsedColumnsAreDescribed() throws Exception {
        Map<String, SqlVocabulary.Relation> all = relations();
        List<String> missing = new ArrayList<>();
        for (String table : List.of(
                "slice",
                "sched",
                "thread_state",
                "counter",
                "thread",
                "process",
                "flow",
                "args",
                "thread_track",
                "process_track",
                "counter_track",
                "actual_frame_timeline_slice",
                "perf_sample",
                "stack_profile_callsite",
                "heap_graph_object",
                "android_logs",
                "stats")) {
            for (SqlVocabulary.Column c : all.get(table).columns()) {
                if (Descriptions.column(table, c.name()).isEmpty()) {
                    missing.add(table + "." + c.name());
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void onlyExistingTablesAndColumnsAreDescribed() throws Exception {
        Map<String, SqlVocabulary.Relation> all = relations();
        List<String> stale = new ArrayList<>();
        for (String subject : List.of("events", "threads", "tracks", "frames", "memory", "samples", "system")) {
            String table = "";
            for (String line : new String(Descriptions.class
                            .getResourceAsStream("about/" + subject + ".txt")
                            .readAllBytes())
                    .split("\n")) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String name = line.strip().split(" {2,}")[0];
                if (!line.startsWith(" ")) {
                    table = name;
                    if (!all.containsKey(table)) {
                        stale.add(table);
                    }
                } else if (all.containsKey(table)
                        && all.get(table).columns().stream()
                                .noneMatch(c -> c.name().equalsIgnoreCase(name))) {
                    stale.add(table + "." + name);
                }
            }
        }
        assertEquals(List.of(), stale);
    }

    @Test
    void modulesListTheirDefinitions() {
        Map<String, ModuleContents> modules = new TreeMap<>();
        ModuleContents.of(new ModuleLibrary()).forEach(m -> modules.put(m.module(), m));
        assertEquals(new TreeSet<>(new ModuleLibrary().names()), modules.keySet());
        ModuleContents.Definition made = modules.get("android.binder").definitions().stream()
                .filter(d -> d.name().equals("android_binder_metrics_by_process"))
                .findFirst()
                .orElseThrow();
        assertEquals(ModuleContents.Kind.VIEW, made.kind());
        assertEquals("Number of binder slices per process and name.", made.description());
        assertTrue(modules.get("android.binder").description().startsWith("Calls between processes"));
        assertTrue(modules.values().stream()
                .flatMap(m -> m.definitions().stream())
                .noneMatch(d -> d.name().startsWith("_")));
    }

    @Test
    void columnsFallBackToDefaultDescriptions() {
        assertEquals(Descriptions.column("nobody_knows", "ts"), Descriptions.column("slice", "TS"));
        assertEquals("", Descriptions.column("nobody_knows", "nothing_such"));
    }

    @Test
    void namesAreNotCaseSensitive() {
        assertTrue(Descriptions.column("slice", "track_id").startsWith("The track; join"));
        assertEquals(Descriptions.column("slice", "track_id"), Descriptions.column("SLICE", "Track_Id"));
        assertEquals(Descriptions.table("slice"), Descriptions.table("Slice"));
    }
}
