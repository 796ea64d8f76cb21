package traceglass.analysis.chrome;

import java.util.List;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTrack;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.SliceProbe;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds tracks for scroll smoothness in Chrome, below the CPU frequencies. A track exists if the trace has the slices
/// it is derived from.
final class ChromeScrollTracks implements TrackProvider {

    private static final int ORDER = -30;

    /// Latencies of scroll inputs, as Chrome writes them since 2022. Other inputs have slices of this name too.
    private static final SliceProbe EVENT_LATENCIES = SliceProbe.withName("EventLatency")
            .withArgument("key = 'event_latency.event_type' AND ends_with(string_value, 'GESTURE_SCROLL_UPDATE')");
    /// Latencies of scroll inputs, as Chrome wrote them before 2022.
    private static final SliceProbe INPUT_LATENCIES = SliceProbe.withName("InputLatency::GestureScrollUpdate")
            .withArgument("key = 'chrome_latency_info.gesture_scroll_id'");
    /// Frames of Chrome's own scroll metric.
    private static final SliceProbe SCROLL_FRAMES = SliceProbe.withName("ScrollJankV4");
    /// Vertical syncs as Chrome received them.
    private static final SliceProbe CHROME_VSYNCS = SliceProbe.withName("Extend_VSync");

    @Override
    public List<SliceProbe> probes() {
        return List.of(EVENT_LATENCIES, INPUT_LATENCIES, SCROLL_FRAMES, CHROME_VSYNCS);
    }

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) {
        boolean hasLatencies = contents.hasSlices(EVENT_LATENCIES);
        DraftNode group = DraftNode.group("chrome_scroll_jank", ChromeTexts.GROUP, ORDER)
                .setIcon("timeline")
                .expand();
        if (hasLatencies || contents.hasSlices(INPUT_LATENCIES)) {
            add(group, ChromeScrolls.SCROLLS);
            add(group, ChromeScrolls.LATENCIES);
            add(group, ChromeScrolls.JANKS);
        }
        if (hasLatencies) {
            add(group, ChromeScrollFrames.TIMELINE);
        }
        if (contents.hasSlices(SCROLL_FRAMES)) {
            add(group, ChromeScrollFrames.TIMELINE_V4);
        }
        if (contents.hasSlices(CHROME_VSYNCS)) {
            add(group, ChromeScrollFrames.VSYNCS);
            add(group, ChromeScrollFrames.VSYNC_GAPS);
        }
        if (hasLatencies) {
            add(group, ChromeScrollFrames.INPUT_GAPS);
            ChromeScrollFrames.STEPS.forEach(step -> add(group, step));
        }
        tree.root().add(group);
    }

    private static void add(DraftNode group, DerivedTable table) {
        group.add(new DraftNode(table.trackKey(), new DerivedTrack(table), table.title(), 0));
    }
}
