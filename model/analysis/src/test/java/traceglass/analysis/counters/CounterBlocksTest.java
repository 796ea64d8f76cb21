package traceglass.analysis.counters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.RowQueries;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreStatistics;

class CounterBlocksTest {

    private static final int TRACKS = 200;

    private DuckDBConnection connection;
    private final TreeMap<Long, List<double[]>> expected = new TreeMap<>();

    @BeforeEach
    void createTables() throws Exception {
        connection = (DuckDBConnection) java.sql.DriverManager.getConnection("jdbc:duckdb:");
        Random random = new Random(11);
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE __intrinsic_counter (id BIGINT, ts BIGINT, track_id BIGINT, value DOUBLE)");
            StringBuilder rows = new StringBuilder();
            for (long id = 0; id < 5_000; id++) {
                // Some tracks have no samples, and some times have two.
                long track = random.nextInt(TRACKS) / 3 * 3L;
                long ts = 1_000 - random.nextInt(900);
                double value = random.nextInt(50);
                rows.append(id == 0 ? "" : ",")
                        .append('(')
                        .append(id)
                        .append(',')
                        .append(ts)
                        .append(',')
                        .append(track)
                        .append(',')
                        .append(value)
                        .append(')');
                expected.computeIfAbsent(track, _ -> new ArrayList<>()).add(new double[] {id, ts, value});
            }
            statement.execute("INSERT INTO __intrinsic_counter VALUES " + rows);
            statement.execute("ATTACH ':memory:' AS " + TraceStore.CATALOG);
            statement.execute("CREATE TABLE " + StoreStatistics.TRACKS
                    + " AS SELECT 'counter' AS source, count(*) AS events FROM __intrinsic_counter"
                    + " GROUP BY track_id");
        }
        expected.values()
                .forEach(list ->
                        list.sort((a, b) -> a[1] != b[1] ? Double.compare(a[1], b[1]) : Double.compare(a[0], b[0])));
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    @Test
    void readsSamplesOfEveryTrackSortedByTime() throws Exception {
        for (long max : new long[] {10, 1_000_000}) {
            CounterBlocks blocks = new CounterBlocks(max);
            for (int i = 0; i < 600; i++) {
                // Requests all tracks in an order unrelated to the table, three times: released samples
                // are read again.
                check(blocks, i * 77L % TRACKS);
            }
        }
    }

    private void check(CounterBlocks blocks, long track) throws Exception {
        List<double[]> samples = expected.getOrDefault(track, List.of());
        CounterData data = blocks.read(RowQueries.on(connection), track, "mV");
        assertEquals("mV", data.unit());
        assertArrayEquals(samples.stream().mapToLong(s -> (long) s[0]).toArray(), data.id());
        assertArrayEquals(samples.stream().mapToLong(s -> (long) s[1]).toArray(), data.ts());
        assertArrayEquals(samples.stream().mapToDouble(s -> s[2]).toArray(), data.value());
        assertEquals(samples.stream().mapToDouble(s -> s[2]).max().orElse(0), data.max());
    }
}
