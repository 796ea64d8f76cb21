package traceglass.convert.merge;

/// How the times of a trace relate to those of the first trace: a time `t` corresponds to
/// `to + (t - from) * rate`.
///
/// @param method how the relation was found, as a phrase
/// @param residualNs largest known difference between the relation and what was measured; -1 if there is no measure
public record MergeAlignment(String method, long from, long to, double rate, long residualNs) {

    /// Relation of equal rates.
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

    /// Returns the ns to add to a time of the trace, at this time.
    public long offsetAt(long ns) {
        return apply(ns) - ns;
    }
}
