package traceglass.analysis.track.info;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.testing.SliceTrace;
import traceglass.analysis.track.TrackNode;
import traceglass.store.TraceStore;
import traceglass.store.time.TimeStyle;

/// Tests the details of a track.
class TrackDetailsTest {

    @TempDir
    Path folder;

    @Test
    void mergedTracksListTheirDifferences() throws Exception {
        SliceTrace trace = new SliceTrace();
        for (int i = 0; i < 3; i++) {
            int track = trace.track("queue", "work " + i);
            trace.slice(track, "a", 100 + i, 10, -1, 0);
            trace.storage()
                    .table("__intrinsic_track")
                    .ints("dimension_arg_set_id")
                    .set(track, i + 1);
            trace.addArg(i + 1, "queue_id", (long) (7 - i));
            trace.addArg(i + 1, "device", "gpu");
        }
        trace.storage().table("__intrinsic_track").ints("source_arg_set_id").set(1, 9);
        trace.addArg(9, "description", "What waits.");
        try (TraceStore store = trace.store(folder);
                Connection c = store.connection()) {
            TrackDetails details = TrackDetails.read(
                    new TraceQueries(c),
                    TrackNode.of("key", new SliceTrack(List.of(0L, 1L, 2L), 1), "work"),
                    "Queues / work",
                    TrackHelp.NONE,
                    TimeStyle.DEFAULT,
                    0);
            assertEquals(Map.of("queue_id", "5 and 2 more", "device", "gpu"), details.dimensions());
            assertEquals("queue", details.fields().get("Type"));
            assertEquals("0, 1, 2", details.fields().get("Track ids"));
            assertEquals("3", details.fields().get("Events"));
            assertEquals("What waits.", details.description());
            assertEquals(Map.of(), details.args(), "the description is not an argument");
        }
    }
}
