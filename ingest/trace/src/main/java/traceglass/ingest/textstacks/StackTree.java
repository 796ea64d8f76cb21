package traceglass.ingest.textstacks;

import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;

/// Call tree printed with one function per line, in which callees follow their callers and are indented further. The
/// self value of a function is its total minus the totals of its callees, unless the tool prints it.
final class StackTree {

    /// Self value of a line that does not print it; it is then computed from the callees.
    static final double FROM_CALLEES = Double.NaN;

    private final StackProfileWriter writer;
    private final int profile;
    private final GrowingInts columns = new GrowingInts();
    private final GrowingInts callsites = new GrowingInts();
    private final GrowingDoubles remaining = new GrowingDoubles();
    private final GrowingDoubles selfValues = new GrowingDoubles();

    /// @param profile as returned by [StackProfileWriter#profile]
    StackTree(StackProfileWriter writer, int profile) {
        this.writer = writer;
        this.profile = profile;
    }

    /// Adds a line of the tree.
    ///
    /// @param column column at which the text starts, which determines the depth
    /// @param total value including callees
    /// @param self value without callees, or [#FROM_CALLEES]
    void add(int column, double total, double self, int frame) {
        while (columns.size() > 0 && columns.get(columns.size() - 1) >= column) {
            close();
        }
        int last = columns.size() - 1;
        if (last >= 0) {
            remaining.set(last, remaining.get(last) - total);
        }
        int parent = last < 0 ? -1 : callsites.get(last);
        columns.add(column);
        callsites.add(last + 1 < StackProfileWriter.MAX_DEPTH ? writer.frames().callsite(parent, frame) : parent);
        remaining.add(total);
        selfValues.add(self);
    }

    private void close() {
        int last = columns.size() - 1;
        double self = Double.isNaN(selfValues.get(last)) ? remaining.get(last) : selfValues.get(last);
        writer.add(profile, callsites.get(last), self);
        columns.removeLast();
        callsites.removeLast();
        remaining.removeLast();
        selfValues.removeLast();
    }

    /// Ends the tree. Another one may follow.
    void finish() {
        while (columns.size() > 0) {
            close();
        }
    }
}
