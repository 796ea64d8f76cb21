package traceglass.analysis.events;

/// How long a thread was in one state within a span of time.
///
/// @param words the state as people read it
/// @param ns time in it, cut to the span
public record StateShare(String words, long ns) {}
