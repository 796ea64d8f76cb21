package traceglass.app.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.convert.merge.MergeOptions;
import traceglass.convert.merge.TraceMerge;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.time.TimeSpan;

/// Two traces to merge, how they are aligned, and how far the user moved the second one.
///
/// @param main span of the first trace in its own times
/// @param other span of the other trace in the times of the first one, after the automatic alignment
/// @param foundOffset offset of the automatic alignment, ns; 0 if there is none
/// @param method method of the automatic alignment; empty if the traces have nothing in common
/// @param residualNs largest known difference between the alignment and the measured times, −1 if unknown
/// @param problem reason why the traces could not be aligned, or an empty string
/// @param offset offset that the user chose, ns
record MergeChoice(
        Path first,
        Path second,
        TimeSpan main,
        TimeSpan other,
        long foundOffset,
        String method,
        long residualNs,
        String problem,
        long offset) {

    /// Reads both traces and aligns them. Traces that have nothing in common start at the same time.
    ///
    /// @throws ConvertProblem if one can't be merged
    static MergeChoice read(Path first, Path second, ImportProgress progress) throws IOException, ConvertProblem {
        List<Path> files = List.of(first, second);
        try {
            return of(TraceMerge.of(files, MergeOptions.DEFAULT, progress), "");
        } catch (ConvertProblem e) {
            // With an explicit offset, the traces need no common clock; other problems remain.
            TraceMerge unaligned = TraceMerge.of(files, MergeOptions.ofOffset(0), progress);
            long offset = unaligned.start(0) - unaligned.start(1);
            return of(TraceMerge.of(files, MergeOptions.ofOffset(offset), progress), String.valueOf(e.getMessage()));
        }
    }

    private static MergeChoice of(TraceMerge merge, String problem) {
        TraceMerge.Aligned main = merge.aligned().getFirst();
        TraceMerge.Aligned other = merge.aligned().getLast();
        long offset = other.alignment().offsetAt(merge.start(1));
        long start = merge.start(1) + offset;
        return new MergeChoice(
                main.file(),
                other.file(),
                new TimeSpan(merge.start(0), merge.start(0) + main.spanNs()),
                new TimeSpan(start, start + other.spanNs()),
                offset,
                problem.isEmpty() ? other.alignment().method() : "",
                other.alignment().residualNs(),
                problem,
                offset);
    }

    MergeChoice withOffset(long ns) {
        return new MergeChoice(first, second, main, other, foundOffset, method, residualNs, problem, ns);
    }

    /// Returns the span of the second trace with the chosen offset.
    TimeSpan shiftedSpan() {
        long change = offset - foundOffset;
        return new TimeSpan(other.start() + change, other.end() + change);
    }

    boolean isShifted() {
        return offset != foundOffset;
    }

    /// Returns the options for the merge. An unchanged alignment may include a clock rate, which an offset
    /// cannot express.
    MergeOptions options() {
        return isShifted() || method.isEmpty() ? MergeOptions.ofOffset(offset) : MergeOptions.DEFAULT;
    }
}
