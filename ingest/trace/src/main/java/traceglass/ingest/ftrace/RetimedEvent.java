package traceglass.ingest.ftrace;

/// An event that stands at a time of its own, as its fields say that what it tells of was then: pushed once as a raw
/// event at the time it was written, and once to be parsed at the other.
///
/// @param writtenTs when it was written, ns
/// @param toRaw whether to make a raw row of it
/// @param toParse whether to parse it
record RetimedEvent(FtraceBundle bundle, long writtenTs, boolean toRaw, boolean toParse) {}
