package traceglass.convert.merge;

/// Relation between the times of a trace and the first trace: a time `t` corresponds to `to + (t - from) * rate`.
///
/// @param method phrase for how the relation was found, such as `the clock BOOTTIME`
/// @param residualNs largest known error of the relation in ns; -1 if it was not measured
public record MergeAlignment(String method, long from, long to, double rate, long residualNs) {

    /// Returns a relation with a constant offset.
    static MergeAlignment ofOffset(String method, long offsetNs, long residualNs) {
        return new MergeAlignment(method, 0, offsetNs, 1, residualNs);
    }

    MergeAlignment withMethod(String phrase) {
        return new MergeAlignment(phrase, from, to, rate, residualNs);
    }

    /// Returns the time of the first trace.
    long apply(long ns) {
        return rate == 1 ? ns - from + to : to + Math.round((ns - from) * rate);
    }

    /// Returns the nanoseconds to add to a time of the trace.
    public long offsetAt(long ns) {
        return apply(ns) - ns;
    }
}
