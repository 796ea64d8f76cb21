package traceglass.convert.cut.state;

import java.util.Arrays;
import traceglass.ingest.collection.GrowingLongs;

/// Assigns times to values that are moved to the start of a range. A counter may have values from two sources, packets
/// and kernel events. The times preserve their order, so that the latest value remains the latest. Consecutive values
/// from the same source get the same time.
public final class StartTimes {

    /// Sources of values. Values with the same time are ordered by this number.
    private static final int PACKET = 0;

    private static final int EVENT = 1;
    private static final int MEMORY = 2;
    private static final int KINDS = 4;

    private final long start;
    private final GrowingLongs added = new GrowingLongs();
    /// Keys of the values that follow a value from the other source, in order.
    private long[] changes = {};

    /// @param start start of the range, the new time of the last values
    public StartTimes(long start) {
        this.start = start;
    }

    /// Adds the time of a packet that is moved.
    public void addPacket(long ts) {
        added.add(KINDS * ts + PACKET);
    }

    /// Adds the time of a kernel event that is moved.
    public void addEvent(long ts) {
        added.add(KINDS * ts + EVENT);
    }

    /// Adds the time of a kernel event with the memory of an address space. A process can have had several address
    /// spaces, so these events also keep their order among themselves.
    public void addMemory(long ts) {
        added.add(KINDS * ts + MEMORY);
    }

    /// Computes the new times. Call it after all times have been added.
    public void finish() {
        long[] keys = added.toArray();
        Arrays.sort(keys);
        GrowingLongs runs = new GrowingLongs();
        for (int i = 0; i < keys.length; i++) {
            long kind = keys[i] & KINDS - 1;
            if (i == 0 || kind != (keys[i - 1] & KINDS - 1) || kind == MEMORY && keys[i] != keys[i - 1]) {
                runs.add(keys[i]);
            }
        }
        changes = runs.toArray();
    }

    /// Returns the new time of a packet.
    public long ofPacket(long ts) {
        return time(KINDS * ts + PACKET);
    }

    /// Returns the new time of a kernel event.
    public long ofEvent(long ts) {
        return time(KINDS * ts + EVENT);
    }

    /// Returns the new time of a kernel event with the memory of an address space.
    public long ofMemory(long ts) {
        return time(KINDS * ts + MEMORY);
    }

    private long time(long key) {
        int i = Arrays.binarySearch(changes, key);
        int run = i < 0 ? -2 - i : i;
        return start - (changes.length - 1 - run);
    }
}
