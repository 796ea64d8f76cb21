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
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Keeps the frames of the visible tracks up to date.
///
/// All methods are called on the painting thread; loading and folding run on other threads. Results wait in a queue
/// until [#drain]; `wake` is called from any thread when there is something to drain. One folding job runs at a time;
/// meanwhile newer requests replace each other, so the worker never falls behind. A track keeps its old frame until
/// the new one is ready.
///
/// If the source supports reading ahead, invisible tracks are loaded one by one while there is room, and only their
/// overview of the whole trace is folded. It is shown after scrolling until a finer frame is ready.
public final class FrameLoader {

    private static final int MAX_LOADS = 8;
    /// Limit of concurrent loads above which no nearby track is loaded, so that newly visible tracks do not wait.
    private static final int MAX_NEAR_LOADS = 4;
    /// Largest number of nearby, still invisible tracks in one folding job.
    private static final int MAX_NEAR_TRACKS = 6;
    /// Largest number of events of invisible tracks in a job, because the visible ones wait for it.
    private static final long MAX_EVENTS_AHEAD = 30_000;
    /// Largest number of tracks that are loaded ahead and not folded yet.
    private static final int MAX_AHEAD_TRACKS = 4;
    /// Size of all indexes, in bytes, above which no tracks are loaded ahead.
    private static final long AHEAD_BYTES = 128L << 20;

    private final Executor worker;
    private final Runnable wake;
    private final long limitBytes;
    private final ConcurrentLinkedQueue<FoldResult> results = new ConcurrentLinkedQueue<>();
    private final Map<String, TrackEntry> entries = new LinkedHashMap<>(64, .75f, true);
    private final List<Long> buildTimes = new ArrayList<>();
    private TrackDataSource source = node -> new CompletableFuture<>();
    private Palette palette;
    private Function<TrackNode, CounterMode> modes = FrameLoader::defaultMode;
    /// Size of all indexes in bytes, updated incrementally: summing them in every frame took longer than painting
    /// the labels.
    private long indexBytes;
    private int indexVersion;
    private int generation;
    private int loads;
    private int aheadLoads;
    /// Keys of tracks that are loaded ahead and wait for folding.
    private final ArrayDeque<String> waitingForFold = new ArrayDeque<>();
    private Predicate<TrackNode> hasSharedScale = _ -> false;
    /// Whether a visible counter shares its scale with others, which may be invisible.
    private boolean isAnyScaleShared;
    private boolean hasHeightChange;
    private boolean isJobRunning;
    private boolean isComplete = true;
    /// Keys of the tracks of the last request.
    private Set<String> visible = Set.of();
    private long requestedResolution;
    private TimeSpan requested = new TimeSpan(0, 0);
    private int jobs;

    /// @param limitBytes limit for the data of invisible tracks, in bytes
    public FrameLoader(Palette palette, Executor worker, Runnable wake, long limitBytes) {
        this.palette = palette;
        this.worker = worker;
        this.wake = wake;
        this.limitBytes = limitBytes;
    }

    /// Sets the source of data. Tracks keep their content until their new data is loaded; data that is never
    /// requested again is evicted later.
    public void setSource(TrackDataSource source, boolean discardsData) {
        this.source = source;
        generation++;
        if (discardsData) {
            entries.clear();
            indexVersion++;
            indexBytes = 0;
            loads = 0;
            aheadLoads = 0;
            waitingForFold.clear();
        }
    }

    /// Returns the category of an event from the source; completes on any thread.
    public CompletableFuture<String> category(TrackNode node, long id) {
        return source.category(node, id);
    }

    /// Sets the function for the mode of a counter.
    public void setModes(Function<TrackNode, CounterMode> modeOf) {
        modes = modeOf;
    }

    /// Sets which counters share one scale with all counters of the same name.
    public void setSharedScales(Predicate<TrackNode> isShared) {
        hasSharedScale = isShared;
    }

    /// Default mode of a counter.
    public static CounterMode defaultMode(TrackNode node) {
        return node.kind().mode();
    }

    public void setPalette(Palette palette) {
        this.palette = palette;
        entries.values().forEach(entry -> setIndex(entry, null));
    }

    public TrackEntry entry(String key) {
        return entries.get(key);
    }

