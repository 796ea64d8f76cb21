package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;
import traceglass.store.table.StringPool;

/// Determines the thread, process and track of events: from the event's track, from its sequence, or from the phase
/// and ids of Chrome's legacy format. One instance is reused for all events.
final class TrackEventTarget {

    private static final TrackType GLOBAL_INSTANTS = TrackType.slices("legacy_chrome_global_instants");
    private static final TrackType PROCESS_INSTANTS = TrackType.slices("chrome_process_instant", TrackType.UPID);

    private static final int NONE = ProcessTracker.NONE;

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final TrackEventTracks tracks;
    private final TrackEventReader event;
    private final LegacyEventDecoder legacy;
    private SequenceState state;
    private long trackUuid;
    private boolean isOnThreadOfSequence;

    /// Thread of the event, or [ProcessTracker#NONE].
    int utid;
    /// Process of the event, or [ProcessTracker#NONE].
    int upid;
    /// Thread that wrote an event that belongs to a process or to no task; otherwise [ProcessTracker#NONE].
    int passthroughUtid;
    /// Whether the track was found by an id of Chrome's legacy format, and that id.
    boolean hasSourceId;

    long sourceId;

    /// @param event reader of the current event
    TrackEventTarget(ImportContext context, TrackEventTracks tracks, TrackEventReader event) {
        this.context = context;
        this.tracks = tracks;
        this.event = event;
        legacy = event.message().legacy();
        strings = context.strings();
        processes = context.processes();
    }

    /// Determines the thread and process of the event; returns false if that is not possible.
    boolean find(SequenceState sequenceState) {
        state = sequenceState;
        utid = NONE;
        upid = NONE;
        passthroughUtid = NONE;
        isOnThreadOfSequence = false;
        hasSourceId = false;
        trackUuid = event.hasTrack()
                ? event.track()
                : state.defaults().hasTrackUuid() ? state.defaults().trackUuid() : 0;
        if (trackUuid != 0) {
            TrackEventTracks.Resolved track = tracks.resolve(trackUuid);
            if (track == null) {
                return false;
            }
            associateByTrack(track);
        } else if (!associateBySequence()) {
            return false;
        }
        return !legacy.hasPhase() || adjustToPhase();
    }

    private void associateByTrack(TrackEventTracks.Resolved track) {
        switch (track.scope()) {
            case THREAD -> {
                utid = track.id();
                upid = processes.upidOf(utid);
            }
            case PROCESS -> {
                upid = track.id();
                if (state.hasThread()) {
                    int candidate = threadOfSequence();
                    if (processes.upidOf(candidate) == upid) {
                        passthroughUtid = candidate;
                    }
                }
            }
            case GLOBAL -> {
                if (state.hasThread()) {
                    passthroughUtid = threadOfSequence();
                }
            }
        }
    }

    private int threadOfSequence() {
        return processes.updateThread(state.tid() & 0xFFFF_FFFFL, state.pid() & 0xFFFF_FFFFL);
    }

    private boolean associateBySequence() {
        boolean isKnown = state.hasThread();
        isOnThreadOfSequence = (!event.hasTrack() || !event.hasType()) && isKnown
                || legacy.hasPidOverride()
                || legacy.hasTidOverride() && isKnown;
        if (!isOnThreadOfSequence) {
            return true;
        }
        long pid = state.pid() & 0xFFFF_FFFFL;
        long tid = state.tid();
        if (legacy.hasPidOverride()) {
            pid = legacy.pidOverride() & 0xFFFF_FFFFL;
            tid = TrackEventTracks.syntheticTid(-1, pid);
        }
        if (legacy.hasTidOverride()) {
            tid = legacy.tidOverride() & 0xFFFF_FFFFL;
            if (TrackEventTracks.isSyntheticTid(state.tid())) {
                tid = TrackEventTracks.syntheticTid(tid, pid);
            }
        }
        // Pid and tid 0 belong to the idle thread, which writes no events.
        if (pid == 0 || tid == 0) {
            return false;
        }
        utid = processes.updateThread(tid, pid);
        upid = processes.upidOf(utid);
        return true;
    }

