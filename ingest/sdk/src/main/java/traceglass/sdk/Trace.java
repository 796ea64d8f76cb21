package traceglass.sdk;

import org.jspecify.annotations.Nullable;

/// Writes events. When no session records the category, every method returns immediately and allocates nothing.
///
/// ```java
/// try (var slice = Trace.scope(NETWORK, "fetch")) {
///     …
/// }
/// ```
///
/// Names are interned: a sequence writes each string once. For names built at run time use [TraceEvent#dynamicName].
public final class Trace {

    private Trace() {}

    /// Begins a slice on the track of the calling thread.
    public static void begin(Category category, String name) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.BEGIN, category, name, null, null, 0);
        }
    }

    /// Begins a slice on a track.
    public static void begin(Category category, String name, Track track) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.BEGIN, category, name, track, null, 0);
        }
    }

    /// Ends the innermost slice on the track of the calling thread.
    public static void end(Category category) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.END, category, null, null, null, 0);
        }
    }

    /// Ends the innermost slice on a track.
    public static void end(Category category, Track track) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.END, category, null, track, null, 0);
        }
    }

    /// Begins a slice on the track of the calling thread. Closing the returned scope ends it.
    public static Scope scope(Category category, String name) {
        int bits = category.enabledBits();
        if (bits == 0) {
            return Scope.NONE;
        }
        ThreadWriters.write(bits, EventKind.BEGIN, category, name, null, null, 0);
        return category.scope();
    }

    /// Writes an instant on the track of the calling thread.
    public static void instant(Category category, String name) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.INSTANT, category, name, null, null, 0);
        }
    }

    /// Writes an instant on a track.
    public static void instant(Category category, String name, Track track) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.INSTANT, category, name, track, null, 0);
        }
    }

    /// Writes a counter value. If the counter track is incremental, this is the difference from the previous value.
    public static void counter(Category category, Track counter, long value) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.COUNTER, category, null, counter, null, value);
        }
    }

    /// Writes a counter value.
    public static void counter(Category category, Track counter, double value) {
        int bits = category.enabledBits();
        if (bits != 0) {
            long raw = Double.doubleToRawLongBits(value);
            ThreadWriters.write(bits, EventKind.DOUBLE_COUNTER, category, null, counter, null, raw);
        }
    }

    /// Enters a state on a state track, which lasts until the next one.
    ///
    /// @param name the state, or null for none
    public static void state(Category category, Track states, @Nullable String name) {
        int bits = category.enabledBits();
        if (bits != 0) {
            ThreadWriters.write(bits, EventKind.STATE, category, name, states, null, 0);
        }
    }

    /// Starts an event with arguments, flows and more. The last call of the chain, such as [TraceEvent#begin],
    /// writes it.
    public static TraceEvent event(Category category, String name) {
        return category.enabledBits() == 0 ? TraceEvent.OFF : ThreadWriters.event(category, name);
    }
}
