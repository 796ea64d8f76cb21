package traceglass.sql.compute;

/// Splits two tables of spans at each other's boundaries: returns the common time of each pair that overlaps
/// within a partition and, if gaps are filled, the time in which only one side has a span.
///
/// For each partition, both sides are walked in order of time: their spans and, if gaps count, the gaps between
/// them (also from 0 to the first span, and from the last span to the end of time). In each step, the overlap of
/// the two current spans or gaps is emitted, and the side whose span or gap ends first advances. Empty spans, and
/// those with a duration of -1, count at their start.
public final class SpanJoin {

    /// Gaps of a side that are filled.
    public enum Gaps {
        /// None: only times covered by both sides.
        NONE,
        /// Gaps in partitions in which the side has spans.
        PRESENT,
        /// All, including whole partitions without spans.
        ALL
    }

    /// One side: spans sorted by partition and start.
    ///
    /// @param spans columns ts, dur, partition (any value if not partitioned)
    public record Side(LongRows spans, boolean isPartitioned, Gaps gaps) {}

    private static final long END = Long.MAX_VALUE;

    private final Side a;
    private final Side b;
    /// ts, dur, partition, row of a or NULL, row of b or NULL, number
    private final LongRows out = new LongRows(6);

    private SpanJoin(Side a, Side b) {
        this.a = a;
        this.b = b;
    }

    /// Returns the spans of the join, sorted by partition and time: columns ts, dur, partition, row in `a` and row
    /// in `b` (from 0, NULL in a gap), and the span's own number.
    public static LongRows join(Side a, Side b) {
        SpanJoin join = new SpanJoin(a, b);
        if (!a.isPartitioned && !b.isPartitioned) {
            join.joinPartition(0, 0, a.spans.size(), 0, b.spans.size());
        } else {
            join.joinPartitions();
        }
        return join.out;
    }

    private void joinPartitions() {
        int i = 0;
        int j = 0;
        int na = a.spans.size();
        int nb = b.spans.size();
        while (a.isPartitioned && i < na || b.isPartitioned && j < nb) {
            long next = Long.MAX_VALUE;
            if (a.isPartitioned && i < na) {
                next = a.spans.get(2, i);
            }
            if (b.isPartitioned && j < nb) {
                next = Math.min(next, b.spans.get(2, j));
            }
            int iEnd = a.isPartitioned ? end(a.spans, i, next) : na;
            int jEnd = b.isPartitioned ? end(b.spans, j, next) : nb;
            joinPartition(next, a.isPartitioned ? i : 0, iEnd, b.isPartitioned ? j : 0, jEnd);
            i = a.isPartitioned ? iEnd : i;
            j = b.isPartitioned ? jEnd : j;
        }
    }

    private static int end(LongRows spans, int from, long partition) {
        int i = from;
        while (i < spans.size() && spans.get(2, i) == partition) {
            i++;
        }
        return i;
    }

    private void joinPartition(long partition, int aStart, int aEnd, int bStart, int bEnd) {
        Walk wa = new Walk(a, aStart, aEnd);
        Walk wb = new Walk(b, bStart, bEnd);
        while (!wa.isDone && !wb.isDone) {
            boolean isReal = wa.row >= 0 || wb.row >= 0;
            boolean overlaps = wa.start == wb.start && wa.row >= 0 && wb.row >= 0
                    || wa.start >= wb.start && wa.start < wb.end()
                    || wb.start >= wa.start && wb.start < wa.end();
            if (isReal && overlaps) {
                long start = Math.max(wa.start, wb.start);
                out.add(
                        start,
                        Math.min(wa.rawEnd, wb.rawEnd) - start,
                        partition,
                        wa.row < 0 ? LongRows.NULL : wa.row,
                        wb.row < 0 ? LongRows.NULL : wb.row,
                        out.size());
            }
            boolean isAFirst = wa.end() != wb.end() ? wa.end() < wb.end() : wa.row < 0 && wb.row >= 0;
            (isAFirst ? wa : wb).next();
        }
    }

    /// Walk over the spans and gaps of one side in one partition.
    private static final class Walk {
        private final LongRows spans;
        private final boolean fillsGaps;
        private final int last;
        private int index;
        private boolean isInGap;
        private boolean isDone;
        private long start;
        private long rawEnd;
        /// Row of the span, -1 in a gap.
        private int row;

        Walk(Side side, int from, int to) {
            spans = side.spans;
            last = to;
            index = from;
            boolean isEmpty = from == to;
            // An empty table is a single gap if gaps count at all.
            fillsGaps = side.gaps == Gaps.ALL || side.gaps == Gaps.PRESENT && (!isEmpty || !side.isPartitioned);
            if (fillsGaps) {
                isInGap = true;
                row = -1;
                start = 0;
                rawEnd = isEmpty ? END : spans.get(0, from);
                if (start == rawEnd) {
                    next();
                }
            } else if (isEmpty) {
                isDone = true;
            } else {
                moveToSpan();
            }
        }

        /// Returns the end of the current span or gap; a span with a duration of -1 ends where it starts.
        long end() {
            return rawEnd - start == -1 ? start : rawEnd;
        }

        private void moveToSpan() {
            isInGap = false;
            row = index;
            start = spans.get(0, index);
            rawEnd = start + spans.get(1, index);
            index++;
        }

        void next() {
            if (isInGap) {
                if (index < last) {
                    moveToSpan();
                } else {
                    isDone = true;
                }
                return;
            }
            if (!fillsGaps) {
                if (index < last) {
                    moveToSpan();
                } else {
                    isDone = true;
                }
                return;
            }
            long gapStart = end();
            isInGap = true;
            row = -1;
            start = gapStart;
            rawEnd = index < last ? spans.get(0, index) : END;
            if (start == rawEnd) {
                next();
            }
        }
    }
}
