package traceglass.render.frame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Keeps the frames of the visible tracks up to date.
///
/// All methods belong to one thread, the one that paints; loading and folding happen elsewhere. What comes back waits
/// in a queue until [#drain]; `wake` is called, from any thread, when there is something to drain. One folding job runs
/// at a time; while it runs, newer wishes simply replace each other, so the worker never falls behind. What a track
/// showed stays until its new frame is there.
///
/// Where the source reads ahead, tracks that are not visible are read one after the other while there is room for them,
/// and folded for the whole trace only: whoever scrolls to one sees that until there is a finer frame.
public final class FrameLoader {

    private static final int MAX_LOADS = 8;
    /// Loads at a time up to which those of tracks near the visible ones are begun: what becomes visible meanwhile
    /// waits for no more.
    private static final int MAX_NEAR_LOADS = 4;
    /// Most tracks that are folded in one job before they are visible.
    private static final int MAX_NEAR = 6;
    /// Events up to which tracks that are not visible join a job: the visible ones wait for it.
    private static final long MOST_EVENTS_AHEAD = 30_000;
    /// Most tracks that are asked for ahead of time and not folded yet.
    private static final int MAX_AHEAD = 4;
    /// Bytes of indexes from which on nothing is read ahead.
    private static final long AHEAD_BYTES = 128L << 20;

    /// What is known of one track.
    public static final class Entry {
        private final String key;
        private TrackNode node;
        private TrackData data;
        private TrackIndex index;
        private TrackFrame frame;
        private TrackFrame overview;
        private String error;
        private boolean loading;
        /// Whether it loads ahead of time, and nobody waits for it.
        private boolean ahead;
        private int generation = -1;
        private long wantedSinceNs;

        private Entry(String key) {
            this.key = key;
        }

        public TrackData data() {
            return data;
        }

        public TrackIndex index() {
            return index;
        }

        /// The newest frame, perhaps of another window or resolution; null before the first.
        public TrackFrame frame() {
            return frame;
        }

        /// The whole track at the resolution of the whole trace: shown where the frame has nothing. Null before
        /// the first frame.
        public TrackFrame overview() {
            return overview;
        }

        /// Why the track's data could not be read, or null.
        public String error() {
            return error;
        }

        private boolean isAwaited(int current) {
            return loading || generation != current;
        }

        /// Since when (`System.nanoTime`) the track is shown without its data.
        public long wantedSinceNs() {
            return wantedSinceNs;
        }
    }

    private final Executor worker;
    private final Runnable wake;
    private final long limitBytes;
    private final ConcurrentLinkedQueue<FoldResult> results = new ConcurrentLinkedQueue<>();
    private final Map<String, Entry> entries = new LinkedHashMap<>(64, .75f, true);
    private final List<Long> buildTimes = new ArrayList<>();
    private TrackDataSource source = node -> new java.util.concurrent.CompletableFuture<>();
    private Palette palette;
    private Function<TrackNode, CounterMode> modes = FrameLoader::ownMode;
    /// What the indexes of all entries take, summed up as they come and go: counted anew in every frame, they took
    /// longer than a label column.
    private long indexBytes;
    private int generation;
    private int loads;
    private int aheadLoads;
    /// Keys of tracks that were read ahead and are to be folded.
    private final ArrayDeque<String> unfolded = new ArrayDeque<>();
    private Predicate<TrackNode> shares = _ -> false;
    /// Whether a visible counter has the scale of others, which may not be visible.
    private boolean sharing;
    private boolean heightsChanged;
    private boolean jobRunning;
    private boolean complete = true;
    /// Keys of the tracks of the last request.
    private Set<String> visible = Set.of();
    private long askedResolution;
    private TimeSpan asked = new TimeSpan(0, 0);
    private int jobs;

    /// @param limitBytes how much data of tracks that are not visible is kept
    public FrameLoader(Palette palette, Executor worker, Runnable wake, long limitBytes) {
        this.palette = palette;
        this.worker = worker;
        this.wake = wake;
        this.limitBytes = limitBytes;
    }

    /// From now on data comes from `source`. What is shown stays until the new data of a track is there; data of
    /// tracks that are never asked for again is dropped in time.
    public void setSource(TrackDataSource source, boolean forget) {
        this.source = source;
        generation++;
        if (forget) {
            entries.clear();
            indexBytes = 0;
            loads = 0;
            aheadLoads = 0;
            unfolded.clear();
        }
    }

