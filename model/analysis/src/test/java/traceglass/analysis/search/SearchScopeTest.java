package traceglass.analysis.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.testing.SliceTrace;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// Searches slices on two tracks: whole traces, ranges and single tracks.
class SearchScopeTest {

    @TempDir
    Path dir;

    private interface StoreTest {
        void run(TraceStore store, TraceQueries q) throws Exception;
    }

    private void withTrace(StoreTest test) throws Exception {
        SliceTrace trace = new SliceTrace();
        int one = trace.track("lane", "one");
        int two = trace.track("lane", "two");
        trace.slice(one, "Draw it", 100, 50, -1, 0);
        trace.slice(two, "draw", 120, 10, -1, 0);
        trace.slice(two, "redraw", 200, -1, -1, 0);
        trace.slice(one, "other", 300, 5, -1, 0);
        try (TraceStore store = trace.store(dir)) {
            TraceQueries.query(store, q -> {
                try {
                    test.run(store, q);
                } catch (QueryException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return null;
            });
        }
    }

    @Test
    void hitsAreSortedByTimeWithTheirTracks() throws Exception {
        withTrace((store, q) -> {
            SearchHits hits = TraceSearch.find(q, "DRAW");
            assertArrayEquals(new long[] {100, 120, 200}, hits.ts());
            assertEquals(Set.of(0L, 1L), hits.tracks());
            assertEquals("slice", hits.table(2));
            assertEquals(1, hits.firstAtOrAfter(101));
            assertEquals(1, hits.firstAtOrAfter(120));
            assertEquals(3, hits.firstAtOrAfter(201));
        });
    }

    @Test
    void aRangeFindsOverlappingSlices() throws Exception {
        withTrace((store, q) -> {
            assertArrayEquals(
                    new long[] {100},
                    TraceSearch.find(q, "draw", new TraceSearch.Scope(130, 200, null))
                            .ts());
            assertArrayEquals(
                    new long[] {200},
                    TraceSearch.find(q, "draw", new TraceSearch.Scope(500, 600, null))
                            .ts(),
                    "an unfinished slice overlaps all later ranges");
            assertArrayEquals(
                    new long[] {100, 120},
                    TraceSearch.find(q, "draw", new TraceSearch.Scope(Long.MIN_VALUE, 121, null))
                            .ts());
        });
    }

    @Test
    void tracksFindOnlyTheirSlices() throws Exception {
        List<TrackNode> second = List.of(TrackNode.of("track/1", new SliceTrack(List.of(1L), 1), "two"));
        withTrace((store, q) -> {
            assertArrayEquals(
                    new long[] {120, 200},
                    TraceSearch.find(q, "draw", new TraceSearch.Scope(Long.MIN_VALUE, Long.MAX_VALUE, second))
                            .ts());
            assertArrayEquals(
                    new long[] {120},
                    TraceSearch.find(q, "draw", new TraceSearch.Scope(0, 130, second))
                            .ts());
        });
    }

    @Test
    void rejectsAnInvalidRegularExpression() throws Exception {
        withTrace((store, q) -> {
            assertArrayEquals(
                    new long[] {120, 200}, TraceSearch.find(q, "/draw$/").ts());
            String message = assertThrows(QueryException.class, () -> TraceSearch.find(q, "/(/"))
                    .getMessage();
            assertTrue(
                    message.startsWith("the text between the slashes is not a regular expression (missing"), message);
        });
    }

    @Test
    void readsTheCategoryOfASliceOnDemand() throws Exception {
        SliceTrace trace = new SliceTrace();
        int track = trace.track("lane", "one");
        int slice = trace.slice(track, "draw", 100, 50, -1, 0);
        trace.storage()
                .table("__intrinsic_slice")
                .strings("category")
                .set(slice, trace.storage().strings().intern("gfx"));
        int plain = trace.slice(track, "plain", 200, 50, -1, 0);
        TrackNode node = TrackNode.of("track/0", new SliceTrack(List.of(0L), 1), "one");
        try (TraceStore store = trace.store(dir);
                StoreTrackData data = new StoreTrackData(store)) {
            assertEquals("gfx", data.category(node, slice).get());
            assertEquals("", data.category(node, plain).get());
        }
    }
}
