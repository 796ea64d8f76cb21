package traceglass.ingest.textstacks;

import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;

/// Call tree that is printed with one function on each line, callers before their callees and callees further to the
/// right. The value of a function without its callees is its own value less those of its callees.
final class StackTree {

    /// Marks a line that does not print the value without callees.
    static final double FROM_CALLEES = Double.NaN;

    private final StackSums sums;
    private final int profile;
    private final GrowingInts columns = new GrowingInts();
    private final GrowingInts callsites = new GrowingInts();
    private final GrowingDoubles rest = new GrowingDoubles();
    private final GrowingDoubles own = new GrowingDoubles();

    /// @param profile as returned by [StackSums#profile]
    StackTree(StackSums sums, int profile) {
        this.sums = sums;
        this.profile = profile;
    }

    /// Adds a line of the tree.
    ///
    /// @param column column of its text, which determines its depth
    /// @param total value with callees
    /// @param self value without callees, or [#FROM_CALLEES]
    void add(int column, double total, double self, int frame) {
        while (columns.size() > 0 && columns.get(columns.size() - 1) >= column) {
            close();
        }
        int last = columns.size() - 1;
        if (last >= 0) {
            rest.set(last, rest.get(last) - total);
        }
        int parent = last < 0 ? -1 : callsites.get(last);
        columns.add(column);
        callsites.add(last + 1 < StackSums.MAX_DEPTH ? sums.frames().callsite(parent, frame) : parent);
        rest.add(total);
        own.add(self);
    }

    private void close() {
        int last = columns.size() - 1;
        double self = Double.isNaN(own.get(last)) ? rest.get(last) : own.get(last);
        sums.add(profile, callsites.get(last), self);
        columns.removeLast();
        callsites.removeLast();
        rest.removeLast();
        own.removeLast();
    }

    /// Ends the tree. Another one may follow.
    void finish() {
        while (columns.size() > 0) {
            close();
        }
    }
}
