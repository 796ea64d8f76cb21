package traceglass.ingest.perfetto.trackevent;

import java.util.Objects;
import traceglass.store.table.StringPool;

/// Data of a `TrackDescriptor`, kept until an event needs the track. Strings are string pool ids.
final class TrackReservation {

    /// How sibling tracks are merged.
    enum Merge {
        BY_NAME,
        NONE,
        BY_KEY
    }

    /// Order in which children are shown.
    enum ChildOrder {
        UNKNOWN(null),
        LEXICOGRAPHIC("lexicographic"),
        CHRONOLOGICAL("chronological"),
        EXPLICIT("explicit");

        final String label;

        ChildOrder(String label) {
            this.label = label;
        }
    }

    /// Data specific to counters.
    record Counter(
            int category, long unitMultiplier, boolean isIncremental, int unit, int builtinType, int yAxisShareKey) {

        boolean isForSameTrack(Counter o) {
            return category == o.category
                    && unitMultiplier == o.unitMultiplier
                    && isIncremental == o.isIncremental
                    && builtinType == o.builtinType
                    && yAxisShareKey == o.yAxisShareKey;
        }
    }

    long parentUuid;
    Long pid;
    Long tid;
    long minTs;
    int name = StringPool.NULL;
    int description = StringPool.NULL;
    boolean isSeparate;
    boolean hasSyntheticTid;
    boolean isState;
    Counter counter;
    ChildOrder childOrder = ChildOrder.UNKNOWN;
    boolean hasExplicitProcesses;
    boolean hasExplicitThreads;
    Integer siblingRank;
    Merge merge = Merge.BY_NAME;
    int mergeKey = StringPool.NULL;

    boolean isCounter() {
        return counter != null;
    }

    /// Returns whether two descriptors may describe the same track: a track's parent and kind do not change.
    boolean isForSameTrack(TrackReservation o) {
        if (isCounter() != o.isCounter() || counter != null && !counter.isForSameTrack(o.counter)) {
            return false;
        }
        return parentUuid == o.parentUuid
                && Objects.equals(pid, o.pid)
                && Objects.equals(tid, o.tid)
                && isState == o.isState
                && merge == o.merge
                && mergeKey == o.mergeKey;
    }
}
