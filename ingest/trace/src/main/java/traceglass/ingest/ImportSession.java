package traceglass.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.machine.Machines;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stats.MetadataTracker;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.ingest.tracker.track.CounterTracker;
import traceglass.ingest.tracker.track.SliceRows;
import traceglass.ingest.tracker.track.TrackGroups;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.TraceStorage;

/// State shared by all files and machines of one import: storage, event sorter, arg sets, statistics and progress.
/// Confined to the import thread.
public final class ImportSession {

    private final TraceStorage storage;
    private final ImportProgress progress;
    private final ArgSets args;
    private final SliceRows sliceRows;
    private final CounterTracker counters;
    private final StatsTracker stats;
    private final MetadataTracker metadata;
    private final StatsTracker.View globalStats;
    private final EventSorter sorter;
    private final ClockGraph clocks;
    private final Machines machines;
    private ProfilerSamples profilerSamples;
    private final TrackGroups trackGroups = new TrackGroups();
    private final List<Runnable> afterInput = new ArrayList<>();
    private final List<Runnable> afterEvents = new ArrayList<>();
    private final List<ImportContext> contexts = new ArrayList<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final Map<Integer, FileSettings> settings = new HashMap<>();
    private final Map<String, Importer> claimedFolders = new HashMap<>();

    public ImportSession(TraceStorage storage, ImportProgress progress) {
        this.storage = storage;
        this.progress = progress;
        machines = new Machines(storage);
        args = new ArgSets(storage);
        sliceRows = new SliceRows(storage);
        counters = new CounterTracker(storage);
        stats = new StatsTracker(storage);
        metadata = new MetadataTracker(storage);
        globalStats = stats.global();
        sorter = new EventSorter(
                () -> globalStats.increment(StatNames.SORTER_PUSH_EVENT_OUT_OF_ORDER),
                () -> globalStats.increment(StatNames.TRACE_SORTER_NEGATIVE_TIMESTAMP_DROPPED));
        clocks = new ClockGraph(
                () -> globalStats.increment(StatNames.INVALID_CLOCK_SNAPSHOTS),
                () -> globalStats.increment(StatNames.CLOCK_SYNC_CACHE_MISS));
    }

    public TraceStorage storage() {
        return storage;
    }

    public StringPool strings() {
        return storage.strings();
    }

    public ImportProgress progress() {
        return progress;
    }

    public ArgSets args() {
        return args;
    }

    public EventSorter sorter() {
        return sorter;
    }

    /// Returns the allocator of ids for groups of tracks.
    public TrackGroups trackGroups() {
        return trackGroups;
    }

    public Machines machines() {
        return machines;
    }

    /// Returns the clocks of all files and machines.
    public ClockGraph clocks() {
        return clocks;
    }

    /// Returns the statistics of all files and machines.
    StatsTracker stats() {
        return stats;
    }

    /// Returns the metadata of all files and machines.
    public MetadataTracker metadata() {
        return metadata;
    }

    /// Returns the writer of profiler samples, whose contexts are shared by all files and machines.
    public ProfilerSamples profilerSamples() {
        if (profilerSamples == null) {
            profilerSamples = new ProfilerSamples(storage);
        }
        return profilerSamples;
    }

    /// Returns the statistics that belong to no machine and no file.
    public StatsTracker.View globalStats() {
        return globalStats;
    }

    /// Sets `trace_uuid` from the file's first bytes, for traces that have none. Uses the same hash as
    /// trace processor, so the ids agree (64-bit FNV-1a over the first 4,096 bytes).
    public void setUuidFromContent(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(4096);
        }
        if (head.length > 0) {
            long hash = 0xcbf29ce484222325L;
            for (byte b : head) {
                hash = (hash ^ b & 0xff) * 0x100000001b3L;
            }
            metadata.setContentUuid(new UUID(0, hash).toString());
        }
    }

    /// Assigns a folder of an archive to an importer, which then reads the folder's files that no importer
    /// recognizes. Called once a file in the folder has identified the format.
    ///
    /// @param folder path up to and including the last slash
    public void claimFolder(String folder, Importer importer) {
        claimedFolders.put(folder, importer);
    }

    /// Returns the importer that has claimed the folder of a file, or null.
    public Importer importerOfFolder(String path) {
        return claimedFolders.get(path.substring(0, path.lastIndexOf('/') + 1));
    }

    /// Returns the instance of a class that is shared by all files and machines of this import, created on the
    /// first call.
    @SuppressWarnings("unchecked")
    public <T> T shared(Class<T> type, Function<ImportSession, T> factory) {
        Object existing = shared.get(type);
        if (existing == null) {
            existing = factory.apply(this);
            shared.put(type, existing);
        }
        return (T) existing;
    }

    /// Registers work to run after all input has been read and before the remaining events are emitted. The work
    /// may push events.
    public void atInputEnd(Runnable action) {
        afterInput.add(action);
    }

    /// Registers work to run after all events of all files have been emitted and before open slices are closed, in
    /// the order of registration.
    public void atEnd(Runnable action) {
        afterEvents.add(action);
    }

    /// Returns the metadata that belongs to no machine and no file.
    public MetadataTracker.View globalMetadata() {
        return metadata.of(IntColumn.NULL, IntColumn.NULL);
    }

    /// Sets the import settings of a file.
    ///
    /// @param traceId row of the `trace_file` table
    public void setSettings(int traceId, FileSettings fileSettings) {
        settings.put(traceId, fileSettings);
    }

    FileSettings settings(int traceId) {
        return settings.getOrDefault(traceId, FileSettings.NONE);
    }

    /// Returns whether the import of any trace file has begun.
    public boolean hasTraces() {
        return !contexts.isEmpty();
    }

    /// Returns the context of a machine in a file. The trackers of a machine are created once and shared by its
    /// files.
    ///
    /// @param machine id that traces use for the machine; 0 for the machine that recorded the trace
    /// @param traceId row of the `trace_file` table
    public ImportContext context(long machine, int traceId) {
        int machineId = machines.row(machine);
        for (ImportContext c : contexts) {
            if (c.machineId() == machineId && c.traceId() == traceId) {
                return c;
            }
        }
        ImportContext sameMachine = contexts.stream()
                .filter(c -> c.machineId() == machineId)
                .findFirst()
                .orElse(null);
        ImportContext c = new ImportContext(this, machineId, traceId, sameMachine);
        contexts.add(c);
        return c;
    }

    CounterTracker counters() {
        return counters;
    }

    /// Returns the writer of the slice table, shared by the slice trackers of all machines.
    SliceRows sliceRows() {
        return sliceRows;
    }

    /// Emits all events and finishes every tracker. Called once after the last file.
    public void finish() {
        progress.setPhase("sorting");
        for (int i = 0; i < afterInput.size(); i++) {
            afterInput.get(i).run();
        }
        sorter.drain();
        progress.check();
        for (int i = 0; i < afterEvents.size(); i++) {
            afterEvents.get(i).run();
        }
        for (ImportContext c : contexts) {
            c.finish();
        }
        args.writeDeferred();
    }
}
