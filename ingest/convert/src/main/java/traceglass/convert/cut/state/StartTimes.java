package traceglass.convert.cut.state;

import java.util.Arrays;
import traceglass.ingest.collection.GrowingLongs;

/// New times of values that are moved to the start of a range. A counter may have values of two sources, in packets and
/// in kernel events, so that they keep their order: the value that came last is the last one at the start, too. Values
/// between which there is none of the other source get the same time.
public final class StartTimes {

    private static final int EVENT = 1;

    private final long start;
    private final GrowingLongs added = new GrowingLongs();
    /// Keys of the values that follow one of the other source, in order.
    private long[] changes = {};

    /// @param start time of the last values
    public StartTimes(long start) {
        this.start = start;
    }

    /// Adds the time of a packet that is moved.
    public void addPacket(long ts) {
        added.add(2 * ts);
    }

    /// Adds the time of a kernel event that is moved.
    public void addEvent(long ts) {
        added.add(2 * ts + EVENT);
    }

    /// Prepares the new times; call it when all have been added.
    public void finish() {
        long[] keys = added.toArray();
        Arrays.sort(keys);
        GrowingLongs runs = new GrowingLongs();
        for (int i = 0; i < keys.length; i++) {
            if (i == 0 || ((keys[i] ^ keys[i - 1]) & EVENT) != 0) {
                runs.add(keys[i]);
            }
        }
        changes = runs.toArray();
    }

    /// Returns the new time of a packet.
    public long ofPacket(long ts) {
        return time(2 * ts);
    }

    /// Returns the new time of a kernel event.
    public long ofEvent(long ts) {
        return time(2 * ts + EVENT);
    }

    private long time(long key) {
        int i = Arrays.binarySearch(changes, key);
        int run = i < 0 ? -2 - i : i;
        return start - (changes.length - 1 - run);
    }
}
