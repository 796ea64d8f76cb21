package traceglass.ingest.gotrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// The traced program: its process, threads, goroutines and their tracks. Go traces do not contain the process id.
final class GoProgram {

    /// Tracks with the states of a goroutine.
    static final TrackType GOROUTINE =
            TrackType.slices("go_goroutine", TrackType.UPID, TrackType.Dimension.ofInt("goroutine"));
    /// Tracks with the regions, mark assists and messages of a goroutine.
    private static final TrackType ANNOTATIONS =
            TrackType.slices("go_goroutine_annotations", TrackType.UPID, TrackType.Dimension.ofInt("goroutine"));
    private static final TrackType PROC =
            TrackType.slices("go_proc", TrackType.UPID, TrackType.Dimension.ofInt("proc"));
    private static final TrackType GLOBAL =
            TrackType.slices("go_runtime", TrackType.UPID, TrackType.Dimension.ofString("kind"));
    private static final TrackType COUNTER =
            TrackType.counter("go_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter"));

    private final ImportContext context;
    private final StringPool strings;
    private final LongMap<Goroutine> goroutines = new LongMap<>();
    final int upid;

    GoProgram(ImportContext context) {
        this.context = context;
        strings = context.strings();
        upid = context.processes().processWithoutMainThread(0);
        context.processes().setProcessName(upid, strings.intern("Go program"), NamePriority.OfProcess.OTHER);
    }

    /// Returns a thread by its id, [ProcessTracker#NONE] if there is none.
    int utid(long m) {
        if (m == GoEvent.NONE) {
            return ProcessTracker.NONE;
        }
        int utid = context.processes().threadWithParent(m, upid, true);
        if (context.processes().threadName(utid) == StringPool.NULL) {
            context.processes().setThreadName(utid, strings.intern("M " + m), NamePriority.OfThread.OTHER);
        }
        return utid;
    }

    /// Returns a goroutine, adding it if it is new.
    Goroutine goroutine(long id) {
        Goroutine existing = goroutines.get(id);
        if (existing != null) {
            return existing;
        }
        Goroutine g = new Goroutine(id);
        g.name = strings.intern("G" + id);
        g.track = context.tracks().intern(GOROUTINE, g.name, upid, id);
        goroutines.put(id, g);
        return g;
    }

    /// Returns a goroutine, or null if it is not known.
    Goroutine find(long id) {
        return goroutines.get(id);
    }

    void remove(long id) {
        goroutines.remove(id);
    }

    /// Sets the start function of a goroutine, unless it is already known.
    void setFunction(Goroutine g, int function) {
        if (function == StringPool.NULL || g.function != StringPool.NULL) {
            return;
        }
        g.function = function;
        g.name = strings.intern("G" + g.id + " " + strings.get(function));
        context.tracks().setName(g.track, g.name);
        if (g.annotations != Goroutine.NONE) {
            context.tracks().setName(g.annotations, annotationsName(g));
        }
    }

    private int annotationsName(Goroutine g) {
        return strings.intern(strings.get(g.name) + ": regions");
    }

    /// Returns the track of the regions, mark assists and messages of a goroutine.
    int annotations(Goroutine g) {
        if (g.annotations == Goroutine.NONE) {
            g.annotations = context.tracks().intern(ANNOTATIONS, annotationsName(g), upid, g.id);
        }
        return g.annotations;
    }

    int procTrack(int p) {
        return context.tracks().intern(PROC, strings.intern("Proc " + p), upid, p);
    }

    /// Returns a track of the whole runtime, such as the track of garbage collections.
    int globalTrack(String name) {
        int nameId = strings.intern(name);
        return context.tracks().intern(GLOBAL, nameId, upid, nameId);
    }

    int counterTrack(String name, String unit) {
        int nameId = strings.intern(name);
        return context.tracks().internCounter(COUNTER, nameId, strings.intern(unit), null, upid, nameId);
    }
}
