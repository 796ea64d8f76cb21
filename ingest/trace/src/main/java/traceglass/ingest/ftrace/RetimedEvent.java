package traceglass.ingest.ftrace;

/// Event whose fields hold the time of what it describes. It is pushed twice: as a raw event at the time it was
/// written, and for parsing at the other time.
///
/// @param writtenTs when it was written, in ns
/// @param toRaw whether to add a raw row
/// @param toParse whether to parse it
record RetimedEvent(FtraceBundle bundle, long writtenTs, boolean toRaw, boolean toParse) {}
