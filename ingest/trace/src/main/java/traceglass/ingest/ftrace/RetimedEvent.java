package traceglass.ingest.ftrace;

/// Event with a timestamp in its payload. It is pushed twice: at the time it was written, as a raw event, and at the
/// payload's time, for parsing.
///
/// @param writtenTs time at which the event was written, in ns of trace time
/// @param isForRawTable whether to add a raw row
/// @param isForParsing whether to parse it
record RetimedEvent(FtraceBundle bundle, long writtenTs, boolean isForRawTable, boolean isForParsing) {}
