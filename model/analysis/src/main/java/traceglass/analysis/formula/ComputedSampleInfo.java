package traceglass.analysis.formula;

import java.util.List;

/// Details of a sample of a computed counter.
///
/// @param key key of its track
/// @param track name of its track
/// @param ts trace time, in ns
/// @param delta change since the previous sample, null for the first
/// @param dur time until the next sample in ns, null for the last
/// @param unit unit of the value
/// @param formula formula of the track; empty if it has none
/// @param inputs counters that the formula uses, as pairs of label and value, such as `a, cpufreq` (letter and
///     name) and `1.2 GHz`; the value is empty before the first sample
public record ComputedSampleInfo(
        String key,
        String track,
        long ts,
        double value,
        Double delta,
        Long dur,
        String unit,
        String formula,
        List<String[]> inputs) {}
