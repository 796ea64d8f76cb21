package traceglass.analysis.counters;

import java.util.Arrays;
import traceglass.analysis.track.CounterData;

/// Puts the idle states of a CPU over its frequency.
final class IdleTimes {

    /// What the kernel writes when a CPU leaves its idle state: −1, as an unsigned number of 32 bits in older
    /// traces.
    private static final double BUSY = 4_294_967_295.0;

    private IdleTimes() {}

    /// The frequency with a sample more wherever the CPU becomes idle or busy. Before the first idle state nothing
    /// is known and it counts as busy.
    static CounterData over(CounterData frequency, CounterData states) {
        int most = frequency.size() + states.size();
        long[] id = new long[most];
        long[] ts = new long[most];
        double[] value = new double[most];
        boolean[] idle = new boolean[most];
        int n = 0;
        int f = 0;
        int s = 0;
        boolean isIdle = false;
        while (f < frequency.size() || s < states.size()) {
            boolean takesFrequency =
                    s >= states.size() || f < frequency.size() && frequency.ts()[f] <= states.ts()[s];
            long at = takesFrequency ? frequency.ts()[f] : states.ts()[s];
            if (takesFrequency) {
                f++;
            } else {
                boolean next = states.value()[s] >= 0 && states.value()[s] < BUSY;
                s++;
                if (next == isIdle) {
                    continue;
                }
                isIdle = next;
            }
            if (f == 0) {
                continue;
            }
            id[n] = frequency.id()[f - 1];
            ts[n] = at;
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
