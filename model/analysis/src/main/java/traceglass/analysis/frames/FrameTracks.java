package traceglass.analysis.frames;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds Android's expected and actual frames, one row each at the top of a process.
final class FrameTracks implements TrackProvider {

    private static final int ORDER = -50;

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) {
        add(tree, contents, "android_expected_frame_timeline", "Expected Timeline", true);
        add(tree, contents, "android_actual_frame_timeline", "Actual Timeline", false);
    }

    private static void add(TreeDraft tree, TraceContents contents, String type, String name, boolean isExpected) {
        Map<Long, List<Long>> byProcess = new HashMap<>();
        for (TraceContents.Track t : contents.tracks()) {
            if (t.type().equals(type) && t.events() > 0) {
                tree.markPlaced(t.id());
                byProcess.computeIfAbsent(t.upid(), k -> new ArrayList<>()).add(t.id());
            }
        }
        byProcess.forEach((upid, ids) -> {
            DraftNode process = tree.process(upid);
            if (process != null) {
                process.add(new DraftNode("track/" + ids.getFirst(), new FrameTrack(ids, isExpected), name, ORDER));
            }
        });
    }
}
