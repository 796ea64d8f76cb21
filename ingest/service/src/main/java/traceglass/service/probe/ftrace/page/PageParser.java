package traceglass.service.probe.ftrace.page;

import traceglass.protos.ftrace.FtraceParseStatus;

/// Parses the records of a page in order and passes those that a session records to its [BundleWriter].
final class PageParser {

    /// Types of entries that are not records. Smaller types are the size of a record in words.
    private static final int PADDING = 29;
    private static final int TIME_EXTEND = 30;
    private static final int TIME_STAMP = 31;

    private static final int TYPE_BITS = 5;
    private static final int DELTA_BITS = 27;
    private static final int WORD_SIZE = Integer.BYTES;

    /// Time delta of padding that replaces a discarded event and does not advance the time.
    private static final int NO_DELTA = 1;

    /// Bits of a time that an absolute timestamp does not contain.
    private static final long STAMP_MISSING = 0xF8L << 56;

    private final SessionEvents events;
    private final BundleWriter out;
    private byte[] bytes = {};
    private int position;
    private int end;
    private long time;
    private long lastRecorded;

    PageParser(SessionEvents events, BundleWriter out) {
        this.events = events;
        this.out = out;
    }

    /// Returns the time of the last event passed to the writer; 0 if there was none.
    long lastRecorded() {
        return lastRecorded;
    }

    /// Parses the entries of a page.
    ///
    /// @param start time to which the deltas are added
    FtraceParseStatus parse(byte[] page, int from, int to, long start) {
        bytes = page;
        position = from;
        end = to;
        time = start;
        lastRecorded = 0;
        while (position < end) {
            if (end - position < WORD_SIZE) {
                return FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_EVENT_HEADER;
            }
            int header = LittleEndian.int32(bytes, position);
            position += WORD_SIZE;
            FtraceParseStatus status = entry(header & (1 << TYPE_BITS) - 1, header >>> TYPE_BITS);
            if (status != FtraceParseStatus.FTRACE_STATUS_OK) {
                return status;
            }
        }
        return FtraceParseStatus.FTRACE_STATUS_OK;
    }

    private FtraceParseStatus entry(int type, int delta) {
        return switch (type) {
            case PADDING -> padding(delta);
            case TIME_EXTEND -> {
                if (end - position < WORD_SIZE) {
                    yield FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_TIME_EXTEND;
                }
                time += delta + (LittleEndian.unsigned32(bytes, position) << DELTA_BITS);
                position += WORD_SIZE;
                yield FtraceParseStatus.FTRACE_STATUS_OK;
            }
            case TIME_STAMP -> {
                if (end - position < WORD_SIZE) {
                    yield FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_TIME_STAMP;
                }
                time = time & STAMP_MISSING | delta + (LittleEndian.unsigned32(bytes, position) << DELTA_BITS);
                position += WORD_SIZE;
                yield FtraceParseStatus.FTRACE_STATUS_OK;
            }
            default -> {
                time += delta;
                yield record(type);
            }
        };
    }

    private FtraceParseStatus padding(int delta) {
        if (delta == 0) {
            return FtraceParseStatus.FTRACE_STATUS_ABI_NULL_PADDING;
        }
        if (end - position < WORD_SIZE) {
            return FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_PADDING_LENGTH;
        }
        long length = LittleEndian.unsigned32(bytes, position);
        if (length < WORD_SIZE) {
            return FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_PADDING_LENGTH;
        }
        if (length > end - position) {
            return FtraceParseStatus.FTRACE_STATUS_ABI_END_OVERFLOW;
        }
        time += delta == NO_DELTA ? 0 : delta;
        position += (int) length;
        return FtraceParseStatus.FTRACE_STATUS_OK;
    }

    /// @param words size of the record, or 0 if its size is in the next word
    private FtraceParseStatus record(int words) {
        long size = (long) words * WORD_SIZE;
        if (words == 0) {
            if (end - position < WORD_SIZE) {
                return FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_DATA_LENGTH;
            }
            size = LittleEndian.unsigned32(bytes, position) - WORD_SIZE;
            position += WORD_SIZE;
            if (size == -WORD_SIZE) {
                return FtraceParseStatus.FTRACE_STATUS_ABI_ZERO_DATA_LENGTH;
            }
            if (size < 0) {
                return FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_DATA_LENGTH;
            }
        }
        if (size > end - position) {
            return FtraceParseStatus.FTRACE_STATUS_ABI_END_OVERFLOW;
        }
        if (size < Short.BYTES) {
            return FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_EVENT_ID;
        }
        int start = position;
        position += (int) size;
        EventPlan plan = events.plan(LittleEndian.unsigned16(bytes, start));
        return plan == null ? FtraceParseStatus.FTRACE_STATUS_OK : record(plan, start, position);
    }

    private FtraceParseStatus record(EventPlan plan, int from, int to) {
        CompactFormat compact = events.compact;
        if (compact != null && plan.id == compact.switchId()) {
            if (to - from < compact.switchSize()) {
                return FtraceParseStatus.FTRACE_STATUS_SHORT_COMPACT_EVENT;
            }
            out.sched().addSwitch(compact, bytes, from, time);
        } else if (compact != null && plan.id == compact.wakingId()) {
            if (to - from < compact.wakingSize()) {
                return FtraceParseStatus.FTRACE_STATUS_SHORT_COMPACT_EVENT;
            }
            out.sched().addWaking(compact, bytes, from, time);
        } else if (to - from < plan.minimumSize) {
            return FtraceParseStatus.FTRACE_STATUS_INVALID_EVENT;
        } else if (!isSelected(plan, from, to)) {
            return FtraceParseStatus.FTRACE_STATUS_OK;
        } else {
            out.write(plan, bytes, from, to, time);
        }
        lastRecorded = time;
        return FtraceParseStatus.FTRACE_STATUS_OK;
    }

    private boolean isSelected(EventPlan plan, int from, int to) {
        if (!events.records(plan, bytes, from)) {
            return false;
        }
        PrintRules rules = events.prints;
        if (rules == null || !plan.isPrint()) {
            return true;
        }
        int text = from + plan.textOffset();
        return rules.allows(bytes, text, LittleEndian.textEnd(bytes, text, to));
    }
}
