package traceglass.ingest.ftrace;

import traceglass.ingest.perfetto.packet.SequenceState;

/// Data shared by the events of one bundle while they wait to be sorted: buffer, CPU and sequence state. A `long`, the
/// location of an event, contains its offset and length in the buffer, or its index in the compact columns.
///
/// @param compact the scheduling events in compact encoding; null if there are none
record FtraceBundle(byte[] buffer, SequenceState state, int cpu, CompactSched compact) {

    private static final long COMPACT = Long.MIN_VALUE;
    private static final long WAKING = 1L << 62;

    static long location(int offset, int length) {
        return (long) offset << 32 | length;
    }

    static int offset(long location) {
        return (int) (location >>> 32);
    }

    static int length(long location) {
        return (int) location;
    }

    static long compactSwitch(int index) {
        return COMPACT | index;
    }

    static long compactWaking(int index) {
        return COMPACT | WAKING | index;
    }

    static boolean isCompact(long location) {
        return location < 0;
    }

    static boolean isWaking(long location) {
        return (location & WAKING) != 0;
    }

    static int index(long location) {
        return (int) location;
    }
}
