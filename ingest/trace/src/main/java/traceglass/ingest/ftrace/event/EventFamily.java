package traceglass.ingest.ftrace.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Base of the event families: related events and the helpers that their handlers share. A family is created once per
/// machine and registers its handlers.
public abstract class EventFamily {

    /// Id of a missing category, name or string.
    protected static final int NULL = StringPool.NULL;

    protected final ImportContext context;

    protected EventFamily(ImportContext context) {
        this.context = context;
    }

    /// Registers the handlers of all events of the family.
    protected abstract void register(EventHandlers handlers);

    protected final int id(String text) {
        return context.strings().intern(text);
    }

    /// Returns the id of a string truncated to fit a C buffer of `capacity` bytes with its terminating NUL, as
    /// trace processor does for some names.
    protected final int id(int capacity, String text) {
        if (text.length() * 3 < capacity) {
            return id(text);
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return context.strings().intern(utf8, 0, Math.min(utf8.length, capacity - 1));
    }

    protected final int utid(KernelEvent e) {
        return context.processes().thread(e.tid());
    }

    /// Returns the main track of the thread in which the event happened.
    protected final int threadTrack(KernelEvent e) {
        return context.tracks().threadTrack(utid(e));
    }

    protected final int begin(KernelEvent e, int track, int category, int name, ArgsWriter args) {
        return context.slices().begin(e.ts(), track, category, name, args);
    }

    protected final int end(KernelEvent e, int track, int category, int name, ArgsWriter args) {
        return context.slices().end(e.ts(), track, category, name, args);
    }

    /// Ends the innermost open slice of a track.
    protected final int end(KernelEvent e, int track) {
        return context.slices().end(e.ts(), track, NULL, NULL, null);
    }

    protected final int instant(KernelEvent e, int track, int category, int name, ArgsWriter args) {
        return context.slices().scoped(e.ts(), 0, track, category, name, args);
    }

    protected final void setCounter(KernelEvent e, double value, int track) {
        context.counters().push(e.ts(), value, track);
    }

    protected final void setCounter(KernelEvent e, double value, int track, ArgsWriter args) {
        context.counters().push(e.ts(), value, track, context.args().write(args));
    }

    protected final int track(TrackType type, int name, long... dimensions) {
        return context.tracks().intern(type, name, dimensions);
    }

    /// Tracks of one type by CPU, without a lookup in the track tables.
    public final class CpuTracks {

        private final TrackType type;
        private final IntFunction<String> name;
        private int[] tracks = new int[0];

        /// @param name returns the track name for a CPU
        public CpuTracks(TrackType type, IntFunction<String> name) {
            this.type = type;
            this.name = name;
        }

        /// Returns the track of a CPU.
        public int of(int cpu) {
            // Implausible CPU numbers are not cached in the array.
            if (cpu < 0 || cpu >= 4096) {
                return track(type, id(name.apply(cpu)), cpu & 0xFFFF_FFFFL);
            }
            if (cpu >= tracks.length) {
                int oldLength = tracks.length;
                tracks = Arrays.copyOf(tracks, cpu + 8);
                Arrays.fill(tracks, oldLength, tracks.length, -1);
            }
            int t = tracks[cpu];
            if (t < 0) {
                t = track(type, id(name.apply(cpu)), cpu);
                tracks[cpu] = t;
            }
            return t;
        }
    }
}