    /// Number that changes whenever the index of any track does.
    public int indexVersion() {
        return indexVersion;
    }

    /// Discards the index of a track, because it is drawn in another way.
    public void styleChanged(String key) {
        TrackEntry entry = entries.get(key);
        if (entry != null) {
            setIndex(entry, null);
        }
    }

    /// Number of rows of a track's data, or 0 if it is not loaded.
    public int rows(String key) {
        TrackEntry entry = entries.get(key);
        return entry != null && entry.data instanceof SliceData slices ? slices.rows() : 0;
    }

    /// Loads a failed track again.
    public void retry(String key) {
        TrackEntry entry = entries.get(key);
        if (entry != null) {
            entry.error = null;
            entry.generation = -1;
        }
    }

    /// Whether every track of the last request has a frame for its window.
    public boolean isComplete() {
        return isComplete;
    }

    /// Describes pending work for the log: tracks that load, and tracks without a frame of the last request.
    public String pendingWork() {
        StringBuilder description = new StringBuilder(isComplete ? "nothing" : "frames")
                .append(", ")
                .append(loads)
                .append(" loads, ")
                .append(isJobRunning ? "folding" : "not folding")
                .append(" for the ")
                .append(jobs)
                .append("th time, ")
                .append(results.size())
                .append(" results waiting");
        entries.values().stream()
                .filter(e -> e.isPending(generation, requested, requestedResolution))
                .forEach(e -> description.append("; ").append(e.describe(generation, requested, requestedResolution)));
        return description.toString();
    }

    /// Durations of the folding jobs since the last call, ms.
    public double[] takeBuildMillis() {
        double[] millis = buildTimes.stream().mapToDouble(nanos -> nanos / 1e6).toArray();
        buildTimes.clear();
        return millis;
    }

    /// Starts loading and folding of missing frames for these tracks. The window is shown on `devicePx` device
    /// pixels. The `near` tracks follow the visible ones, and nothing waits for them.
    public void request(
            List<TrackNode> visible, List<TrackNode> near, Viewport viewport, double devicePx, TimeSpan bounds) {
        long resolution = Long.highestOneBit(Math.max(1, (long) viewport.nsPerPx(devicePx)));
        TimeSpan shown = FoldJob.clamp(viewport.visible(), bounds, 0);
        TimeSpan extended = FoldJob.clamp(viewport.visible(), bounds, .25);
        requestedResolution = resolution;
        requested = shown;
        this.visible = visible.stream().map(TrackNode::key).collect(Collectors.toSet());
        isAnyScaleShared = visible.stream().anyMatch(node -> node.isCounter() && hasSharedScale.test(node));
        List<FoldJob.Task> tasks = new ArrayList<>();
        isComplete = collect(visible, resolution, shown, extended, tasks, MAX_LOADS) && tasks.isEmpty();
        List<FoldJob.Task> nearby = new ArrayList<>();
        if (visible.stream().noneMatch(node -> entries.get(node.key()).isAwaited(generation))) {
            collect(near, resolution, shown, extended, nearby, MAX_NEAR_LOADS);
        }
        if (!isJobRunning) {
            addNearTasks(tasks, nearby);
            addAheadTasks(tasks);
        }
        if (!tasks.isEmpty() && !isJobRunning) {
            TimeSpan window = FoldJob.align(FoldJob.clamp(viewport.visible(), bounds, 1), 2 * resolution);
            start(tasks, window, resolution, bounds);
        }
        evict(visible.size() + near.size());
    }

    /// Loads more distant tracks in the given order, if the source supports reading ahead and there is room. Call
    /// it after [#request].
    public void readAhead(Iterator<TrackNode> rows) {
        // Current requests take precedence.
        if (!source.supportsPrefetch() || loads > 1) {
            return;
        }
        long room = Math.min(AHEAD_BYTES, limitBytes / 2);
        while (aheadLoads + waitingForFold.size() < MAX_AHEAD_TRACKS && indexBytes < room && rows.hasNext()) {
            TrackNode node = rows.next();
            TrackEntry entry = entries.computeIfAbsent(node.key(), TrackEntry::new);
            entry.node = node;
            if (entry.generation != generation && !entry.isLoading) {
                load(entry, node, true);
            }
        }
    }