    /// What the source knows of an event's category; completed on any thread.
    public java.util.concurrent.CompletableFuture<String> category(TrackNode node, long id) {
        return source.category(node, id);
    }

    /// Says what of a counter's samples is looked at.
    public void setModes(Function<TrackNode, CounterMode> modeOf) {
        modes = modeOf;
    }

    /// Says which counters are drawn on the scale of all of their name.
    public void setShares(Predicate<TrackNode> isShared) {
        shares = isShared;
    }

    /// What suits a counter unless a person asks for something else.
    public static CounterMode ownMode(TrackNode node) {
        return node.kind().mode();
    }

    public void setPalette(Palette palette) {
        this.palette = palette;
        entries.values().forEach(entry -> setIndex(entry, null));
    }

    public Entry entry(String key) {
        return entries.get(key);
    }

    /// The track is to be drawn another way: what was computed over its data is computed again.
    public void lookChanged(String key) {
        Entry entry = entries.get(key);
        if (entry != null) {
            setIndex(entry, null);
        }
    }

    /// Rows of the data of a track, 0 when it has not been loaded.
    public int rows(String key) {
        Entry entry = entries.get(key);
        return entry != null && entry.data instanceof traceglass.analysis.track.SliceData slices ? slices.rows() : 0;
    }

    /// Tries again to load a track that failed.
    public void retry(String key) {
        Entry entry = entries.get(key);
        if (entry != null) {
            entry.error = null;
            entry.generation = -1;
        }
    }

    /// Whether every track of the last request has a frame for the window of that request.
    public boolean isComplete() {
        return complete;
    }

    /// What is still to come, in words for the log: which tracks load, and which have no frame of what was last
    /// asked for.
    public String waitsFor() {
        StringBuilder words = new StringBuilder(complete ? "nothing" : "frames")
                .append(", ")
                .append(loads)
                .append(" loads, ")
                .append(jobRunning ? "folding" : "not folding")
                .append(" for the ")
                .append(jobs)
                .append("th time, ")
                .append(results.size())
                .append(" results waiting");
        entries.values().stream()
                .filter(e -> e.loading || e.generation != generation || e.error == null && !isFresh(e))
                .forEach(e -> words.append("; ").append(state(e)));
        return words.toString();
    }

    private boolean isFresh(Entry e) {
        return e.index != null
                && e.frame != null
                && e.frame.resolutionNs() == askedResolution
                && FoldJob.covers(e.frame, asked);
    }

    private String state(Entry e) {
        String state = e.loading
                ? "loads"
                : e.data == null
                        ? "has no data"
                        : e.index == null
                                ? "has no index"
                                : e.frame == null
                                        ? "has no frame"
                                        : isFresh(e)
                                                ? "is folded"
                                                : "is folded for " + e.frame.from() + " to " + e.frame.to() + " by "
                                                        + e.frame.resolutionNs() + " ns, asked " + asked.start()
                                                        + " to " + asked.end() + " by " + askedResolution;
        return e.key + " " + state + (e.generation == generation ? "" : " of an older trace");
    }

    /// Milliseconds of the folding jobs since the last call.
    public double[] takeBuildMillis() {
        double[] millis = buildTimes.stream().mapToDouble(nanos -> nanos / 1e6).toArray();
        buildTimes.clear();
        return millis;
    }

    /// Starts what is missing for these tracks in this window. `devicePx` is how many device pixels show the
    /// window. Tracks that are `near` the visible ones come after them, and nobody waits for them.
    public void request(
            List<TrackNode> visible, List<TrackNode> near, Viewport viewport, double devicePx, TimeSpan bounds) {
        long resolution = Long.highestOneBit(Math.max(1, (long) viewport.nsPerPx(devicePx)));
        TimeSpan shown = FoldJob.clamp(viewport.visible(), bounds, 0);
        TimeSpan wide = FoldJob.clamp(viewport.visible(), bounds, .25);
        askedResolution = resolution;
        asked = shown;
        this.visible = visible.stream().map(TrackNode::key).collect(Collectors.toSet());
        sharing = visible.stream().anyMatch(node -> node.isCounter() && shares.test(node));
        List<FoldJob.Task> tasks = new ArrayList<>();
        complete = collect(visible, resolution, shown, wide, tasks, MAX_LOADS) && tasks.isEmpty();
        List<FoldJob.Task> beyond = new ArrayList<>();
        if (visible.stream().noneMatch(node -> entries.get(node.key()).isAwaited(generation))) {
            collect(near, resolution, shown, wide, beyond, MAX_NEAR_LOADS);
        }
        if (!jobRunning) {
            join(tasks, beyond);
            joinAhead(tasks);
        }
        if (!tasks.isEmpty() && !jobRunning) {
            TimeSpan window = FoldJob.align(FoldJob.clamp(viewport.visible(), bounds, 1), 2 * resolution);
            start(tasks, window, resolution, bounds);
        }
        evict(visible.size() + near.size());
    }

