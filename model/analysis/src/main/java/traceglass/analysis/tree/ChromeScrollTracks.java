package traceglass.analysis.tree;

import traceglass.analysis.derived.ChromeScrollFrames;
import traceglass.analysis.derived.ChromeScrolls;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// How smoothly Chrome scrolled, below the frequencies of CPUs. Each track is there where the trace has the slices that
/// it is made from.
final class ChromeScrollTracks implements TrackProvider {

    private static final int ORDER = -30;

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        boolean latencies = facts.has(NamedSlices.EVENT_LATENCIES);
        DraftNode group = DraftNode.group("chrome_scroll_jank", "Chrome Scroll Jank", ORDER)
                .icon("timeline")
                .expanded();
        if (latencies || facts.has(NamedSlices.INPUT_LATENCIES)) {
            add(group, ChromeScrolls.SCROLLS);
            add(group, ChromeScrolls.LATENCIES);
            add(group, ChromeScrolls.JANKS);
        }
        if (latencies) {
            add(group, ChromeScrollFrames.TIMELINE);
        }
        if (facts.has(NamedSlices.SCROLL_FRAMES)) {
            add(group, ChromeScrollFrames.TIMELINE_V4);
        }
        if (facts.has(NamedSlices.CHROME_VSYNCS)) {
            add(group, ChromeScrollFrames.VSYNCS);
            add(group, ChromeScrollFrames.VSYNC_GAPS);
        }
        if (latencies) {
            add(group, ChromeScrollFrames.INPUT_GAPS);
            ChromeScrollFrames.STEPS.forEach(step -> add(group, step));
        }
        tree.root().add(group);
    }

    private static void add(DraftNode group, DerivedTable table) {
        group.add(new DraftNode(table.trackKey(), TrackKind.SLICES, table.title(), 0)
                .source(new TrackSource.Events(table.name(), table.events())));
    }
}