    /// Adds nearby tracks to the job. If the visible tracks change with every frame, as in zooming, only nearby
    /// tracks without any frame are added.
    private void addNearTasks(List<FoldJob.Task> tasks, List<FoldJob.Task> near) {
        long events = 0;
        int room = MAX_NEAR_TRACKS;
        for (FoldJob.Task task : near) {
            if (!isComplete && entries.get(task.key()).frame != null) {
                continue;
            }
            events += task.index() == null ? eventCount(task.data()) : 0;
            // Tracks that become visible in the meantime must not wait for all of them.
            if (room-- == 0 || events > MAX_EVENTS_AHEAD && !tasks.isEmpty()) {
                return;
            }
            tasks.add(task);
        }
    }

    /// Adds tracks that were loaded ahead.
    private void addAheadTasks(List<FoldJob.Task> tasks) {
        long events = 0;
        while (!waitingForFold.isEmpty()) {
            TrackEntry entry = entries.get(waitingForFold.peek());
            if (entry != null
                    && entry.index == null
                    && entry.data != null
                    && entry.error == null
                    && tasks.stream().noneMatch(task -> task.key().equals(entry.key))) {
                events += eventCount(entry.data);
                if (events > MAX_EVENTS_AHEAD && !tasks.isEmpty()) {
                    return;
                }
                tasks.add(new FoldJob.Task(entry.key, entry.node, entry.data, null, modes.apply(entry.node), true));
            }
            waitingForFold.remove();
        }
    }

    private static long eventCount(TrackData data) {
        return switch (data) {
            case SliceData slices -> slices.size();
            case CounterData counter -> counter.size();
        };
    }

    /// Starts loads and collects tasks for folding; returns whether every track is loaded and has a frame of the
    /// shown window.
    private boolean collect(
            List<TrackNode> nodes,
            long resolution,
            TimeSpan shown,
            TimeSpan extended,
            List<FoldJob.Task> tasks,
            int maxLoads) {
        boolean isComplete = true;
        for (TrackNode node : nodes) {
            TrackEntry entry = entries.computeIfAbsent(node.key(), TrackEntry::new);
            entry.node = node;
            if (entry.generation != generation && !entry.isLoading) {
                if (loads >= maxLoads) {
                    isComplete = false;
                } else {
                    load(entry, node, false);
                }
            } else if (entry.isLoading && entry.isAhead && loads < maxLoads) {
                entry.isAhead = false;
                aheadLoads--;
                loads++;
                source.prioritize(node);
            }
            if (entry.requestedSinceNs == 0) {
                entry.requestedSinceNs = System.nanoTime();
            }
            isComplete &= !entry.isLoading;
            if (entry.data != null && entry.error == null) {
                boolean isFresh =
                        entry.index != null && entry.frame != null && entry.frame.resolutionNs() == resolution;
                if (!isFresh || !FoldJob.covers(entry.frame, extended)) {
                    tasks.add(new FoldJob.Task(entry.key, node, entry.data, entry.index, modes.apply(node), false));
                }
                isComplete &= isFresh && FoldJob.covers(entry.frame, shown);
            }
        }
        return isComplete;
    }

    private void load(TrackEntry entry, TrackNode node, boolean isAhead) {
        entry.isLoading = true;
        entry.isAhead = isAhead;
        entry.generation = generation;
        if (isAhead) {
            aheadLoads++;
        } else {
            loads++;
        }
        int requestedGeneration = generation;
        String key = entry.key;
        try {
            CompletableFuture<TrackData> future = isAhead ? source.prefetch(node) : source.load(node);
            if (future.state() == Future.State.SUCCESS) {
                // Through the queue, the data would arrive one pulse later, and tracks beyond the limit of
                // concurrent loads would wait one more pulse for each round.
                accept(new FoldResult.Loaded(key, node, requestedGeneration, future.resultNow(), null));
                return;
            }
            future.whenComplete((data, failure) -> {
                results.add(new FoldResult.Loaded(
                        key, node, requestedGeneration, data, failure == null ? null : FoldJob.errorMessage(failure)));
                wake.run();
            });
        } catch (RuntimeException e) {
            results.add(new FoldResult.Loaded(key, node, requestedGeneration, null, FoldJob.errorMessage(e)));
            wake.run();
        }
    }

