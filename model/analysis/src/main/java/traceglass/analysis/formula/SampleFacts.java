package traceglass.analysis.formula;

import java.util.List;

/// A sample of a counter that is computed.
///
/// @param key of its track
/// @param track name of it
/// @param delta against the sample before, null for the first
/// @param dur until the next sample, null for the last
/// @param formula what it is computed by, or empty
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
