package traceglass.ingest.perftext;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports the output of `perf script` with any choice of fields (`-F`), and simpleperf's reports in the same form.
public final class PerfTextImporter implements Importer {

    private static final String BLANKS = " ".repeat(8);
    private static final String HEADER = "# ========";
    private static final String HEADER_LINE = "# captured on";
    /// Maximum number of other lines, such as warnings of perf, before the first sample.
    private static final int MAX_WARNINGS = 8;
    /// Maximum number of chars that are read before it is known whether times are those since the previous line.
    private static final int MAX_LOOKAHEAD = 4 << 20;

    /// Comments that identify the tables printed by `perf report`.
    private static final List<String> REPORT_MARKS =
            List.of("# To display the perf.data header", "# Overhead ", "# Total Lost Samples:");

    @Override
    public String id() {
        return "perf_text";
    }

    @Override
    public String displayName() {
        return "perf script text";
    }

    @Override
    public int priority() {
        return 195;
    }

    @Override
    public boolean isText() {
        return true;
    }

    /// Accepts perf's header, or text whose first line is a sample. A sample without a time or a thread must be
    /// followed by a frame.
    @Override
    public boolean sniff(byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        if (head.length == 0 || text.indexOf('\0') >= 0) {
            return false;
        }
        String[] lines = text.substring(text.charAt(0) == '\uFEFF' ? 1 : 0).split("\r\n|\n|\r", -1);
        boolean hasHeader = false;
        int others = 0;
        for (int i = 0; i < lines.length && others <= MAX_WARNINGS; i++) {
            String line = lines[i];
            String next = i + 1 < lines.length ? lines[i + 1] : "";
            if (line.startsWith("#")) {
                hasHeader |= line.startsWith(HEADER_LINE) && text.contains(HEADER);
                if (isReport(line)) {
                    return true;
                }
            } else if (!line.isBlank()) {
                boolean isSample = others == 0
                        ? isSample(line, next)
                        : SampleLine.parseTimed(line) != null && isSample(line, next) && isFrame(next);
                if (hasHeader || isSample) {
                    return true;
                }
                others++;
            }
        }
        return hasHeader;
    }

    private static boolean isReport(String line) {
        return REPORT_MARKS.stream().anyMatch(line::startsWith);
    }

    /// Frames are indented by a tab, which some programs have replaced by blanks or removed.
    private static boolean isFrame(String line) {
        boolean isTab = line.startsWith("\t");
        FrameLine frame =
                isTab || line.startsWith(BLANKS) || FrameLine.isUnindented(line) ? FrameLine.parse(line) : null;
        return frame != null && (isTab || frame.hasLibrary());
    }

    private static boolean isSample(String line, String next) {
        boolean hasFrameBelow = isFrame(next);
        SampleLine timed = SampleLine.parseTimed(line);
        if (timed != null) {
            return timed.tid() != SampleLine.NONE || hasFrameBelow;
        }
        if (line.startsWith("\t")) {
            // With only addresses and symbols, there are only stacks.
            return FrameLine.parse(line) != null && hasFrameBelow;
        }
        SampleLine untimed = SampleLine.parseUntimed(line);
        FrameLine frame = untimed == null ? null : FrameLine.parse(untimed.textAfterEvent());
        return untimed != null && (hasFrameBelow || frame != null && frame.hasLibrary())
                || FrameLine.isAligned(next) && SampleLine.parseNamed(line) != null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.MONOTONIC);
        clocks.useOnly(clock);
        PerfTextReader reader = new PerfTextReader(context, input);
        try (TextLines text = new TextLines(input.asStream())) {
            DeltaTimes deltas = new DeltaTimes();
            List<String> start = new ArrayList<>();
            int length = 0;
            for (String line = ""; !deltas.isDecided() && length < MAX_LOOKAHEAD && line != null; ) {
                line = text.next();
                if (line != null) {
                    deltas.add(line);
                    start.add(line);
                    length += line.length();
                }
            }
            reader.setDeltas(deltas.areDeltas());
            for (String line : start) {
                parse(line, reader, input);
            }
            start.clear();
            for (String line = text.next(); line != null; line = text.next()) {
                parse(line, reader, input);
            }
        }
        reader.endText();
        if (!reader.hasSamples()) {
            throw new TraceProblem(
                    input.name() + " has no samples: it contains only the header of the output of perf script");
        }
    }

    private static void parse(String line, PerfTextReader reader, TraceInput input) throws TraceProblem {
        if (!reader.hasSamples() && isReport(line)) {
            throw new TraceProblem(input.name() + " is a table of perf report, which has no samples. Write them"
                    + " with `perf script > out.txt`");
        }
        reader.parseLine(line);
    }
}