    /// Adjusts the target to legacy phases, which may use a track other than the one of their thread. Returns
    /// false if the thread or process that the phase needs is unknown.
    private boolean adjustToPhase() {
        switch ((char) legacy.phase()) {
            case 'b', 'e', 'n', 'S', 'T', 'p', 'F' -> passthroughUtid = utid;
            case 'i', 'I' -> {
                switch (legacy.instantEventScope()) {
                    case LegacyEvent.InstantEventScope.SCOPE_UNSPECIFIED_VALUE,
                            LegacyEvent.InstantEventScope.SCOPE_THREAD_VALUE -> {
                        return utid != NONE;
                    }
                    case LegacyEvent.InstantEventScope.SCOPE_GLOBAL_VALUE -> {
                        passthroughUtid = utid;
                        utid = NONE;
                    }
                    case LegacyEvent.InstantEventScope.SCOPE_PROCESS_VALUE -> {
                        if (upid == NONE) {
                            return false;
                        }
                        passthroughUtid = utid;
                        utid = NONE;
                    }
                    default -> {}
                }
            }
            default -> {}
        }
        return true;
    }

    /// Purposes of a track lookup.
    enum Purpose {
        BEGIN,
        END,
        INSTANT,
        OWN,
        STATE
    }

    /// Returns the track of the event; -1 if there is none.
    ///
    /// @param category string id of the event's category
    /// @param name string id of the event's name
    int track(Purpose purpose, int category, int name) {
        boolean isThreadTrack = trackUuid == 0 && isOnThreadOfSequence;
        if (isThreadTrack && purpose == Purpose.STATE) {
            return -1;
        }
        long sequenceId = trackUuid == 0 ? -1 : state.sequenceId();
        int track = isThreadTrack
                ? -1
                : switch (purpose) {
                    case BEGIN -> tracks.begin(trackUuid, name, sequenceId);
                    case END -> tracks.end(trackUuid, name, sequenceId);
                    case INSTANT -> tracks.instant(trackUuid, name, sequenceId);
                    case OWN -> tracks.separateTrack(trackUuid, name, sequenceId);
                    case STATE -> tracks.state(trackUuid, name, sequenceId);
                };
        if (legacy.hasPhase()) {
            switch ((char) legacy.phase()) {
                case 'b', 'S' -> {
                    return asyncTrack(TrackCompressor.AsyncKind.BEGIN, category, name);
                }
                case 'e', 'T' -> {
                    return asyncTrack(TrackCompressor.AsyncKind.END, category, name);
                }
                case 'n', 'p', 'F' -> {
                    return asyncTrack(TrackCompressor.AsyncKind.INSTANT, category, name);
                }
                case 'i', 'I' -> {
                    if (legacy.instantEventScope() == LegacyEvent.InstantEventScope.SCOPE_GLOBAL_VALUE) {
                        return context.tracks().intern(GLOBAL_INSTANTS, StringPool.NULL, this::addChromeArgs);
                    }
                    if (legacy.instantEventScope() == LegacyEvent.InstantEventScope.SCOPE_PROCESS_VALUE) {
                        return context.tracks().intern(PROCESS_INSTANTS, StringPool.NULL, this::addChromeArgs, upid);
                    }
                }
                default -> {}
            }
        }
        return isThreadTrack ? context.tracks().threadTrack(utid) : track;
    }

    private void addChromeArgs(ArgSetBuilder b) {
        b.addString(strings.intern("source"), strings.intern("chrome"));
    }

    private int asyncTrack(TrackCompressor.AsyncKind kind, int category, int name) {
        boolean isLocal = legacy.hasLocalId() && !legacy.hasUnscopedId() && !legacy.hasGlobalId();
        if (!event.message().hasLegacyId() || isLocal && upid == NONE) {
            return -1;
        }
        hasSourceId = true;
        sourceId = event.message().legacyId();
        boolean isOld =
                legacy.phase() == 'S' || legacy.phase() == 'T' || legacy.phase() == 'p' || legacy.phase() == 'F';
        int scope = isOld ? name : category;
        if (legacy.hasIdScope()) {
            String categoryText = category == StringPool.NULL ? "" : strings.get(category);
            int text = strings.intern(legacy.buffer(), legacy.idScopeOffset(), legacy.idScopeLength());
            scope = strings.intern(categoryText + ":" + strings.get(text));
        }
        return context.compressor().legacyAsync(name, upid == NONE ? 0 : upid, sourceId, isLocal, scope, kind);
    }
}
