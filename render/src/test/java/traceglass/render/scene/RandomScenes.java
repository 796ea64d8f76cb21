package traceglass.render.scene;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;

/// Creates random states of a timeline: trees, open groups, pins, sizes and scroll positions.
final class RandomScenes {

    private final Random random;
    private int created;

    RandomScenes(Random random) {
        this.random = random;
    }

    TimelineModel state() {
        TimelineModel model = new TimelineModel();
        double scale = 1 + random.nextInt(3) / 4.0;
        model.setTheme(new Theme(false, false, false, scale, random.nextBoolean(), true, false));
        TrackTree tree = new TrackTree();
        List<TrackNode> roots = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            roots.add(node(3));
        }
        tree.setRoots(roots);
        tree.setOpenWhere(_ -> random.nextInt(4) > 0, true);
        tree.nodes().stream()
                .filter(_ -> random.nextInt(12) == 0)
                .toList()
                .forEach(node -> tree.setPinned(node.key(), true));
        model.setLayout(tree.layout(model.theme(), _ -> 0));
        model.tracks().setParents(tree.parents());
        model.setFrames(new FrameLoader(model.palette(), Runnable::run, () -> {}, Long.MAX_VALUE));
        model.setGeometry(Geometry.of(
                400 + random.nextInt(1000),
                200 + random.nextInt(700),
                100 + random.nextInt(200),
                random.nextBoolean() ? -1 : random.nextInt(300),
                model.layout(),
                scale,
                random.nextInt(8) == 0));
        Layout layout = model.layout();
        model.setScrollY(random.nextInt(
                1 + (int) Math.max(0, layout.height() - model.geometry().tracksHeight() + 40)));
        model.setPinnedScroll(random.nextDouble()
                * Math.max(0, layout.pinnedHeight() + 1 - model.geometry().pinned()));
        model.setBounds(new TimeSpan(0, 1_000_000));
        double span = 1_000_000 * Math.pow(.5, random.nextInt(10));
        model.setViewport(Viewport.at((long) (random.nextDouble() * (1_000_000 - span)), 0, span));
        model.marks().setNotes(notes());
        long start = random.nextInt(1_000_000);
        TimeSpan selected = new TimeSpan(start, start + random.nextInt(300_000));
        model.setSelection(
                switch (random.nextInt(3)) {
                    case 0 -> TimelineSelection.NOTHING;
                    case 1 -> new TimelineSelection.Area(selected, Set.of());
                    default -> new TimelineSelection.Area(selected, Set.of("n0"));
                });
        return model;
    }

    private List<Note> notes() {
        List<Note> notes = new ArrayList<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            long start = random.nextInt(1_000_000);
            notes.add(new Note(i, start, random.nextBoolean() ? start : start + random.nextInt(100_000), "", 0));
        }
        return notes;
    }

    private TrackNode node(int depth) {
        String key = "n" + created++;
        if (depth == 0 || random.nextInt(3) == 0) {
            TrackKind kind = random.nextBoolean()
                    ? new SliceTrack(List.of((long) created), 1 + random.nextInt(4))
                    : new CounterTrack(created, "");
            return TrackNode.of(key, kind, key);
        }
        List<TrackNode> children = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            children.add(node(depth - 1));
        }
        TrackKind kind =
                random.nextBoolean() ? TrackGroup.GROUP : TrackGroup.GROUP.withSummary(new ProcessSched(created));
        return new TrackNode(key, kind, key, "", List.of(), "", "", false, children);
    }
}
