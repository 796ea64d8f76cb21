package traceglass.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.store.time.TimeSpan;

/// Synthetic trace of any size, deterministic for a seed: CPUs, processes with threads, states, slices, counters.
public final class SyntheticTrace implements TrackDataSource {

    private static final String[] PROCESSES = {
        "com.example.reader",
        "surfaceflinger",
        "system_server",
        "chrome",
        "/usr/bin/postgres",
        "kworker",
        "adbd",
        "com.android.systemui",
        "netd",
        "logd"
    };
    private static final String[] THREADS = {
        "RenderThread",
        "Binder:1",
        "GPU completion",
        "Compositor",
        "worker",
        "hwuiTask",
        "Jit thread pool",
        "FinalizerDaemon",
        "io-7",
        "Signal Catcher"
    };
    private static final String[] SLICES = {
        "Choreographer#doFrame",
        "traversal",
        "measure",
        "layout",
        "binder transaction",
        "draw",
        "dequeueBuffer",
        "relayoutWindow#first=true/resize=true",
        "inflate",
        "GC: concurrent copying",
        "present",
        "composite 12",
        "animator:alpha",
        "postAndWait"
    };
    private static final String[] STATES = {
        "Sleeping",
        "Runnable",
        "Running",
        "Uninterruptible Sleep (IO)",
        "Uninterruptible Sleep (non-IO)",
        "Runnable (Preempted)"
    };

    public final TimeSpan bounds;
    public final List<TrackNode> roots = new ArrayList<>();
    /// Data by track key, such as `cpu_sched/0`, `process/0`, `slices/0/0` (of a process and a thread) or `counter/0`.
    final Map<String, TrackData> data = new HashMap<>();
    /// Errors by track key; a track with an error fails to load.
    final Map<String, String> loadErrors = new HashMap<>();
    /// Number of requests by track key.
    final Map<String, Integer> loads = new HashMap<>();

