package traceglass.analysis.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.app.testing.MemoryTraces;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.testing.SharedData;

/// Compares the analysis of heap dumps in memory with the results of the standard modules in SQL.
class HeapAnalysisTest {

    private static RowStore query(SqlSession sql, String text) throws Exception {
        RowStore[] out = new RowStore[1];
        sql.run(text, rows -> {
            try {
                out[0] = RowReader.read(rows, n -> {});
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        return out[0];
    }

    @Test
    void matchesTheSqlModules(@TempDir Path folder) throws Exception {
        int compared = compare(MemoryTraces.heapDumps(folder.resolve("heap.pftrace"), 11, 3000, 5000));
        assertTrue(compared > 4000, "only " + compared + " objects are reachable");
    }

    @Test
    void matchesTheSqlModulesOnTestTracesOfArt() throws Exception {
        Path folder = SharedData.folder().resolve("conformance/traces");
        int count = 0;
        for (String name : List.of(
                "0b4cff76459fbfe1bb202f51",
                "7b93686ce6441ba1c4c94e6f",
                "98114c80ec97c179a39be699",
                "9da4cd7781eb3024b76a7abc",
                "af58fe0eb07bf71ccefe4bc1")) {
            Path file = folder.resolve(name + ".pftrace");
            Assumptions.assumeTrue(Files.exists(file), "the traces are missing");
            count += compare(file);
        }
        assertTrue(count > 5, "only " + count + " objects are reachable");
    }

    /// Compares all dumps of a trace; returns the number of reachable objects.
    private static int compare(Path file) throws Exception {
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection();
                SqlSession sql = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            Map<Long, long[]> dominated = new HashMap<>();
            RowStore tree = query(
                    sql,
                    "INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_tree; SELECT id, coalesce(idom_id,"
                            + " -1), dominated_obj_count, dominated_size_bytes, dominated_native_size_bytes FROM"
                            + " heap_graph_dominator_tree");
            for (int r = 0; r < tree.size(); r++) {
                dominated.put(
                        tree.getLong(r, 0),
                        new long[] {tree.getLong(r, 1), tree.getLong(r, 2), tree.getLong(r, 3), tree.getLong(r, 4)});
            }
            Map<Long, Long> parents = new HashMap<>();
            RowStore pathRows = query(
                    sql,
                    "INCLUDE PERFETTO MODULE android.memory.heap_graph.class_tree;"
                            + " SELECT id, coalesce(parent_id, -1) FROM _heap_graph_object_min_depth_tree");
            for (int r = 0; r < pathRows.size(); r++) {
                parents.put(pathRows.getLong(r, 0), pathRows.getLong(r, 1));
            }
            int compared = 0;
            assertFalse(HeapDumpInfo.list(new TraceQueries(c)).isEmpty());
            for (HeapDumpInfo info : HeapDumpInfo.list(new TraceQueries(c))) {
                HeapDump dump = HeapDumpReader.read(new TraceQueries(c), info.upid(), info.ts());
                HeapDominators dominators = new HeapDominators(dump);
                HeapPaths paths = new HeapPaths(dump);
                for (int i = 0; i < dump.size(); i++) {
                    long id = dump.id(i);
                    assertEquals(dump.isReachable(i), dominators.isReachable(i));
                    assertEquals(dominated.containsKey(id), dominators.isReachable(i));
                    assertEquals(parents.containsKey(id), paths.isReachable(i));
                    if (dominators.isReachable(i)) {
                        long[] expected = dominated.get(id);
                        assertEquals(expected[0], dominators.dominator(i) < 0 ? -1 : dump.id(dominators.dominator(i)));
                        assertEquals(expected[1], dominators.retainedObjects(i));
                        assertEquals(expected[2], dominators.retainedBytes(i));
                        assertEquals(expected[3], dominators.retainedNativeBytes(i));
                        assertEquals(parents.get(id), paths.parent(i) < 0 ? -1 : dump.id(paths.parent(i)));
                        compared++;
                    }
                }
            }
            compareClasses(c, sql);
            return compared;
        }
    }

    private static void compareClasses(Connection c, SqlSession sql) throws Exception {
        RowStore rows = query(sql, """
            INCLUDE PERFETTO MODULE android.memory.heap_graph.heap_graph_class_aggregation;
            SELECT graph_sample_ts, type_name, sum(obj_count), sum(size_bytes), sum(reachable_obj_count), sum(reachable_size_bytes), sum(dominated_obj_count),
              sum(dominated_size_bytes)
            FROM android_heap_graph_class_aggregation GROUP BY 1, 2\
            """);
        Map<String, String> expected = new HashMap<>();
        for (int r = 0; r < rows.size(); r++) {
            StringBuilder values = new StringBuilder();
            for (int column = 2; column < 8; column++) {
                values.append((long) rows.getDouble(r, column)).append(' ');
            }
            expected.put(rows.getLong(r, 0) + " " + rows.getText(r, 1), values.toString());
        }
        int count = 0;
        for (HeapDumpInfo info : HeapDumpInfo.list(new TraceQueries(c))) {
            HeapDump dump = HeapDumpReader.read(new TraceQueries(c), info.upid(), info.ts());
            for (HeapClass heapClass : HeapClass.of(dump, new HeapDominators(dump))) {
                assertEquals(
                        expected.get(info.ts() + " " + heapClass.name()),
                        heapClass.objects() + " " + heapClass.selfBytes() + " " + heapClass.reachableCount() + " "
                                + heapClass.reachableBytes() + " " + heapClass.retainedObjects() + " "
                                + heapClass.retainedBytes() + " ",
                        heapClass.name());
                count++;
            }
        }
        assertEquals(expected.size(), count);
    }

    @Test
    void readsADumpOfAMillionObjects(@TempDir Path folder) throws Exception {
        Path file = MemoryTraces.heapDumps(folder.resolve("large.pftrace"), 5, 1_000_000);
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            long start = System.nanoTime();
            HeapDumpInfo info = HeapDumpInfo.list(new TraceQueries(c)).getFirst();
            assertEquals(14, HeapRows.first(new TraceQueries(c), info).size());
            long listed = System.nanoTime();
            HeapDump dump = HeapDumpReader.read(new TraceQueries(c), info.upid(), info.ts());
            long read = System.nanoTime();
            HeapDominators dominators = new HeapDominators(dump);
            HeapPaths paths = new HeapPaths(dump);
            long analyzed = System.nanoTime();
            RowStore rows = HeapRows.classes(HeapClass.of(dump, dominators));
            long summed = System.nanoTime();
            System.out.printf(
                    "heap dump of %,d objects: classes after %d ms, read in %d ms, dominators and paths in %d ms, %d"
                            + " classes in %d ms%n",
                    dump.size(),
                    (listed - start) / 1_000_000,
                    (read - listed) / 1_000_000,
                    (analyzed - read) / 1_000_000,
                    rows.size(),
                    (summed - analyzed) / 1_000_000);
            assertEquals(1_000_000, dump.size());
            assertEquals(dominators.reachableCount(), paths.reachableCount());
            assertTrue(
                    dominators.reachableCount() > 100_000,
                    "only " + dominators.reachableCount() + " objects are reachable");
            assertTrue(HeapObject.read(
                                    new TraceQueries(c),
                                    new HeapAnalysis(dump, dominators, paths, HeapClass.of(dump, dominators)),
                                    0)
                            .out()
                            .size()
                    > 0);
        }
    }
}
