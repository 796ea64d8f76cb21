package traceglass.analysis.live;

import static traceglass.store.language.Translations.tr;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TrackNames;
import traceglass.store.time.TimeSpan;

/// Builds tracks from the current data of an import.
final class LiveTree {

    /// Maximum number of threads whose slices are displayed.
    private static final int THREADS = 24;

    private final LiveSnapshot from;
    private final String keys;
    private final String[] texts;
    private final Map<Integer, String> labels = new HashMap<>();
    private final Map<String, TrackData> data = new HashMap<>();
    private long start = Long.MAX_VALUE;
    private long end;
    private final long[] runNs;
    private final long[] slices;
    /// Number of events on each CPU and each track, so that their lists need not grow: copying them repeatedly
    /// would cause garbage collections that delay the import.
    private final int[] onCpu;
    private final int[] onTrack;

    /// @param keys prefix of the keys of its tracks
    LiveTree(LiveSnapshot from, String keys) {
        this.from = from;
        this.keys = keys;
        texts = new String[from.strings.size()];
        runNs = new long[from.threadName.length];
        slices = new long[from.threadName.length];
        onCpu = new int[from.cpuNumber.length];
        onTrack = new int[from.trackThread.length];
    }

    LiveTracks.Snapshot build() {
        measure();
        DraftNode root = DraftNode.group("root", "", 0);
        addCpus(root);
        addThreads(root);
        Map<String, TrackData> ready = Map.copyOf(data);
        TrackDataSource source = node -> {
            TrackData found = ready.get(node.key());
            return CompletableFuture.completedFuture(
                    found != null ? found : SliceLayout.inRows(new EventArrays(true), 0));
        };
        return new LiveTracks.Snapshot(root.build(), new TimeSpan(Math.min(start, end), end), source);
    }

    /// Finds the time bounds and the busiest threads.
    private void measure() {
        forEachRun((row, ts, dur, ucpu, utid) -> {
            extendSpan(ts, dur);
            if (utid >= 0 && utid < runNs.length) {
                runNs[utid] += Math.max(0, dur);
            }
            if (ucpu >= 0 && ucpu < onCpu.length) {
                onCpu[ucpu]++;
            }
        });
        forEachSlice((row, ts, dur, track, name, depth) -> {
            extendSpan(ts, dur);
            int utid = thread(track);
            if (utid >= 0) {
                slices[utid]++;
                onTrack[track]++;
            }
        });
    }

    private void extendSpan(long ts, long dur) {
        start = Math.min(start, ts);
        end = Math.max(end, dur > 0 ? ts + dur : ts);
    }

    private void addCpus(DraftNode root) {
        Map<Integer, EventArrays> byCpu = new TreeMap<>();
        forEachRun((row, ts, dur, ucpu, utid) -> {
            if (utid >= 0 && utid < from.threadIdle.length && !from.threadIdle[utid]) {
                EventArrays events = byCpu.computeIfAbsent(
                        ucpu, k -> new EventArrays(false, k >= 0 && k < onCpu.length ? onCpu[k] : 0));
                String process = processName(utid);
                String thread = threadName(utid);
                boolean isSame = process.isEmpty() || process.equals(thread);
                events.add(
                        row,
                        ts,
                        Math.max(-1, dur),
                        0,
                        0,
                        isSame ? thread : label(utid, thread, process),
                        process.isEmpty() ? thread : process);
            }
        });
        int count = byCpu.size();
        DraftNode group = DraftNode.group(keys + "cpu_sched", tr("CPU Scheduling"), -50)
                .setIcon("cpu")
                .expand()
                .setIdText(count + (count == 1 ? " CPU" : " CPUs"));
        byCpu.forEach((ucpu, events) -> {
            int cpu = ucpu >= 0 && ucpu < from.cpuNumber.length && from.cpuNumber[ucpu] >= 0
                    ? from.cpuNumber[ucpu]
                    : ucpu;
            DraftNode node = new DraftNode(keys + "cpu_sched/" + ucpu, new CpuTrack(ucpu, cpu), "CPU " + cpu, 0);
            data.put(node.key, SliceLayout.inRows(events, end));
            group.add(node);
        });
        root.add(group);
    }

