package traceglass.analysis.formula;

import java.util.List;

/// Sample of a computed counter.
///
/// @param key key of its track
/// @param track name of its track
/// @param delta change since the previous sample, null for the first
/// @param dur ns until the next sample, null for the last
/// @param formula its formula, or empty
/// @param of names and values of the counters that a formula uses, with their letters
public record SampleFacts(
        String key,
        String track,
        long ts,
        double value,
        Double delta,
        Long dur,
        String unit,
        String formula,
        List<String[]> of) {}
