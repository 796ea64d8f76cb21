package traceglass.analysis.chrome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.testing.SliceTrace;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.TraceStore;

/// Tests scrolls as written by recent versions of Chrome, which no shared trace contains.
public class ChromeScrollsTest {

    private static final long MS = 1_000_000;
    private static final String FIRST = "FIRST_GESTURE_SCROLL_UPDATE";
    private static final String UPDATE = "GESTURE_SCROLL_UPDATE";

    @TempDir
    Path dir;

    private final SliceTrace trace = new SliceTrace();

    /// Four inputs 10 ms apart, each presented 20 ms later, except the third, which is 15 ms late.
    private void addScroll() {
        addLatency(100, FIRST, 20);
        addLatency(110, UPDATE, 20);
        addLatency(120, UPDATE, 35);
        addLatency(130, UPDATE, 35);
    }

    @Test
    void aMissingFrameWhoseInputCameInTimeIsLate() throws Exception {
        addScroll();
        try (TraceStore store = trace.store(dir);
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode group = TrackTreeBuilder.build(store).children().stream()
                    .filter(n -> n.name().equals("Chrome Scroll Jank"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    List.of(
                            "Chrome Scrolls",
                            "Chrome Scroll Input Latencies",
                            "Chrome Scroll Janks",
                            "Chrome Scroll Timeline",
                            "Chrome input delta",
                            "Step: send event (UI, ScrollUpdate)",
                            "Step: compositor dispatch (ScrollUpdate)",
                            "Step: resample input",
                            "Step: generate frame (compositor)",
                            "Step: receive frame (viz)"),
                    group.children().stream().map(TrackNode::name).toList());
            SliceData janks = read(data, group, "Chrome Scroll Janks");
            assertEquals(
                    Map.of(
                            "SubmitCompositorFrameToPresentationCompositorFrame::SwapEndToPresentationCompositorFrame"
                                    + " Jank",
                            1),
                    labels(janks));
            assertEquals(
                    List.of(140 * MS, 155 * MS),
                    List.of(janks.ts()[0], janks.end()[0]),
                    "missing from its due time until it was presented");
            assertEquals(Map.of("Scroll 1 · 1 late of 4", 1), labels(read(data, group, "Chrome Scrolls")));

            SliceData latencies = read(data, group, "Chrome Scroll Input Latencies");
            assertEquals(
                    Map.of(
                            "EventLatency",
                            3,
                            "Janky EventLatency",
                            1,
                            "GenerationToBrowserMain",
                            4,
                            "SubmitCompositorFrameToPresentationCompositorFrame",
                            4,
                            "SwapEndToPresentationCompositorFrame",
                            4),
                    labels(latencies));
            for (int i = 0; i < latencies.size(); i++) {
                String name = latencies.names()[latencies.name()[i]];
                int depth = name.endsWith("EventLatency") ? 0 : name.startsWith("SwapEnd") ? 2 : 1;
                assertEquals(depth, rowOf(latencies, i) % 3, "stages are below their input");
                assertEquals(
                        latencies.names()[latencies.name()[i]].startsWith("Janky"),
                        latencies.colorKeys()[latencies.color()[i]].equals("\u0002Self Jank"));
            }
        }
    }

    @Test
    void vsyncIntervalsAreNamedByLengthAndColoredIfOneIsMissing() throws Exception {
        int track = track();
        for (long ts : new long[] {0, 16, 32, 64, 80}) {
            slice(track, "Extend_VSync", ts, 1, -1, 0);
        }
        try (TraceStore store = trace.store(dir);
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode group = TrackTreeBuilder.build(store).children().stream()
                    .filter(n -> n.name().equals("Chrome Scroll Jank"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    List.of("Chrome VSync", "Chrome VSync delta"),
                    group.children().stream().map(TrackNode::name).toList());
            assertEquals(5, read(data, group, "Chrome VSync").size());
            SliceData gaps = read(data, group, "Chrome VSync delta");
            assertEquals(Map.of("16.00 ms", 3, "32.00 ms", 1), labels(gaps));
            for (int i = 0; i < gaps.size(); i++) {
                assertEquals(
                        gaps.names()[gaps.name()[i]].startsWith("32"),
                        gaps.colorKeys()[gaps.color()[i]].startsWith("\u0002"));
            }
        }
    }

    @Test
    void latenciesOfOtherInputsAreNotScrolls() throws Exception {
        addLatency(100, "MOUSE_MOVED", 20);
        try (TraceStore store = trace.store(dir)) {
            assertTrue(TrackTreeBuilder.build(store).children().stream()
                    .noneMatch(n -> n.name().equals("Chrome Scroll Jank")));
        }
    }

    @Test
    void framesOfTheNewestMetricAreNamedByTheirKind() throws Exception {
        int track = track();
        int first = slice(track, "ScrollJankV4", 100, 20, -1, 0);
        arg(first, "scroll_jank_v4.is_janky", 0L);
        slice(track, "Begin frame", 105, 0, first, 1);
        int late = slice(track, "ScrollJankV4", 130, 20, -1, 0);
        int set = arg(late, "scroll_jank_v4.is_janky", 1L);
        trace.addArg(set, "scroll_jank_v4.vsyncs_since_previous_frame", 2L);
        try (TraceStore store = trace.store(dir);
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode group = TrackTreeBuilder.build(store).children().stream()
                    .filter(n -> n.name().equals("Chrome Scroll Jank"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    Map.of("First Frame", 1, "Janky Frame", 1, "Begin frame", 1),
                    labels(read(data, group, "Chrome Scroll Timeline v4")));
        }
    }

    private static SliceData read(StoreTrackData data, TrackNode group, String track) throws Exception {
        return (SliceData) data.load(group.children().stream()
                        .filter(n -> n.name().equals(track))
                        .findFirst()
                        .orElseThrow())
                .get();
    }

    private static Map<String, Integer> labels(SliceData data) {
        Map<String, Integer> labels = new TreeMap<>();
        for (int i = 0; i < data.size(); i++) {
            labels.merge(data.names()[data.name()[i]], 1, Integer::sum);
        }
        return labels;
    }

    private static int rowOf(SliceData data, int event) {
        int row = 0;
        while (data.rowStart()[row + 1] <= event) {
            row++;
        }
        return row;
    }

    private int track() {
        return trace.track("global_track_event", "Chrome");
    }

    private void addLatency(long atMs, String type, long lengthMs) {
        int track = track();
        int latency = slice(track, "EventLatency", atMs, lengthMs, -1, 0);
        int set = arg(latency, "event_latency.event_type", type);
        trace.addArg(set, "event_latency.event_latency_id", atMs);
        slice(track, "GenerationToBrowserMain", atMs, 5, latency, 1);
        int submit =
                slice(track, "SubmitCompositorFrameToPresentationCompositorFrame", atMs + 5, lengthMs - 5, latency, 1);
        slice(track, "SwapEndToPresentationCompositorFrame", atMs + 10, lengthMs - 10, submit, 2);
    }

    private int slice(int track, String name, long atMs, long lengthMs, int parent, int depth) {
        return trace.slice(track, name, atMs * MS, lengthMs * MS, parent, depth);
    }

    private int arg(int slice, String key, Object value) {
        int set = trace.args(slice);
        trace.addArg(set, key, value);
        return set;
    }
}
