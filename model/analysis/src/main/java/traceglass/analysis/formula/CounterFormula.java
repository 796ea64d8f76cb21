package traceglass.analysis.formula;

import java.util.Arrays;
import java.util.List;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;

/// A formula over counters, which it names by letters: the first is `a`. Immutable.
///
/// Numbers, `+ - * /`, brackets, `min(…)`, `max(…)`, `abs(…)`, and of one counter `rate(a)`, its change a second until
/// the next sample, and `change(a)`, that change itself.
public final class CounterFormula {

    /// Most counters in one formula: as many as there are letters.
    public static final int MOST = 26;
    private static final double NS_IN_SECOND = 1e9;

    /// What of a counter the formula uses.
    record Series(int counter, CounterMode mode) {}

    private final Term term;
    private final List<Series> series;

    CounterFormula(Term term, List<Series> series) {
        this.term = term;
        this.series = List.copyOf(series);
    }

    /// Reads a formula.
    ///
    /// @param counters how many counters there are for it
    /// @throws FormulaProblem with what is wrong and where
    public static CounterFormula of(String text, int counters) throws FormulaProblem {
        return new FormulaReader(text, Math.min(counters, MOST)).read();
    }

    /// Whether it uses the counter of this place.
    public boolean uses(int counter) {
        return series.stream().anyMatch(s -> s.counter == counter);
    }

    /// The unit that follows from those of the counters, empty for none; null where counters of different units are
    /// added, so that somebody has to say what that is.
    public String unit(List<String> units) {
        return FormulaUnit.of(term, series, units);
    }

    /// Computes it: a sample wherever one of the counters that it uses has one, from the moment on at which all of
    /// them have a value. Each value holds until the next sample of its counter; of several at one moment the last
    /// one counts. What has no value, such as a division by 0, is not a number.
    ///
    /// @param counters the counters in the order of their letters; those that the formula does not use may be null
    public CounterData over(List<CounterData> counters, String unit) {
        int n = series.size();
        long[][] ts = new long[n][];
        double[][] values = new double[n][];
        int most = 0;
        for (int i = 0; i < n; i++) {
            CounterData data = counters.get(series.get(i).counter);
            ts[i] = data.ts();
            values[i] = values(data, series.get(i).mode);
            most = Math.addExact(most, ts[i].length);
        }
        long[] outTs = new long[most];
        double[] out = new double[most];
        int size = 0;
        int[] next = new int[n];
        double[] now = new double[n];
        int without = n;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        while (true) {
            long at = Long.MAX_VALUE;
            boolean more = false;
            for (int i = 0; i < n; i++) {
                if (next[i] < ts[i].length) {
                    at = Math.min(at, ts[i][next[i]]);
                    more = true;
                }
            }
            if (!more) {
                break;
            }
            for (int i = 0; i < n; i++) {
                while (next[i] < ts[i].length && ts[i][next[i]] == at) {
                    without -= next[i] == 0 ? 1 : 0;
                    now[i] = values[i][next[i]++];
                }
            }
            if (without == 0) {
                double v = Term.value(term, now);
                outTs[size] = at;
                out[size++] = v;
                min = v < min ? v : min;
                max = v > max ? v : max;
            }
        }
        long[] ids = new long[size];
        Arrays.fill(ids, -1);
        boolean none = min > max;
        return new CounterData(
                ids, Arrays.copyOf(outTs, size), Arrays.copyOf(out, size), none ? 0 : min, none ? 0 : max, unit);
    }

    /// The values as they are, or how they change; after the last sample they are taken to go on as before, as on a
    /// track of rates.
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
            changes[i] = mode == CounterMode.DELTA ? change : ns == 0 ? 0 : change * NS_IN_SECOND / ns;
        }
        return changes;
    }
}
