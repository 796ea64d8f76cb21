package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// Android's frames: what was expected and what became of it, one row each at the top of a process.
final class FrameTracks implements TrackProvider {

    private static final int ORDER = -50;

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        add(tree, facts, "android_expected_frame_timeline", "Expected Timeline");
        add(tree, facts, "android_actual_frame_timeline", "Actual Timeline");
    }

    private static void add(TreeDraft tree, TraceFacts facts, String type, String name) {
        Map<Long, List<Long>> byProcess = new HashMap<>();
        for (TraceFacts.Track t : facts.tracks()) {
            if (t.type().equals(type) && t.events() > 0) {
                tree.place(t.id());
                byProcess.computeIfAbsent(t.upid(), k -> new ArrayList<>()).add(t.id());
            }
        }
        byProcess.forEach((upid, ids) -> {
            DraftNode process = tree.process(upid);
            if (process != null) {
                process.add(new DraftNode("track/" + ids.getFirst(), TrackKind.FRAMES, name, ORDER)
                        .source(new TrackSource.Slices(ids)));
            }
        });
    }
}