    /// @param start start of the trace, ns
    /// @param threads threads of each process
    public SyntheticTrace(long seed, long start, long durNs, int cpus, int processes, int threads, int eventsPerTrack) {
        bounds = new TimeSpan(start, start + durNs);
        List<TrackNode> cpuNodes = new ArrayList<>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            String key = "cpu_sched/" + cpu;
            cpuNodes.add(new TrackNode(
                    key, new CpuTrack(cpu, cpu), "CPU " + cpu, "", List.of(), "1.80 GHz", "", false, List.of()));
            data.put(key, sched(new Random(seed * 31 + cpu), eventsPerTrack));
        }
        roots.add(new TrackNode(
                "cpus",
                TrackGroup.GROUP,
                "CPU Scheduling",
                cpus + " CPUs",
                List.of(),
                "Color by process",
                "cpu",
                true,
                cpuNodes));
        for (int p = 0; p < processes; p++) {
            roots.add(process(seed, p, threads, eventsPerTrack));
        }
    }

    private TrackNode process(long seed, int p, int threads, int events) {
        List<TrackNode> children = new ArrayList<>();
        int pid = 1000 + p * 37;
        for (int t = 0; t < threads; t++) {
            String name = t == 0 ? shortName(PROCESSES[p % PROCESSES.length]) : THREADS[(p + t) % THREADS.length];
            String tid = Integer.toString(pid + t);
            Random random = new Random(seed + p * 1009L + t * 13L);
            String stateKey = "thread_state/" + p + "/" + t;
            children.add(new TrackNode(
                    stateKey,
                    new ThreadStates(p * 100 + t),
                    name,
                    tid,
                    t == 0 ? List.of("main") : List.of(),
                    "",
                    "",
                    false,
                    List.of()));
            data.put(stateKey, states(random, events));
            String sliceKey = "slices/" + p + "/" + t;
            SliceData slices = slices(random, events, 1 + random.nextInt(5));
            children.add(new TrackNode(
                    sliceKey,
                    new SliceTrack(List.of(p * 100L + t), slices.rows()),
                    name,
                    tid,
                    List.of(),
                    "",
                    "",
                    false,
                    List.of()));
            data.put(sliceKey, slices);
        }
        String counterKey = "counter/" + p;
        children.add(new TrackNode(
                counterKey, new CounterTrack(p, "KB"), "Heap size", "", List.of(), "", "", false, List.of()));
        data.put(counterKey, counter(new Random(seed + p), events));
        String key = "process/" + p;
        data.put(key, summary(new Random(seed - p), events / 4 + 4));
        return new TrackNode(
                key,
                TrackGroup.GROUP.withSummary(new ProcessSched(p)),
                PROCESSES[p % PROCESSES.length],
                Integer.toString(pid),
                p == 0 ? List.of("debuggable") : List.of(),
                children.size() + " tracks · 58.8 ms CPU",
                "process",
                p == 0,
                children);
    }

    private static String shortName(String name) {
        return name.length() <= 15 ? name : name.substring(name.length() - 15);
    }

    private SliceData sched(Random random, int events) {
        Builder builder = new Builder(1);
        long t = bounds.start();
        for (int i = 0; i < events && t < bounds.end(); i++) {
            t += gap(random, events);
            long end = Math.min(bounds.end(), t + gap(random, events));
            String process = PROCESSES[random.nextInt(PROCESSES.length)];
            builder.add(0, i, t, end, THREADS[random.nextInt(THREADS.length)] + " · " + process, process, (byte) 0);
            t = end;
        }
        return builder.build();
    }

    private SliceData states(Random random, int events) {
        Builder builder = new Builder(1);
        long t = bounds.start();
        for (int i = 0; i < events && t < bounds.end(); i++) {
            long end = i == events - 1
                    ? bounds.end()
                    : Math.min(bounds.end(), t + gap(random, events) * (i % 3 == 0 ? 3 : 1));
            String state = STATES[i % 3 == 0 ? 0 : i % 3 == 1 ? 1 : random.nextInt(8) == 0 ? 3 + random.nextInt(3) : 2];
            builder.add(0, i, t, end, state, state, (byte) 0);
            t = end;
        }
        return builder.build();
    }

    private SliceData summary(Random random, int events) {
        int lanes = 8;
        Builder builder = new Builder(lanes);
        for (int lane = 0; lane < lanes; lane++) {
            long t = bounds.start();
            for (int i = 0; i < events / 3 && t < bounds.end(); i++) {
                t += gap(random, events) * 4;
                long end = Math.min(bounds.end(), t + gap(random, events));
                String thread = THREADS[random.nextInt(THREADS.length)];
                builder.add(lane, i, t, end, thread, thread, (byte) 0);
                t = end;
            }
        }
        return builder.build();
    }

    private SliceData slices(Random random, int events, int depth) {
        Builder builder = new Builder(depth);
        nest(builder, random, 0, depth, bounds.start(), bounds.end(), events);
        return builder.build();
    }

    private void nest(Builder builder, Random random, int row, int rows, long from, long to, int events) {
        long t = from;
        long mean = Math.max(4, (to - from) / Math.max(1, events));
        while (t < to && events > 0) {
            t += (long) (mean * random.nextDouble() * .8);
            boolean isInstant = random.nextInt(12) == 0;
            long end = isInstant ? t : Math.min(to, t + 1 + (long) (mean * random.nextDouble() * 1.2));
            if (t >= to) {
                return;
            }
            String name =
                    SLICES[random.nextInt(SLICES.length)] + (random.nextInt(4) == 0 ? " " + random.nextInt(1000) : "");
            boolean isLast = end == to && row == 0;
            builder.add(
                    row,
                    builder.count,
                    t,
                    end,
                    name,
                    name,
                    isInstant ? SliceData.INSTANT : isLast ? SliceData.UNFINISHED : 0);
            if (row + 1 < rows && !isInstant && random.nextInt(3) > 0) {
                nest(builder, random, row + 1, rows, t, end, 1 + random.nextInt(3));
            }
            t = Math.max(end, t + 1);
        }
    }

    private CounterData counter(Random random, int events) {
        long[] ts = new long[events];
        long[] id = new long[events];
        double[] value = new double[events];
        long t = bounds.start();
        double v = 4000;
        for (int i = 0; i < events; i++) {
            t += gap(random, events) * 2;
            ts[i] = t;
            id[i] = i;
            v = Math.max(0, v + random.nextInt(200) - 99);
            value[i] = v;
        }
        return new CounterData(
                id,
                ts,
                value,
                Arrays.stream(value).min().orElse(0),
                Arrays.stream(value).max().orElse(0),
                "KB");
    }

    private long gap(Random random, int events) {
        double mean = bounds.durNs() / (2.0 * Math.max(1, events));
        return 1 + (long) (-Math.log(1 - random.nextDouble()) * mean * (random.nextInt(20) == 0 ? 6 : .7));
    }

    @Override
    public CompletableFuture<String> category(TrackNode node, long id) {
        return CompletableFuture.completedFuture(node.kind() instanceof SliceTrack ? "view," + id : "");
    }

    @Override
    public CompletableFuture<TrackData> load(TrackNode node) {
        loads.merge(node.key(), 1, Integer::sum);
        if (loadErrors.containsKey(node.key())) {
            return CompletableFuture.failedFuture(new IllegalStateException(loadErrors.get(node.key())));
        }
        return CompletableFuture.completedFuture(data.get(node.key()));
    }

    /// Collects events row by row.
    static final class Builder {
        private final List<List<long[]>> rows = new ArrayList<>();
        private final Map<String, Integer> names = new LinkedHashMap<>();
        private final Map<String, Integer> colors = new LinkedHashMap<>();
        int count;

        Builder(int rowCount) {
            for (int i = 0; i < rowCount; i++) {
                rows.add(new ArrayList<>());
            }
        }

        Builder add(int row, long id, long ts, long end, String name, String color, byte flags) {
            int nameId = names.computeIfAbsent(name, _ -> names.size());
            int colorId = colors.computeIfAbsent(color, _ -> colors.size());
            rows.get(row).add(new long[] {id, ts, end, nameId, colorId, flags});
            count++;
            return this;
        }

        SliceData build() {
            int[] rowStart = new int[rows.size() + 1];
            long[] id = new long[count];
            long[] ts = new long[count];
            long[] end = new long[count];
            int[] name = new int[count];
            int[] color = new int[count];
            byte[] flags = new byte[count];
            int i = 0;
            for (int row = 0; row < rows.size(); row++) {
                rowStart[row] = i;
                for (long[] event : rows.get(row)) {
                    id[i] = event[0];
                    ts[i] = event[1];
                    end[i] = event[2];
                    name[i] = (int) event[3];
                    color[i] = (int) event[4];
                    flags[i++] = (byte) event[5];
                }
            }
            rowStart[rows.size()] = i;
            return new SliceData(
                    rowStart,
                    id,
                    ts,
                    end,
                    name,
                    color,
                    flags,
                    names.keySet().toArray(new String[0]),
                    colors.keySet().toArray(new String[0]));
        }
    }
}
