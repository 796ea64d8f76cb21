package traceglass.analysis.formula;

import java.util.Arrays;
import java.util.List;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;

/// Formula over counters, which it names by letters: the first is `a`. Immutable.
///
/// The syntax has numbers, `+ - * /`, parentheses, `min(…)`, `max(…)`, `abs(…)`, and for a single counter `change(a)`,
/// its change until the next sample, and `rate(a)`, that change per second.
public final class CounterFormula {

    /// Maximum number of counters in a formula: the number of letters.
    public static final int MAX_COUNTERS = 26;
    private static final double NS_PER_SECOND = 1e9;

    /// Counter and the mode in which the formula uses it.
    record Series(int counter, CounterMode mode) {}

    private final Term term;
    private final List<Series> series;

    CounterFormula(Term term, List<Series> series) {
        this.term = term;
        this.series = List.copyOf(series);
    }

    /// Parses a formula.
    ///
    /// @param counters number of available counters
    /// @throws FormulaProblem with message and position
    public static CounterFormula of(String text, int counters) throws FormulaProblem {
        return new FormulaReader(text, Math.min(counters, MAX_COUNTERS)).read();
    }

    /// Returns whether it uses the counter at this index.
    public boolean uses(int counter) {
        return series.stream().anyMatch(s -> s.counter == counter);
    }

    /// Returns the unit that follows from the units of the counters, empty for none; null if counters of different
    /// units are added, so that the user has to choose one.
    public String unit(List<String> units) {
        return FormulaUnit.of(term, series, units);
    }

    /// Computes the formula. The result has a sample wherever one of the used counters has one, starting at the
    /// time at which all of them have a value. A value is valid until the next sample of its counter; of several at
    /// the same time the last one counts. Undefined results, such as a division by 0, are NaN.
    ///
    /// @param counters counters in the order of their letters; those that the formula does not use may be null
    public CounterData compute(List<CounterData> counters, String unit) {
        int n = series.size();
        long[][] ts = new long[n][];
        double[][] values = new double[n][];
        int maximum = 0;
        for (int i = 0; i < n; i++) {
            CounterData data = counters.get(series.get(i).counter);
            ts[i] = data.ts();
            values[i] = values(data, series.get(i).mode);
            maximum = Math.addExact(maximum, ts[i].length);
        }
        long[] outTs = new long[maximum];
        double[] out = new double[maximum];
        int size = 0;
        int[] next = new int[n];
        double[] current = new double[n];
        int without = n;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        while (true) {
            long time = Long.MAX_VALUE;
            boolean hasMore = false;
            for (int i = 0; i < n; i++) {
                if (next[i] < ts[i].length) {
                    time = Math.min(time, ts[i][next[i]]);
                    hasMore = true;
                }
            }
            if (!hasMore) {
                break;
            }
            for (int i = 0; i < n; i++) {
                while (next[i] < ts[i].length && ts[i][next[i]] == time) {
                    without -= next[i] == 0 ? 1 : 0;
                    current[i] = values[i][next[i]++];
                }
            }
            if (without == 0) {
                double v = Term.value(term, current);
                outTs[size] = time;
                out[size++] = v;
                min = v < min ? v : min;
                max = v > max ? v : max;
            }
        }
        long[] ids = new long[size];
        Arrays.fill(ids, -1);
        boolean isEmpty = min > max;
        return new CounterData(
                ids, Arrays.copyOf(outTs, size), Arrays.copyOf(out, size), isEmpty ? 0 : min, isEmpty ? 0 : max, unit);
    }

    /// Returns the values or their changes; as on rate tracks, the last change is repeated for the last sample.
    private static double[] values(CounterData data, CounterMode mode) {
        if (mode == CounterMode.VALUE) {
            return data.value();
        }
        int n = data.size();
        double[] changes = new double[n];
        for (int i = 0; i < n && n > 1; i++) {
            int from = Math.min(i, n - 2);
            double change = data.value()[from + 1] - data.value()[from];
            long ns = data.ts()[from + 1] - data.ts()[from];
            changes[i] = mode == CounterMode.DELTA ? change : ns == 0 ? 0 : change * NS_PER_SECOND / ns;
        }
        return changes;
    }
}
