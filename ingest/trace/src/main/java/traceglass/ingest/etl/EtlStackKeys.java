package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Callstacks that events refer to by key. Windows defines a key only after it was used, when it is evicted from a
/// cache or when the session ends, and may then reuse the key for another stack.
final class EtlStackKeys {

    private static final int LEFT_CACHE = 0x23;
    private static final int LISTED_AT_END = 0x24;
    private static final int MAX_FRAMES = 1024;
    private static final long[] NONE = {};

    private final Map<Long, TreeMap<Long, long[]>> stacks = new HashMap<>();

    /// Reads an event if it defines the stack of a key.
    void read(EtlEvent e) {
        if (e.group != EtlKernelEvents.STACK || e.opcode != LEFT_CACHE && e.opcode != LISTED_AT_END) {
            return;
        }
        stacks.computeIfAbsent(e.payload.pointer(0), k -> new TreeMap<>())
                .putIfAbsent(e.time, addresses(e.payload, e.payload.pointerSize(), MAX_FRAMES));
    }

    /// Returns the addresses for a key that was used at a given time, innermost first.
    ///
    /// @param time time of use, in ticks of the file's clock
    long[] find(long key, long time) {
        TreeMap<Long, long[]> defined = stacks.get(key);
        Map.Entry<Long, long[]> next = defined == null ? null : defined.ceilingEntry(time);
        return next == null ? NONE : next.getValue();
    }

    /// Returns the addresses from an offset on, at most `limit`.
    static long[] addresses(EtlPayload p, int from, int limit) {
        long[] addresses = new long[Math.clamp((p.length() - from) / p.pointerSize(), 0, limit)];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = p.pointer(from + i * p.pointerSize());
        }
        return addresses;
    }
}
