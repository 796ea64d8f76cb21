package traceglass.analysis.counters;

import java.util.Arrays;
import traceglass.analysis.track.CounterData;

/// Combines the idle states of a CPU with its frequency.
final class IdleTimes {

    /// Value that the kernel writes when a CPU leaves its idle state: −1, which older traces store as an unsigned
    /// 32-bit number.
    private static final double BUSY = 4_294_967_295.0;

    private IdleTimes() {}

    /// Returns the frequency with an extra sample wherever the CPU becomes idle or busy. Before the first idle
    /// state, the CPU counts as busy because nothing is known.
    static CounterData combine(CounterData frequency, CounterData states) {
        int max = frequency.size() + states.size();
        long[] id = new long[max];
        long[] ts = new long[max];
        double[] value = new double[max];
        boolean[] idle = new boolean[max];
        int n = 0;
        int f = 0;
        int s = 0;
        boolean isIdle = false;
        while (f < frequency.size() || s < states.size()) {
            boolean isFrequencyNext =
                    s >= states.size() || f < frequency.size() && frequency.ts()[f] <= states.ts()[s];
            long time = isFrequencyNext ? frequency.ts()[f] : states.ts()[s];
            if (isFrequencyNext) {
                f++;
            } else {
                boolean isNextIdle = states.value()[s] >= 0 && states.value()[s] < BUSY;
                s++;
                if (isNextIdle == isIdle) {
                    continue;
                }
                isIdle = isNextIdle;
            }
            if (f == 0) {
                continue;
            }
            id[n] = frequency.id()[f - 1];
            ts[n] = time;
            value[n] = frequency.value()[f - 1];
            idle[n] = isIdle;
            n++;
        }
        return new CounterData(
                Arrays.copyOf(id, n),
                Arrays.copyOf(ts, n),
                Arrays.copyOf(value, n),
                frequency.min(),
                frequency.max(),
                frequency.unit(),
                Arrays.copyOf(idle, n));
    }
}
