package traceglass.ingest.fuchsia;

import java.util.Arrays;
import traceglass.store.table.StringPool;

/// Writer of part of the trace, with its own tables of strings and threads and its own clock rate.
final class FuchsiaProvider {

    private static final long NS_PER_S = 1_000_000_000L;

    final int name;
    private long ticksPerSecond = NS_PER_S;
    private int[] strings = new int[64];
    private final long[] pids = new long[256];
    private final long[] tids = new long[256];

    /// @param name string id of the provider's name
    FuchsiaProvider(int name) {
        this.name = name;
    }

    void setTicksPerSecond(long ticks) {
        ticksPerSecond = ticks;
    }

    /// Converts ticks to ns; returns -1 if the result is not a valid time. Rounds as trace processor does.
    long toNs(long ticks) {
        if (ticksPerSecond == NS_PER_S) {
            return ticks < 0 ? -1 : ticks;
        }
        if (ticksPerSecond == 0) {
            return -1;
        }
        long high = ticks >>> 32;
        long low = ticks & 0xffff_ffffL;
        long unit = Long.divideUnsigned(NS_PER_S << 32, ticksPerSecond);
        if (high != 0 && Math.unsignedMultiplyHigh(high, unit) != 0) {
            return -1;
        }
        long ns = high * unit + Long.divideUnsigned(low * NS_PER_S, ticksPerSecond);
        return ns < 0 ? -1 : ns;
    }

    void setString(int index, int id) {
        if (index >= strings.length) {
            strings = Arrays.copyOf(strings, Math.max(index + 1, strings.length * 2));
        }
        strings[index] = id;
    }

    /// Returns a string id; [StringPool#NULL] for an index without a string.
    int string(int index) {
        return index < strings.length ? strings[index] : StringPool.NULL;
    }

    void setThread(int index, long pid, long tid) {
        pids[index] = pid;
        tids[index] = tid;
    }

    long pid(int index) {
        return pids[index];
    }

    long tid(int index) {
        return tids[index];
    }
}
