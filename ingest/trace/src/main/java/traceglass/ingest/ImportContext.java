package traceglass.ingest;

import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.args.ArgTranslations;
import traceglass.ingest.tracker.args.NameTranslations;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.machine.SchedTracker;
import traceglass.ingest.tracker.machine.SystemInfoTracker;
import traceglass.ingest.tracker.machine.ThreadStateTracker;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.ingest.tracker.stats.ImportLogs;
import traceglass.ingest.tracker.stats.MetadataTracker;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.ingest.tracker.track.CounterTracker;
import traceglass.ingest.tracker.track.FlowTracker;
import traceglass.ingest.tracker.track.GpuTracker;
import traceglass.ingest.tracker.track.ProcessCounters;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.ingest.tracker.track.StateTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackTracker;
import traceglass.store.table.StringPool;
import traceglass.store.table.TraceStorage;

/// Trackers of one machine for one trace file, used by importers and parsers. Processes, threads, CPUs, GPUs and
/// callsites belong to the machine and are shared by all of its files; tracks and their contents belong to the file.
public final class ImportContext {

    private final ImportSession session;
    private final int machineId;
    private final int traceId;
    private final StatsTracker.View stats;
    private final MetadataTracker.View metadata;
    private final ImportLogs logs;
    private final DataLosses losses;
    private final ClockTracker clocks;
    private final CpuTracker cpus;
    private final GpuTracker gpus;
    private final TrackTracker tracks;
    private final SliceTracker slices;
    private final CounterTracker counters;
    private final ProcessCounters processCounters;
    private final ProcessTracker processes;
    private final SystemInfoTracker system;
    private final SchedTracker sched;
    private final ThreadStateTracker threadStates;
    private final StateTracker states;
    private final StackProfiles stackProfiles;
    private final FlowTracker flows;
    private final NameTranslations trackNames;
    private final NameTranslations sliceNames;
    private final ArgTranslations argTranslations;
    private final TrackCompressor compressor;

    /// @param sameMachine context of the same machine in another file, whose processes, CPUs, GPUs and stack
    ///     profiles are shared; or null
    ImportContext(ImportSession session, int machineId, int traceId, ImportContext sameMachine) {
        this.session = session;
        this.machineId = machineId;
        this.traceId = traceId;
        TraceStorage storage = session.storage();
        StringPool strings = storage.strings();
        ArgSets args = session.args();
        stats = session.stats().of(machineId, traceId);
        metadata = session.metadata().of(machineId, traceId);
        logs = new ImportLogs(storage, stats, args, traceId);
        losses = new DataLosses(storage, machineId, traceId);
        trackNames = new NameTranslations();
        sliceNames = new NameTranslations();
        argTranslations = new ArgTranslations(strings);
        clocks = new ClockTracker(
                storage,
                session.clocks(),
                metadata,
                logs,
                machineId,
                traceId,
                sameMachine == null,
                settings().ignoresClockSnapshots());
        cpus = sameMachine != null ? sameMachine.cpus : new CpuTracker(storage, machineId);
        tracks = new TrackTracker(storage, machineId, args, cpus);
        slices = new SliceTracker(strings, session.sliceRows(), args, sliceNames, argTranslations, stats, logs);
        counters = session.counters();
        processes =
                sameMachine != null ? sameMachine.processes : new ProcessTracker(storage, machineId, args, stats, logs);
        processCounters = new ProcessCounters(strings, processes, tracks, counters, args);
        system = new SystemInfoTracker(strings);
        sched = new SchedTracker(storage, cpus);
        threadStates = new ThreadStateTracker(storage, processes, cpus, stats);
        states = new StateTracker(storage, args);
        stackProfiles = sameMachine != null ? sameMachine.stackProfiles : new StackProfiles(storage, stats);
        flows = new FlowTracker(storage, slices, args, stats);
        gpus = sameMachine != null ? sameMachine.gpus : new GpuTracker(storage, machineId, flows);
        compressor = new TrackCompressor(strings, tracks, session.trackGroups(), trackNames);
    }

    public ImportSession session() {
        return session;
    }

    public TraceStorage storage() {
        return session.storage();
    }

    public StringPool strings() {
        return session.strings();
    }

    public ImportProgress progress() {
        return session.progress();
    }

    public EventSorter sorter() {
        return session.sorter();
    }

    public ArgSets args() {
        return session.args();
    }

    /// Returns the machine's row in the `machine` table.
    public int machineId() {
        return machineId;
    }

    /// Returns the file's row in the `trace_file` table.
    public int traceId() {
        return traceId;
    }

    /// Returns the import settings of the file, [FileSettings#NONE] if none were given.
    public FileSettings settings() {
        return session.settings(traceId);
    }

    public StatsTracker.View stats() {
        return stats;
    }

    public MetadataTracker.View metadata() {
        return metadata;
    }

    /// Returns the log of individual import problems.
    public ImportLogs logs() {
        return logs;
    }

    /// Returns the recorder of periods in which data was lost.
    public DataLosses losses() {
        return losses;
    }

    /// Returns the clocks of this machine as seen by this file.
    public ClockTracker clocks() {
        return clocks;
    }

    public CpuTracker cpus() {
        return cpus;
    }

    public GpuTracker gpus() {
        return gpus;
    }

    public TrackTracker tracks() {
        return tracks;
    }

    public SliceTracker slices() {
        return slices;
    }

    public CounterTracker counters() {
        return counters;
    }

    /// Returns the process counters whose events identify only a thread.
    public ProcessCounters processCounters() {
        return processCounters;
    }

    public ProcessTracker processes() {
        return processes;
    }

    /// Returns the tracker of information about the machine's kernel.
    public SystemInfoTracker system() {
        return system;
    }

    public SchedTracker sched() {
        return sched;
    }

    public ThreadStateTracker threadStates() {
        return threadStates;
    }

    public StateTracker states() {
        return states;
    }

    /// Returns the mappings, frames and callsites.
    public StackProfiles stackProfiles() {
        return stackProfiles;
    }

    public FlowTracker flows() {
        return flows;
    }

    /// Returns the name translations for process tracks.
    public NameTranslations trackNames() {
        return trackNames;
    }

    /// Returns the name translations for slices.
    public NameTranslations sliceNames() {
        return sliceNames;
    }

    /// Returns the translations of hashes and code locations in arguments.
    public ArgTranslations argTranslations() {
        return argTranslations;
    }

    /// Returns the compressor that lays out overlapping slices on as few tracks as possible.
    public TrackCompressor compressor() {
        return compressor;
    }

    void finish() {
        processCounters.finish();
        states.finish();
        slices.finish();
        processes.finish();
    }
}
