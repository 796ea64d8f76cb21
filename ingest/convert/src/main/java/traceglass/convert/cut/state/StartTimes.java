package traceglass.convert.cut.state;

import java.util.Arrays;
import traceglass.ingest.collection.GrowingLongs;

/// Assigns times to values that are moved to the start of a range. A counter may have values from several sources:
/// packets and two kinds of kernel events. The times preserve the order of values from different sources, so that the
/// latest value remains the latest. Consecutive values from the same source get the same time.
public final class StartTimes {

    // Sources of values. Values with the same time are ordered by these numbers.
    private static final int PACKET = 0;
    private static final int EVENT = 1;
    private static final int MEMORY = 2;

    /// A key is a time multiplied by this number, plus the source. A power of two greater than all sources.
    private static final int TIME_FACTOR = 4;

    private final long start;
    private final GrowingLongs addedKeys = new GrowingLongs();
    /// Sorted keys of the values whose time differs from that of the value before them.
    private long[] firstKeys = {};

    /// @param start start of the range, the new time of the last values
    public StartTimes(long start) {
        this.start = start;
    }

    /// Adds the time of a packet that is moved.
    public void addPacket(long ts) {
        addedKeys.add(TIME_FACTOR * ts + PACKET);
    }

    /// Adds the time of a kernel event that is moved.
    public void addEvent(long ts) {
        addedKeys.add(TIME_FACTOR * ts + EVENT);
    }

    /// Adds the time of a kernel event that reports the memory of an address space. A process can have had several
    /// address spaces, so these events also keep their order among themselves.
    public void addMemory(long ts) {
        addedKeys.add(TIME_FACTOR * ts + MEMORY);
    }

    /// Computes the new times. Call it after all times have been added.
    public void finish() {
        long[] keys = addedKeys.toArray();
        Arrays.sort(keys);
        GrowingLongs runs = new GrowingLongs();
        for (int i = 0; i < keys.length; i++) {
            long source = keys[i] & TIME_FACTOR - 1;
            if (i == 0 || source != (keys[i - 1] & TIME_FACTOR - 1) || source == MEMORY && keys[i] != keys[i - 1]) {
                runs.add(keys[i]);
            }
        }
        firstKeys = runs.toArray();
    }

    /// Returns the new time of a packet.
    public long ofPacket(long ts) {
        return time(TIME_FACTOR * ts + PACKET);
    }

    /// Returns the new time of a kernel event.
    public long ofEvent(long ts) {
        return time(TIME_FACTOR * ts + EVENT);
    }

    /// Returns the new time of a kernel event that reports the memory of an address space.
    public long ofMemory(long ts) {
        return time(TIME_FACTOR * ts + MEMORY);
    }

    private long time(long key) {
        int i = Arrays.binarySearch(firstKeys, key);
        int run = i < 0 ? -2 - i : i;
        return start - (firstKeys.length - 1 - run);
    }
}
