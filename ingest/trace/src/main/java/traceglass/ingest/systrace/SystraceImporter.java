package traceglass.ingest.systrace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports systrace, atrace and ftrace text.
public final class SystraceImporter implements Importer {

    private static final String ATRACE_MARK = "TRACE:\n";
    /// Number of bytes in which markers of the format are searched.
    private static final int LOOKAHEAD = 4096;

    @Override
    public String id() {
        return "systrace";
    }

    @Override
    public String displayName() {
        return "systrace or ftrace text";
    }

    @Override
    public int priority() {
        return 200;
    }

    @Override
    public boolean sniff(byte[] head) {
        String start = start(head);
        String lower = start.toLowerCase(Locale.ROOT);
        return start.contains("# tracer")
                || lower.startsWith("<!doctype html>")
                || lower.startsWith("<html>")
                || start.contains(ATRACE_MARK)
                || start.startsWith("cpus=")
                || start.startsWith(" ") && !TextHead.isBinary(head)
                || start.indexOf('\n') > 0 && SystraceLine.parse(start.substring(0, start.indexOf('\n'))) != null
                || start.startsWith("version = ") && start.contains("cpus=");
    }

    private static String start(byte[] head) {
        return new String(head, 0, Math.min(head.length, LOOKAHEAD), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.processes().mapZeroToIdle();
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.MONOTONIC);
        clocks.useOnly(clock);
        SystraceEvents events = new SystraceEvents(context);
        EventSorter.Queue queue = context.sorter().queue(events);
        String start = start(input.head());
        SystraceReader reader = new SystraceReader(context, start.startsWith("<"), events, line -> {
            long ts = clocks.defaultToTraceTime(line.ts());
            if (ts != ClockTracker.NONE) {
                queue.push(ts, 0, ts == line.ts() ? line : line.withTime(ts));
            }
        });
        InputStream in = input.asStream();
        int mark = start.indexOf(ATRACE_MARK);
        if (mark >= 0) {
            in.skipNBytes(mark + ATRACE_MARK.length());
        }
        try (TextLines text = new TextLines(in)) {
            reader.read(text);
        }
        if (mark < 0 && !reader.hasFoundTrace()) {
            throw new TraceProblem(input.name()
                    + (start.startsWith("<")
                            ? " is an HTML page without a systrace trace"
                            : " is not a trace in a supported format: it is text, but not ftrace output"));
        }
    }
}
