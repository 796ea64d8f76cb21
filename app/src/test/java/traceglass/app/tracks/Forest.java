package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// Trees of tracks with names as traces have them, the same for the same seed.
public final class Forest {

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

    private Forest() {}

    /// @param processes groups at the top, with ten tracks each
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
        return new TrackNode(
                key,
                TrackKind.SLICES,
                name,
                idText,
                List.of(),
                "",
                "",
                false,
                new TrackSource.Slices(List.of(id)),
                List.of());
    }

    static TrackNode group(String key, String name, String idText, List<TrackNode> children) {
        return new TrackNode(
                key, TrackKind.GROUP, name, idText, List.of(), "", "process", false, new TrackSource.None(), children);
    }
}
