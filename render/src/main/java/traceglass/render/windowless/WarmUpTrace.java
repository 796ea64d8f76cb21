package traceglass.render.windowless;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;
import traceglass.store.time.TimeSpan;

/// Synthetic trace with the usual kinds of tracks, for [PaintWarmUp]. Tracks of one kind share their events.
final class WarmUpTrace implements TrackDataSource {

    private static final TimeSpan BOUNDS = new TimeSpan(0, 10_000_000_000L);
    private static final int EVENTS = 4_000;
    private static final int DEPTHS = 3;
    private static final int CPUS = 4;
    private static final int PROCESSES = 4;
    private static final int THREADS = 4;
    private static final String[] NAMES = {
        "doFrame", "traversal", "measure", "binder transaction", "swapper · idle", "RenderThread · app", "Compositor"
    };
    private static final String[] STATES = {"Running", "Runnable", "Sleeping", "Uninterruptible Sleep"};

    /// Kind of a synthetic track.
    private record SyntheticKind(TrackStyle style, int expectedRows) implements TrackKind {

        @Override
        public String id() {
            return "warm-up";
        }

        @Override
        public String label() {
            return "warm-up";
        }

        @Override
        public TrackData read(TrackReadContext context) {
            throw new UnsupportedOperationException("synthetic tracks have no table");
        }
    }

    private final Random random = new Random(1);
    private final SliceData sched = slices(1, NAMES);
    private final SliceData states = slices(1, STATES);
    private final SliceData nested = slices(DEPTHS, NAMES);
    private final CounterData counter = counter();
    private final List<TrackNode> roots = new ArrayList<>();

    WarmUpTrace() {
        List<TrackNode> cpus = new ArrayList<>();
        for (int cpu = 0; cpu < CPUS; cpu++) {
            cpus.add(track("cpu/" + cpu, new SyntheticKind(TrackStyle.CPU, 0), "CPU " + cpu, ""));
        }
        roots.add(group("cpus", "CPU scheduling", "", "cpu", cpus));
        for (int process = 0; process < PROCESSES; process++) {
            List<TrackNode> tracks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                String key = process + "/" + thread;
                String tid = Integer.toString(1000 + 10 * process + thread);
                tracks.add(track("state/" + key, new SyntheticKind(TrackStyle.STATES, 0), "worker", tid));
                tracks.add(track("slices/" + key, new SyntheticKind(TrackStyle.SLICES, DEPTHS), "worker", tid));
            }
            tracks.add(track("counter/" + process, new SyntheticKind(TrackStyle.COUNTER, 0), "mem.rss", ""));
            roots.add(group(
                    "process/" + process,
                    "com.example.application",
                    Integer.toString(1000 + 10 * process),
                    "process",
                    tracks));
        }
    }

    private static TrackNode track(String key, TrackKind kind, String name, String id) {
        return new TrackNode(key, kind, name, id, List.of(), "", "", false, List.of());
    }

    private static TrackNode group(String key, String name, String id, String icon, List<TrackNode> tracks) {
        return new TrackNode(
                key, TrackGroup.GROUP, name, id, List.of("main"), tracks.size() + " tracks", icon, true, tracks);
    }

    TimeSpan bounds() {
        return BOUNDS;
    }

    List<TrackNode> roots() {
        return roots;
    }

    @Override
    public CompletableFuture<TrackData> load(TrackNode node) {
        return CompletableFuture.completedFuture(
                switch (node.kind().style().colors()) {
                    case PRIORITIES -> sched;
                    case STATES -> states;
                    default -> node.isCounter() ? counter : nested;
                });
    }

    private SliceData slices(int rows, String[] names) {
        int n = rows * EVENTS;
        int[] rowStart = new int[rows + 1];
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] name = new int[n];
        byte[] flags = new byte[n];
        long pitch = BOUNDS.durNs() / EVENTS;
        for (int i = 0; i < n; i++) {
            int k = i % EVENTS;
            rowStart[i / EVENTS + 1] = i + 1;
            id[i] = i;
            ts[i] = k * pitch + random.nextLong(pitch / 2);
            end[i] = ts[i] + random.nextLong(pitch / 2);
            name[i] = random.nextInt(names.length);
            if (k % 50 == 0) {
                flags[i] = SliceData.INSTANT;
                end[i] = ts[i];
            }
        }
        return new SliceData(rowStart, id, ts, end, name, name, flags, names, names);
    }

    private CounterData counter() {
        long[] id = new long[EVENTS];
        long[] ts = new long[EVENTS];
        double[] value = new double[EVENTS];
        for (int i = 0; i < EVENTS; i++) {
            id[i] = i;
            ts[i] = i * (BOUNDS.durNs() / EVENTS);
            value[i] = random.nextInt(1_000_000);
        }
        return new CounterData(id, ts, value, 0, 1_000_000, "bytes");
    }
}
