package traceglass.analysis.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.testing.SharedData;
import traceglass.store.time.TimeSpan;

/// Compares native heap profiles of test traces with the results of the standard module of callstacks.
public class HeapProfileSourceTest {

    private static final List<String> TRACES = List.of(
            "032213b59276081ad42829b6",
            "10add485e2e12f898fb840e5",
            "17e5e81cc14aa36417055335",
            "575d44f75af15330ab570bbb",
            "73be8bda323331380b103eaf",
            "757400161338f44a21de223b",
            "f33675d20dc07f4e325847e8");

    private static RowStore query(SqlSession sql, String text) throws Exception {
        RowStore[] out = new RowStore[1];
        sql.run(text, rows -> {
            try {
                out[0] = RowReader.read(rows, n -> {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return out[0];
    }

    @Test
    void sumsEqualThoseOfTheCallstackModule() throws Exception {
        Path folder = SharedData.folder().resolve("conformance/traces");
        List<String> compared = new ArrayList<>();
        for (String name : TRACES) {
            Path file = folder.resolve(name + ".pftrace");
            Assumptions.assumeTrue(Files.exists(file), "the traces are missing");
            try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                            .store();
                    Connection c = store.connection();
                    SqlSession sql = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
                // The module follows calls, and finds nothing if no function calls another.
                if (query(sql, "SELECT 1 FROM stack_profile_callsite WHERE parent_id IS NOT NULL")
                                .size()
                        == 0) {
                    continue;
                }
                RowStore heaps = query(
                        sql,
                        "SELECT upid, coalesce(heap_name, '?'), min(ts), max(ts) FROM heap_profile_allocation GROUP BY"
                                + " 1, 2 ORDER BY 1, 2");
                for (int h = 0; h < heaps.size(); h++) {
                    compare(
                            sql,
                            c,
                            heaps.getLong(h, 0),
                            heaps.getText(h, 1),
                            new TimeSpan(heaps.getLong(h, 2), heaps.getLong(h, 3)));
                    compared.add(name);
                }
            }
        }
        assertTrue(compared.size() >= 3, compared.toString());
    }

    /// Compares the self values of each function.
    private static void compare(SqlSession sql, Connection c, long upid, String heap, TimeSpan span) throws Exception {
        RowStore rows = query(sql, """
            INCLUDE PERFETTO MODULE android.memory.heap_profile.callstacks;
            WITH net AS (
              SELECT callsite_id, sum(count) > 0 AS holds FROM heap_profile_allocation WHERE upid = %1$d AND coalesce(heap_name, '?') = '%2$s' GROUP BY 1
            )
            SELECT name, sum(self_size), sum(self_count), sum(self_alloc_size), sum(self_alloc_count)
            FROM _android_heap_profile_callstacks_for_allocations!((
              SELECT callsite_id, CASE WHEN holds THEN size ELSE 0 END AS size, CASE WHEN holds THEN count ELSE 0 END AS count,
                CASE WHEN size > 0 THEN size ELSE 0 END AS alloc_size, CASE WHEN count > 0 THEN count ELSE 0 END AS alloc_count
              FROM heap_profile_allocation JOIN net USING (callsite_id) WHERE upid = %1$d AND coalesce(heap_name, '?') = '%2$s'
            ))
            GROUP BY 1\
            """.formatted(upid, heap));
        TreeMap<String, String> expected = new TreeMap<>();
        for (int r = 0; r < rows.size(); r++) {
            StringBuilder values = new StringBuilder();
            for (int column = 1; column < 5; column++) {
                values.append(Math.max(0, Math.round(rows.getDouble(r, column))))
                        .append(' ');
            }
            if (!values.toString().equals("0 0 0 0 ")) {
                expected.put(String.valueOf(rows.getText(r, 0)), values.toString());
            }
        }
        FlameFrames frames = new HeapProfileSource(heap)
                .read(
                        new TraceQueries(c),
                        FlameScope.range("all", span.start(), span.end(), span.end())
                                .withHeaps(List.of(new FlameScope.Heap(upid, heap))))
                .frames();
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (int i = 1; i < frames.size(); i++) {
            long[] sum = sums.computeIfAbsent(frames.name()[i], k -> new long[4]);
            for (int v = 0; v < frames.valueCount(); v++) {
                sum[v] += frames.self()[v][i];
            }
        }
        TreeMap<String, String> actual = new TreeMap<>();
        sums.forEach((name, sum) -> {
            String values = sum[0] + " " + sum[1] + " " + sum[2] + " " + sum[3] + " ";
            if (!values.equals("0 0 0 0 ")) {
                actual.put(name, values);
            }
        });
        assertEquals(expected, actual, heap);
    }
}
