package traceglass.convert.cut;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.select.CutSelection;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.ImportProgress;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Cuts a time range out of a Perfetto trace, a Chrome JSON trace or ftrace text. The result is a complete trace that
/// any reader can open: open slices, the last values of counters and the running threads are written at the start of
/// the range. Times, tracks, processes and sequences are the same as in the whole trace.
public final class TraceCut {

    /// A range of trace time in ns.
    ///
    /// @param isAbsolute whether the times are timestamps of the trace; otherwise they count from its first event
    /// @param end end of the range, exclusive
    public record Range(long start, long end, boolean isAbsolute) {

        /// The whole trace.
        public static final Range ALL = new Range(-(1L << 61), 1L << 61, true);
    }

    private TraceCut() {}

    /// Returns the times of the first and last event in ns, or null if there are no events.
    public static @Nullable TimeSpan span(Path trace, ImportProgress progress) throws IOException, ConvertProblem {
        return span(trace, PacketSelector.of(trace, CutSelection.ALL, progress), progress);
    }

    private static @Nullable TimeSpan span(Path trace, PacketSelector selector, ImportProgress progress)
            throws IOException, ConvertProblem {
        EventSpan span = new EventSpan(selector);
        PacketFile.read(trace, span, progress);
        return span.isEmpty() ? null : new TimeSpan(span.first(), span.last());
    }

    /// Writes all content in a range; see [#run(Path, Range, CutSelection, OutputStream, ImportProgress)].
    public static String run(Path trace, Range range, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        return run(trace, range, CutSelection.ALL, out, progress);
    }

    /// Writes the trace of a range.
    ///
    /// @param selection content to write; must select everything for formats other than Perfetto's
    /// @return a description of the data lost because the trace is damaged; empty if there is none
    /// @throws ConvertProblem if the file has an unsupported format, or no events in the range
    public static String run(Path trace, Range range, CutSelection selection, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        String format = TextTraceCut.format(trace, progress);
        if (!format.isEmpty() && !selection.isAll()) {
            throw new ConvertProblem(trace + " is not a Perfetto trace; other formats can only be cut by time range");
        }
        return format.isEmpty()
                ? runPackets(trace, range, selection, out, progress).loss()
                : TextTraceCut.run(trace, format, range, out, progress);
    }

    private static PacketFile.Summary runPackets(
            Path trace, Range range, CutSelection selection, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        PacketSelector selector = PacketSelector.of(trace, selection, progress);
        long offset = 0;
        if (!range.isAbsolute()) {
            TimeSpan span = span(trace, progress);
            if (span == null) {
                throw new ConvertProblem(trace + " has no events");
            }
            offset = span.start();
        }
        CutScan scan = new CutScan(range.start() + offset, range.end() + offset, selector);
        PacketFile.read(trace, scan, progress);
        CutPlan plan = scan.finish();
        if (plan.eventsInRange() == 0) {
            TimeSpan selected = span(trace, selector, progress);
            throw new ConvertProblem(
                    selected == null && !selection.isAll()
                            ? trace + " has no events in this selection"
                            : emptyRangeMessage(trace, selected));
        }
        return PacketFile.read(trace, new CutWriter(plan, selector, out), progress);
    }

    static String emptyRangeMessage(Path trace, @Nullable TimeSpan span) {
        return span == null
                ? trace + " has no events"
                : "no events in this range; the trace begins at @" + span.start() + "ns and lasts "
                        + TimeText.duration(span.durNs());
    }
}
