package traceglass.ingest.textstacks;

import java.util.ArrayList;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;

/// Tree of callers that is printed with one function on each line, functions before their callers and callers further
/// to the right. The part of a value that no caller accounts for belongs to stacks that begin with the function.
final class CallerTree {

    private final StackProfileWriter writer;
    private final int profile;
    private final GrowingInts columns = new GrowingInts();
    private final ArrayList<Integer> frames = new ArrayList<>();
    private final GrowingDoubles selfValues = new GrowingDoubles();

    /// @param profile as returned by [StackProfileWriter#profile]
    CallerTree(StackProfileWriter writer, int profile) {
        this.writer = writer;
        this.profile = profile;
    }

    /// Adds a line of the tree.
    ///
    /// @param column column of its text, which determines its depth
    /// @param value value of the function, or the part of the callee's value that this caller accounts for
    void add(int column, double value, int frame) {
        while (columns.size() > 0 && columns.get(columns.size() - 1) >= column) {
            close();
        }
        int last = columns.size() - 1;
        if (last >= 0) {
            selfValues.set(last, selfValues.get(last) - value);
        }
        if (last + 1 < StackProfileWriter.MAX_DEPTH) {
            columns.add(column);
            frames.add(frame);
            selfValues.add(value);
        } else {
            selfValues.set(last, selfValues.get(last) + value);
        }
    }

    private void close() {
        int last = columns.size() - 1;
        if (selfValues.get(last) > 0) {
            writer.add(profile, writer.callsite(frames), selfValues.get(last));
        }
        columns.removeLast();
        frames.removeLast();
        selfValues.removeLast();
    }

    /// Ends the tree. Another one may follow.
    void finish() {
        while (columns.size() > 0) {
            close();
        }
    }
}
