package traceglass.ingest.presentmon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.QuotedValues;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports frame tables of PresentMon, versions 1 and 2, and of CapFrameX, OCAT and FrameView.
public final class PresentMonImporter implements Importer {

    private static final int SNIFFED_LINES = 64;

    @Override
    public String id() {
        return "presentmon";
    }

    @Override
    public String displayName() {
        return "PresentMon frames";
    }

    @Override
    public int priority() {
        return 179;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        return header(lines(head)) != null;
    }

    private static List<String> lines(byte[] head) {
        return TextHead.exceptJson(head).lines().limit(SNIFFED_LINES).toList();
    }

    /// Returns the columns of the first line that is not a comment of CapFrameX.
    private static FrameColumns header(List<String> lines) {
        for (String line : lines) {
            if (!isComment(line)) {
                return FrameColumns.of(line);
            }
        }
        return null;
    }

    private static boolean isComment(String line) {
        return line.isBlank() || line.startsWith("//") || line.startsWith("\ufeff//");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        List<String> start = lines(input.head());
        FrameColumns columns = header(start);
        if (columns == null) {
            throw new TraceProblem(input.name() + " has no table of frames");
        }
        List<List<String>> rows = new ArrayList<>();
        start.stream().skip(1).map(QuotedValues::split).forEach(row -> {
            if (row.size() >= columns.titles().size()) {
                rows.add(row);
            }
        });
        FrameTimes times = FrameTimes.of(columns, rows);
        context.clocks().useOnly(times.isDate() ? ClockId.of(ClockId.REALTIME) : ClockId.ofFile(context.traceId()));
        FrameWriter writer = new FrameWriter(context, columns, times);
        boolean hasHeader = false;
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (isComment(line)) {
                    continue;
                }
                if (!hasHeader) {
                    hasHeader = true;
                } else if (!writer.write(QuotedValues.split(line))) {
                    context.logs().recordAt(StatNames.PRESENTMON_LINE_SKIPPED, input.position(), null);
                }
            }
        }
    }
}