    private void start(List<FoldJob.Task> tasks, TimeSpan window, long resolution, TimeSpan bounds) {
        isJobRunning = true;
        jobs++;
        FoldJob job = new FoldJob(tasks, palette, window, resolution, bounds, results);
        worker.execute(() -> {
            job.run();
            wake.run();
        });
    }

    /// Whether a track loaded since the last call has another number of rows than assumed, so that heights have
    /// changed.
    public boolean takeHeightChange() {
        boolean isChanged = hasHeightChange;
        hasHeightChange = false;
        return isChanged;
    }

    /// Number of rows for the layout, as far as known.
    private static int rowCount(TrackEntry entry) {
        int rowCount = entry.data instanceof SliceData slices ? slices.rows() : 0;
        return Math.max(1, rowCount == 0 ? entry.node.kind().expectedRows() : rowCount);
    }

    /// Takes over all results. Returns whether anything visible may have changed; heights have changed only if
    /// [#takeHeightChange] returns true.
    public boolean drain() {
        boolean isChanged = false;
        for (FoldResult result = results.poll(); result != null; result = results.poll()) {
            switch (result) {
                case FoldResult.Loaded loaded -> {
                    accept(loaded);
                    isChanged |= affectsPainting(loaded.key());
                }
                case FoldResult.Built built -> {
                    TrackEntry entry = entries.get(built.key());
                    if (entry != null
                            && entry.data == built.data()
                            && built.palette() == palette
                            && built.mode() == modes.apply(entry.node)) {
                        setIndex(entry, built.index());
                        entry.frame = built.frame();
                        entry.overview = built.overview() == null ? entry.overview : built.overview();
                    }
                    isChanged |= affectsPainting(built.key());
                }
                case FoldResult.Failed failed -> {
                    TrackEntry entry = entries.get(failed.key());
                    if (entry != null && entry.data == failed.data()) {
                        entry.error = failed.error();
                    }
                    isChanged |= affectsPainting(failed.key());
                }
                case FoldResult.JobDone done -> {
                    isJobRunning = false;
                    buildTimes.add(done.nanos());
                }
            }
        }
        return isChanged || hasHeightChange;
    }

    /// Whether painting depends on the track: it is visible, or a counter that may share its range with a visible
    /// one.
    private boolean affectsPainting(String key) {
        TrackEntry entry = entries.get(key);
        return entry != null && (visible.contains(key) || isAnyScaleShared && entry.node.isCounter());
    }

    private void accept(FoldResult.Loaded loaded) {
        TrackEntry entry = entries.get(loaded.key());
        if (entry == null || !entry.isLoading) {
            return;
        }
        if (entry.isAhead) {
            aheadLoads--;
        } else {
            loads = Math.max(0, loads - 1);
        }
        entry.isLoading = false;
        if (loaded.generation() != generation) {
            // The trace has changed in the meantime; old data is better than none until the next request loads the
            // current data.
            entry.generation = -1;
        }
        entry.error = loaded.error();
        if (loaded.data() != null && loaded.data() != entry.data) {
            int before = rowCount(entry);
            entry.data = loaded.data();
            setIndex(entry, null);
            // Laying out thousands of rows takes longer than painting the visible ones, so it is done only
            // if needed.
            hasHeightChange |= rowCount(entry) != before;
            if (entry.isAhead) {
                waitingForFold.add(entry.key);
            }
        }
        entry.isAhead = false;
    }

    private void setIndex(TrackEntry entry, TrackIndex index) {
        indexBytes += (index == null ? 0 : index.bytes()) - (entry.index == null ? 0 : entry.index.bytes());
        entry.index = index;
        indexVersion++;
    }

    private void evict(int size) {
        if (indexBytes <= limitBytes) {
            return;
        }
        // The map is in access order, so the visible tracks are last.
        Iterator<TrackEntry> oldest = entries.values().iterator();
        for (int spare = entries.size() - size; spare > 0 && indexBytes > limitBytes && oldest.hasNext(); spare--) {
            TrackEntry entry = oldest.next();
            if (!entry.isLoading) {
                setIndex(entry, null);
                oldest.remove();
            }
        }
    }
}