    /// Goes on to read tracks that are further away, as they come, unless the source does not read ahead or there
    /// is no room for more. Call it after [#request].
    public void readAhead(Iterator<TrackNode> rows) {
        // What is asked for now has the processors first.
        if (!source.readsAhead() || loads > 1) {
            return;
        }
        long room = Math.min(AHEAD_BYTES, limitBytes / 2);
        while (aheadLoads + unfolded.size() < MAX_AHEAD && indexBytes < room && rows.hasNext()) {
            TrackNode node = rows.next();
            Entry entry = entries.computeIfAbsent(node.key(), Entry::new);
            entry.node = node;
            if (entry.generation != generation && !entry.loading) {
                load(entry, node, true);
            }
        }
    }

    /// Tracks near the visible ones come after them. While those change with every frame, as in zooming, only such
    /// come that have nothing to show.
    private void join(List<FoldJob.Task> tasks, List<FoldJob.Task> near) {
        long events = 0;
        int room = MAX_NEAR;
        for (FoldJob.Task task : near) {
            if (!complete && entries.get(task.key()).frame != null) {
                continue;
            }
            events += task.index() == null ? size(task.data()) : 0;
            // What becomes visible meanwhile must not wait for all of them.
            if (room-- == 0 || events > MOST_EVENTS_AHEAD && !tasks.isEmpty()) {
                return;
            }
            tasks.add(task);
        }
    }

    /// Tracks that were read ahead come last.
    private void joinAhead(List<FoldJob.Task> tasks) {
        long events = 0;
        while (!unfolded.isEmpty()) {
            Entry entry = entries.get(unfolded.peek());
            if (entry != null
                    && entry.index == null
                    && entry.data != null
                    && entry.error == null
                    && tasks.stream().noneMatch(task -> task.key().equals(entry.key))) {
                events += size(entry.data);
                if (events > MOST_EVENTS_AHEAD && !tasks.isEmpty()) {
                    return;
                }
                tasks.add(new FoldJob.Task(entry.key, entry.node, entry.data, null, modes.apply(entry.node), true));
            }
            unfolded.remove();
        }
    }

    private static long size(TrackData data) {
        return switch (data) {
            case traceglass.analysis.track.SliceData slices -> slices.size();
            case traceglass.analysis.track.CounterData counter -> counter.size();
        };
    }

    /// Starts loads and collects what has to be folded; says whether every track is loaded and has a frame of what
    /// is shown.
    private boolean collect(
            List<TrackNode> nodes,
            long resolution,
            TimeSpan shown,
            TimeSpan wide,
            List<FoldJob.Task> tasks,
            int mostLoads) {
        boolean all = true;
        for (TrackNode node : nodes) {
            Entry entry = entries.computeIfAbsent(node.key(), Entry::new);
            entry.node = node;
            if (entry.generation != generation && !entry.loading) {
                if (loads >= mostLoads) {
                    all = false;
                } else {
                    load(entry, node, false);
                }
            } else if (entry.loading && entry.ahead && loads < mostLoads) {
                entry.ahead = false;
                aheadLoads--;
                loads++;
                source.hurry(node);
            }
            if (entry.wantedSinceNs == 0) {
                entry.wantedSinceNs = System.nanoTime();
            }
            all &= !entry.loading;
            if (entry.data != null && entry.error == null) {
                boolean fresh = entry.index != null && entry.frame != null && entry.frame.resolutionNs() == resolution;
                if (!fresh || !FoldJob.covers(entry.frame, wide)) {
                    tasks.add(new FoldJob.Task(entry.key, node, entry.data, entry.index, modes.apply(node), false));
                }
                all &= fresh && FoldJob.covers(entry.frame, shown);
            }
        }
        return all;
    }

