package traceglass.convert.cut;

import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongMap;

/// Result of the first pass: the parts of a trace to write in addition to the events in the range.
final class CutPlan {

    /// Packets of a sequence to write, and the packets whose state (such as interned data) they need.
    static final class SequencePlan {

        private final GrowingLongs clears = new GrowingLongs();
        private long firstPacket = Long.MAX_VALUE;
        private long firstKept = Long.MAX_VALUE;
        private long lastKept = -1;
        private boolean hasFirstMark;
        private boolean needsWholeState;

        void recordPacket(long ordinal, boolean clearsState, boolean isFirst) {
            firstPacket = Math.min(firstPacket, ordinal);
            hasFirstMark |= isFirst;
            if (clearsState) {
                clears.add(ordinal);
            }
        }

        void keep(long ordinal) {
            firstKept = Math.min(firstKept, ordinal);
            lastKept = Math.max(lastKept, ordinal);
        }

        /// Keeps the state of all packets from the first one on.
        void keepWholeState() {
            needsWholeState = true;
        }

        /// Returns whether a written packet needs the state in the given packet.
        boolean needsState(long ordinal) {
            return ordinal <= lastKept && ordinal >= stateStart();
        }

        private long stateStart() {
            if (needsWholeState) {
                return firstPacket;
            }
            long start = firstPacket;
            for (int i = 0; i < clears.size() && clears.get(i) <= firstKept; i++) {
                start = clears.get(i);
            }
            return start;
        }

        /// Returns whether a packet of the sequence is marked as the first one.
        boolean hasFirstMark() {
            return hasFirstMark;
        }
    }

    final long start;
    final long end;
    final LongMap<SequencePlan> sequences;
    /// New times of events in ftrace bundles, by [FtraceState#id].
    final LongMap<Long> ftrace;
    /// New times of packets, by their index in the trace.
    final LongMap<Long> packets;
    /// Packets with the last values of each process, by [ProcessStatsKey].
    final Map<Object, Long> processStats;
    /// Packets with threads that were created before the range.
    final List<byte[]> threads;
    private final long eventsInRange;

    CutPlan(
            long start,
            long end,
            LongMap<SequencePlan> sequences,
            LongMap<Long> ftrace,
            LongMap<Long> packets,
            Map<Object, Long> processStats,
            List<byte[]> threads,
            long eventsInRange) {
        this.start = start;
        this.end = end;
        this.sequences = sequences;
        this.ftrace = ftrace;
        this.packets = packets;
        this.processStats = processStats;
        this.threads = threads;
        this.eventsInRange = eventsInRange;
    }

    /// Returns the number of packets with events in the range.
    long eventsInRange() {
        return eventsInRange;
    }

    /// Returns whether a time is in the range.
    boolean contains(long ts) {
        return ts >= start && ts < end;
    }

    /// Returns the time, clamped to the range.
    long clamp(long ts) {
        return Math.clamp(ts, start, Math.max(start, end - 1));
    }
}