    private void addThreads(DraftNode root) {
        List<Integer> busiest = IntStream.range(0, slices.length)
                .boxed()
                .filter(u -> slices[u] > 0)
                .sorted((a, b) ->
                        runNs[a] != runNs[b] ? Long.compare(runNs[b], runNs[a]) : Long.compare(slices[b], slices[a]))
                .limit(THREADS)
                .toList();
        boolean[] shown = new boolean[slices.length];
        busiest.forEach(u -> shown[u] = true);
        EventArrays[] byTrack = new EventArrays[onTrack.length];
        forEachSlice((row, ts, dur, track, name, depth) -> {
            int utid = thread(track);
            if (utid >= 0 && shown[utid] && depth >= 0) {
                EventArrays events = byTrack[track];
                if (events == null) {
                    events = new EventArrays(true, onTrack[track]);
                    byTrack[track] = events;
                }
                events.add(row, ts, Math.max(-1, dur), depth, 0, text(name), null);
            }
        });
        Map<Integer, DraftNode> groups = new LinkedHashMap<>();
        for (int utid : busiest) {
            for (int track = 0; track < byTrack.length; track++) {
                EventArrays events = byTrack[track];
                if (events == null || thread(track) != utid) {
                    continue;
                }
                byTrack[track] = null;
                SliceData laidOut = SliceLayout.inRows(events, end);
                DraftNode node = new DraftNode(
                                keys + "track/" + track,
                                new SliceTrack(List.of((long) track), laidOut.rows()),
                                threadName(utid),
                                0)
                        .setIdText(Long.toString(from.threadTid[utid]));
                if (from.threadMain[utid]) {
                    node.addChip("main");
                }
                data.put(node.key, laidOut);
                group(root, groups, utid).add(node);
            }
        }
    }

    private DraftNode group(DraftNode root, Map<Integer, DraftNode> groups, int utid) {
        int upid = from.threadProcess[utid];
        return groups.computeIfAbsent(upid < 0 ? -1 - utid : upid, k -> {
            boolean isKnown = upid >= 0 && upid < from.processPid.length;
            String name = isKnown ? processName(utid) : threadName(utid);
            DraftNode created = DraftNode.group(
                            keys + (isKnown ? "process/" + upid : "thread/" + utid),
                            name.isEmpty() ? "Process" : name,
                            50)
                    .setIdText(Long.toString(isKnown ? from.processPid[upid] : from.threadTid[utid]))
                    .setIcon(isKnown ? "process" : "thread")
                    .expand();
            root.add(created);
            return created;
        });
    }

    private String label(int utid, String thread, String process) {
        return labels.computeIfAbsent(utid, k -> thread + " · " + process);
    }

    private int thread(int track) {
        int utid = track >= 0 && track < from.trackThread.length ? from.trackThread[track] : -1;
        return utid >= 0 && utid < slices.length ? utid : -1;
    }

    private String threadName(int utid) {
        String name = text(from.threadName[utid]);
        return name.isEmpty() ? "Thread " + from.threadTid[utid] : name;
    }

    private String processName(int utid) {
        int upid = from.threadProcess[utid];
        return upid >= 0 && upid < from.processName.length ? TrackNames.baseName(text(from.processName[upid])) : "";
    }

    private String text(int id) {
        String text = texts[id];
        if (text == null) {
            String stored = from.strings.get(id);
            text = stored == null ? "" : stored;
            texts[id] = text;
        }
        return text;
    }

    private interface RunRow {
        void read(int row, long ts, long dur, int ucpu, int utid);
    }

    private void forEachRun(RunRow reader) {
        int row = 0;
        for (LiveSnapshot.RunChunk c : from.sealedRuns) {
            for (int i = 0; i < c.ts().length; i++) {
                reader.read(row++, c.ts()[i], c.dur()[i], c.cpu()[i], c.thread()[i]);
            }
        }
        LiveSnapshot.Rows open = from.openRuns;
        for (int i = 0; i < open.count(); i++) {
            reader.read(row++, open.ts()[i], open.dur()[i], open.lane()[i], open.content()[i]);
        }
    }

    private interface SliceRow {
        void read(int row, long ts, long dur, int track, int name, int depth);
    }

    private void forEachSlice(SliceRow reader) {
        int row = 0;
        for (LiveSnapshot.SliceChunk c : from.sealedSlices) {
            for (int i = 0; i < c.ts().length; i++) {
                reader.read(row++, c.ts()[i], c.dur()[i], c.track()[i], c.name()[i], c.depth()[i]);
            }
        }
        LiveSnapshot.Rows open = from.openSlices;
        for (int i = 0; i < open.count(); i++) {
            reader.read(
                    from.firstOpenSlice + i,
                    open.ts()[i],
                    open.dur()[i],
                    open.lane()[i],
                    open.content()[i],
                    open.depth()[i]);
        }
    }
}
