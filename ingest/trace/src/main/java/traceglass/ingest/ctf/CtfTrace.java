package traceglass.ingest.ctf;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Clocks, streams and events that the metadata of a trace describes.
final class CtfTrace {

    /// Clock of a trace.
    static final class Clock {
        String name = "";
        long frequency = 1_000_000_000;
        long offsetSeconds;
        long offsetCycles;
        /// Whether the offsets are relative to 1970.
        boolean isUnixEpoch = true;

        /// Converts a value to ns since the origin.
        long toNs(long cycles) {
            return offsetNs() + scale(cycles);
        }

        /// Returns the time of the clock value 0, in ns since the origin.
        long offsetNs() {
            return offsetSeconds * 1_000_000_000 + scale(offsetCycles);
        }

        private long scale(long cycles) {
            if (frequency == 1_000_000_000 || frequency <= 0) {
                return cycles;
            }
            long seconds = Long.divideUnsigned(cycles, frequency);
            long remainder = Long.remainderUnsigned(cycles, frequency);
            long ns = remainder < Long.MAX_VALUE / 1_000_000_000
                    ? remainder * 1_000_000_000 / frequency
                    : (long) ((double) remainder * 1_000_000_000 / frequency);
            return seconds * 1_000_000_000 + ns;
        }
    }

    /// Event class.
    static final class Event {
        long id;
        long streamId;
        String name = "";
        CtfType.Struct context;
        CtfType.Struct fields;
    }

    /// Stream class.
    static final class Stream {
        long id;
        String clock;
        CtfType.Struct packetContext;
        CtfType.Struct eventHeader;
        CtfType.Struct eventContext;
        final Map<Long, Event> events = new HashMap<>();
    }

    boolean isBigEndian;
    CtfType.Struct packetHeader;
    final Map<String, Clock> clocks = new LinkedHashMap<>();
    final Map<Long, Stream> streams = new HashMap<>();
    /// Properties of the traced system, such as `hostname`.
    final Map<String, String> environment = new LinkedHashMap<>();

    /// Returns the stream with this id, adding it if it is new: its events may be described first.
    Stream stream(long id) {
        return streams.computeIfAbsent(id, k -> {
            Stream stream = new Stream();
            stream.id = id;
            return stream;
        });
    }

    void add(Event event) {
        stream(event.streamId).events.put(event.id, event);
    }

    /// Returns the clock with this name, or the only one.
    Clock clock(String name) {
        Clock existing = name == null ? null : clocks.get(name);
        return existing != null || clocks.isEmpty()
                ? existing
                : clocks.values().iterator().next();
    }

    /// Returns whether an event with this name is described.
    boolean hasEvent(String name) {
        for (Stream stream : streams.values()) {
            for (Event event : stream.events.values()) {
                if (event.name.equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }
}
