package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;

/// Generates track trees with realistic names from a seed.
public final class RandomTrackTrees {

    private static final List<String> NAMES = List.of(
            "RenderThread",
            "CrRendererMain",
            "binder:1858_3",
            "Chrome_IOThread",
            "mem.rss",
            "VSYNC-app",
            "GPU completion",
            "main",
            "kworker/0:1",
            "surfaceflinger",
            "FrameMissed",
            "İstanbul",
            "日本語",
            "ThreadPoolForeg");

    private RandomTrackTrees() {}

    /// Generates a tree.
    ///
    /// @param processes number of top-level groups, with ten tracks each
    static List<TrackNode> of(int processes, long seed) {
        Random random = new Random(seed);
        List<TrackNode> roots = new ArrayList<>();
        for (int p = 0; p < processes; p++) {
            List<TrackNode> children = new ArrayList<>();
            for (int t = 0; t < 10; t++) {
                int id = p * 10 + t;
                children.add(
                        track("track/" + id, NAMES.get(random.nextInt(NAMES.size())), Integer.toString(1000 + id), id));
            }
            roots.add(group("process/" + p, "com.example.app" + p, Integer.toString(100 + p), children));
        }
        return roots;
    }

    public static TrackNode track(String key, String name, String idText, long id) {
        return new TrackNode(key, new SliceTrack(List.of(id)), name, idText, List.of(), "", "", false, List.of());
    }

    static TrackNode group(String key, String name, String idText, List<TrackNode> children) {
        return new TrackNode(key, TrackGroup.GROUP, name, idText, List.of(), "", "process", false, children);
    }
}
