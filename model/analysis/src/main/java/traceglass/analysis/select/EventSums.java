package traceglass.analysis.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Statistics of several selected events.
///
/// @param span time from the first start to the last end, ns
/// @param durations durations of the events, ns
/// @param coveredNs time in which at least one of them is running, ns
/// @param gaps times in which none of them is running, ns
/// @param gapBefore for each event, the gap that ends with it, ns; 0 if another event lasts until then
/// @param names statistics by name, largest total first
public record EventSums(long span, Stats durations, long coveredNs, Stats gaps, long[] gapBefore, List<ByName> names) {

    /// Statistics of times in ns; all 0 for none.
    ///
    /// @param median middle value; for an even number of values, the mean of the two in the middle
    public record Stats(int count, long total, long min, long median, long max, double mean, double deviation) {

        static Stats of(long[] values) {
            if (values.length == 0) {
                return new Stats(0, 0, 0, 0, 0, 0, 0);
            }
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            long total = 0;
            for (long value : sorted) {
                total += value;
            }
            double mean = (double) total / n;
            double squares = 0;
            for (long value : sorted) {
                squares += (value - mean) * (value - mean);
            }
            long upper = sorted[n / 2];
            long median = n % 2 == 1 ? upper : sorted[n / 2 - 1] + (upper - sorted[n / 2 - 1]) / 2;
            return new Stats(n, total, sorted[0], median, sorted[n - 1], mean, Math.sqrt(squares / n));
        }
    }

    /// Statistics of the events of one name.
    public record ByName(String name, Stats durations) {}

    /// Computes the statistics.
    ///
    /// @param traceEnd end of the trace in ns; end of events that never ended
    public static EventSums of(Selection.Events selection, long traceEnd) {
        List<Selection.Item> items = selection.items();
        int n = items.size();
        long[] durations = new long[n];
        long[] gapsBefore = new long[n];
        List<Long> gaps = new ArrayList<>();
        Map<String, List<Long>> byName = new LinkedHashMap<>();
        long total = 0;
        long coveredUntil = items.getFirst().event().ts();
        for (int i = 0; i < n; i++) {
            long start = items.get(i).event().ts();
            long end = items.get(i).end(traceEnd);
            durations[i] = end - start;
            if (start > coveredUntil) {
                gapsBefore[i] = start - coveredUntil;
                gaps.add(gapsBefore[i]);
            }
            total += Math.max(0, end - Math.max(start, coveredUntil));
            coveredUntil = Math.max(coveredUntil, end);
            byName.computeIfAbsent(items.get(i).name(), _ -> new ArrayList<>()).add(durations[i]);
        }
        List<ByName> names = new ArrayList<>();
        byName.forEach((name, values) -> names.add(new ByName(name, Stats.of(array(values)))));
        names.sort(Comparator.<ByName>comparingLong(b -> b.durations().total()).reversed());
        return new EventSums(
                coveredUntil - items.getFirst().event().ts(),
                Stats.of(durations),
                total,
                Stats.of(array(gaps)),
                gapsBefore,
                names);
    }

    private static long[] array(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }
}