    private void load(Entry entry, TrackNode node, boolean ahead) {
        entry.loading = true;
        entry.ahead = ahead;
        entry.generation = generation;
        if (ahead) {
            aheadLoads++;
        } else {
            loads++;
        }
        int asked = generation;
        String key = entry.key;
        try {
            CompletableFuture<TrackData> coming = ahead ? source.ahead(node) : source.load(node);
            if (coming.state() == Future.State.SUCCESS) {
                // Through the queue it would come one pulse later, and what is beyond the most loads at
                // a time one more for each round.
                accept(new FoldResult.Loaded(key, node, asked, coming.resultNow(), null));
                return;
            }
            coming.whenComplete((data, failure) -> {
                results.add(
                        new FoldResult.Loaded(key, node, asked, data, failure == null ? null : FoldJob.words(failure)));
                wake.run();
            });
        } catch (RuntimeException e) {
            results.add(new FoldResult.Loaded(key, node, asked, null, FoldJob.words(e)));
            wake.run();
        }
    }

    private void start(List<FoldJob.Task> tasks, TimeSpan window, long resolution, TimeSpan bounds) {
        jobRunning = true;
        jobs++;
        FoldJob job = new FoldJob(tasks, palette, window, resolution, bounds, results);
        worker.execute(() -> {
            job.run();
            wake.run();
        });
    }

    /// Whether a track that came back since the last call has other rows than it was taken to have, so that heights
    /// have changed.
    public boolean takeHeightsChanged() {
        boolean changed = heightsChanged;
        heightsChanged = false;
        return changed;
    }

    /// Rows that a track is laid out with, as far as anybody knows.
    private static int depths(Entry entry) {
        int known = entry.data instanceof traceglass.analysis.track.SliceData slices ? slices.rows() : 0;
        return Math.max(1, known == 0 ? entry.node.kind().expectedRows() : known);
    }

    /// Takes over what has come back. Says whether anything visible may have changed; heights only if
    /// [#takeHeightsChanged] says so.
    public boolean drain() {
        boolean changed = false;
        for (FoldResult result = results.poll(); result != null; result = results.poll()) {
            switch (result) {
                case FoldResult.Loaded loaded -> {
                    accept(loaded);
                    changed |= isSeen(loaded.key());
                }
                case FoldResult.Built built -> {
                    Entry entry = entries.get(built.key());
                    if (entry != null
                            && entry.data == built.data()
                            && built.palette() == palette
                            && built.mode() == modes.apply(entry.node)) {
                        setIndex(entry, built.index());
                        entry.frame = built.frame();
                        entry.overview = built.overview() == null ? entry.overview : built.overview();
                    }
                    changed |= isSeen(built.key());
                }
                case FoldResult.Failed failed -> {
                    Entry entry = entries.get(failed.key());
                    if (entry != null && entry.data == failed.data()) {
                        entry.error = failed.error();
                    }
                    changed |= isSeen(failed.key());
                }
                case FoldResult.JobDone done -> {
                    jobRunning = false;
                    buildTimes.add(done.nanos());
                }
            }
        }
        return changed || heightsChanged;
    }

    /// Whether what is painted depends on the track: it is visible, or a counter whose range a visible one may
    /// share.
    private boolean isSeen(String key) {
        Entry entry = entries.get(key);
        return entry != null && (visible.contains(key) || sharing && entry.node.isCounter());
    }

    private void accept(FoldResult.Loaded loaded) {
        Entry entry = entries.get(loaded.key());
        if (entry == null || !entry.loading) {
            return;
        }
        if (entry.ahead) {
            aheadLoads--;
        } else {
            loads = Math.max(0, loads - 1);
        }
        entry.loading = false;
        if (loaded.generation() != generation) {
            // The trace has changed meanwhile; this is better than nothing until the next request brings
            // what is current.
            entry.generation = -1;
        }
        entry.error = loaded.error();
        if (loaded.data() != null && loaded.data() != entry.data) {
            int before = depths(entry);
            entry.data = loaded.data();
            setIndex(entry, null);
            // Laying out thousands of rows takes longer than painting those that are visible.
            heightsChanged |= depths(entry) != before;
            if (entry.ahead) {
                unfolded.add(entry.key);
            }
        }
        entry.ahead = false;
    }

    private void setIndex(Entry entry, TrackIndex index) {
        indexBytes += (index == null ? 0 : index.bytes()) - (entry.index == null ? 0 : entry.index.bytes());
        entry.index = index;
    }

    private void evict(int needed) {
        if (indexBytes <= limitBytes) {
            return;
        }
        // The map is in order of use, and the visible tracks were used last.
        Iterator<Entry> oldest = entries.values().iterator();
        for (int spare = entries.size() - needed; spare > 0 && indexBytes > limitBytes && oldest.hasNext(); spare--) {
            Entry entry = oldest.next();
            if (!entry.loading) {
                setIndex(entry, null);
                oldest.remove();
            }
        }
    }
}
