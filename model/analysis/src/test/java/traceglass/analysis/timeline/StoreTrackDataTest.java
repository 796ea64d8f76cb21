package traceglass.analysis.timeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.load.ComputedCounter;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Tests prefetching of tracks.
class StoreTrackDataTest {

    private static final int LIMIT_S = 60;
    /// Query that keeps a thread busy for a second or more, because each number depends on the previous one.
    private static final String LONG =
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT 7, max(i)::DOUBLE"
                    + " FROM n";

    /// Counter from a query.
    private record Values(String values) implements ComputedCounter {

        @Override
        public String id() {
            return "values";
        }
    }

    @TempDir
    Path dir;

    private TraceStore store() throws Exception {
        return StoreWriter.start(new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                .finish();
    }

    private static TrackNode node(String key, String sql) {
        return TrackNode.of(key, new Values(sql), key);
    }

    @Test
    void requestedTracksDoNotWaitForPrefetchedOnes() throws Exception {
        try (TraceStore store = store();
                StoreTrackData data = new StoreTrackData(store)) {
            assertTrue(data.supportsPrefetch());
            int steps = 2_000;
            CompletableFuture<TrackData> slow;
            CompletableFuture<TrackData> requested;
            CompletableFuture<TrackData> other;
            boolean isBusy;
            do {
                // Doubles the work until the slow query is still running when the requested one is done.
                steps *= 2;
                slow = data.prefetch(node("slow" + steps, LONG.formatted(steps)));
                TrackNode node = node("requested" + steps, "SELECT 3, 4.5::DOUBLE");
                requested = data.prefetch(node);
                other = data.prefetch(node("other" + steps, "SELECT 5, 6.5::DOUBLE"));
                data.prioritize(node);
                assertSame(requested, data.load(node), "the load reuses the prefetch");
                CounterData read = (CounterData) requested.get(LIMIT_S, TimeUnit.SECONDS);
                assertArrayEquals(new long[] {3}, read.ts());
                assertArrayEquals(new double[] {4.5}, read.value());
                isBusy = !slow.isDone();
            } while (!isBusy && steps < 1 << 24);
            assertTrue(isBusy, "the requested track completes before an earlier prefetch");
            assertEquals(steps, ((CounterData) slow.get(LIMIT_S, TimeUnit.SECONDS)).value()[0]);
            assertEquals(6.5, ((CounterData) other.get(LIMIT_S, TimeUnit.SECONDS)).value()[0]);
        }
    }

    @Test
    void aFailedPrefetchIsRetriedOnRequest() throws Exception {
        try (TraceStore store = store();
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode bad = node("bad", "SELECT * FROM no_such_table");
            CompletableFuture<TrackData> first = data.prefetch(bad);
            Throwable failure = first.handle((_, e) -> e).get(LIMIT_S, TimeUnit.SECONDS);
            assertTrue(failure.getMessage().startsWith("Can't read this track: "), failure.getMessage());
            CompletableFuture<TrackData> again = data.load(bad);
            assertFalse(again == first);
            assertTrue(again.handle((_, e) -> e != null).get(LIMIT_S, TimeUnit.SECONDS));
        }
    }
}
