package traceglass.analysis.counters;

import java.util.List;
import traceglass.analysis.events.Arg;

/// Properties of a counter sample.
///
/// @param delta change since the previous sample, null for the first
/// @param dur ns until the next sample, null for the last
/// @param owner process, thread or CPU of the counter, or empty
public record CounterSampleInfo(
        long id,
        long ts,
        double value,
        Double delta,
        Long dur,
        long trackId,
        String track,
        String unit,
        String owner,
        List<Arg> args) {}
