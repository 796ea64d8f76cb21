package traceglass.convert.cut.systrace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.state.LatestEvents;
import traceglass.convert.cut.state.OpenEvents;
import traceglass.convert.cut.state.RangeCut;
import traceglass.ingest.TraceInput;
import traceglass.ingest.systrace.SystraceLine;
import traceglass.ingest.text.TextLines;

/// Cuts a time range out of ftrace text. Writes the lines in the range, and at its start the markers of open slices,
/// the last values of counters and frequencies, and the running thread of each CPU. Keeps all lines that are not
/// events, such as the header, process lists and the page around the text in systrace HTML.
public final class SystraceCut implements RangeCut {

    private static final Pattern TIME = Pattern.compile("\\] .*?(\\d+)\\.(\\d+): ");
    private static final Set<String> MARKS = Set.of("tracing_mark_write", "0", "print");
    private static final Set<String> CPU_EVENTS = Set.of("cpu_frequency", "cpu_idle", "cpu_frequency_limits");
    private static final Pattern CPU_ID = Pattern.compile("cpu(?:_id)?=(\\d+)");
    /// Markers of the start of the trace in an HTML page. In the oldest pages, the trace is a JavaScript string
    /// with different line ends.
    private static final List<String> DATA_STARTS = List.of("<script class=\"trace-data\"", "var linuxPerfData = \"\\");
    private static final String DATA_END = "</script>";
    private static final Pattern ESCAPED_END = Pattern.compile("\\\\n\\\\?$");
    private static final int NS_DIGITS = 9;

    private final long start;
    private final long end;
    private final Map<Long, Long> moved = new HashMap<>();
    private boolean hasEvents;

    /// @param start first time of the range in ns
    /// @param end end of the range, exclusive
    public SystraceCut(long start, long end) {
        this.start = start;
        this.end = end;
    }

    /// Receiver of lines.
    private interface Visitor {

        /// @param event the event in the line, or null if the line is not an event
        void onLine(String text, @Nullable SystraceLine event, long ordinal) throws IOException;
    }

    private static void read(TraceInput input, Visitor visitor) throws IOException {
        byte[] head = input.head();
        boolean isPage = head.length > 0 && head[0] == '<';
        try (TextLines lines = new TextLines(input.asStream())) {
            boolean isData = !isPage;
            long ordinal = 0;
            for (String line = lines.next(); line != null; line = lines.next()) {
                boolean isEvent = isData && !line.startsWith("#");
                visitor.onLine(line, isEvent ? SystraceLine.parse(line) : null, ordinal++);
                if (isPage) {
                    isData = !line.contains(DATA_END)
                            && (isData || DATA_STARTS.stream().anyMatch(line::contains));
                }
            }
        }
    }

    /// Returns the earliest and latest time of events in ns. If there are no events, the first is greater than the
    /// second.
    public static long[] span(TraceInput input) throws IOException {
        long[] span = {Long.MAX_VALUE, Long.MIN_VALUE};
        read(input, (_, event, _) -> {
            if (event != null) {
                span[0] = Math.min(span[0], event.ts());
                span[1] = Math.max(span[1], event.ts());
            }
        });
        return span;
    }

    @Override
    public boolean scan(TraceInput input) throws IOException {
        OpenEvents open = new OpenEvents();
        LatestEvents latest = new LatestEvents();
        read(input, (_, event, ordinal) -> {
            if (event == null) {
                return;
            }
            hasEvents |= isInRange(event);
            if (event.ts() < start) {
                scanBefore(event, ordinal, open, latest);
            }
        });
        open.forEach((ordinal, _) -> moved.put(ordinal, start));
        latest.forEachId(ordinal -> moved.put(ordinal, start));
        return hasEvents;
    }

    private boolean isInRange(SystraceLine event) {
        return event.ts() >= start && event.ts() < end;
    }

    private static void scanBefore(SystraceLine event, long ordinal, OpenEvents open, LatestEvents latest) {
        if (event.event().equals("sched_switch")) {
            latest.add("cpu " + event.cpu(), event.ts(), ordinal);
        } else if (CPU_EVENTS.contains(event.event())) {
            Matcher cpu = CPU_ID.matcher(event.args());
            latest.add(List.of(event.event(), cpu.find() ? cpu.group(1) : ""), event.ts(), ordinal);
        } else if (MARKS.contains(event.event())) {
            readMarker(event, ordinal, open, latest);
        }
    }

    /// Reads an Android marker such as `B|pid|name`; see AtraceEvents of the importer.
    private static void readMarker(SystraceLine event, long ordinal, OpenEvents open, LatestEvents latest) {
        String text = ESCAPED_END.matcher(event.args()).replaceFirst("");
        String[] fields = text.strip().split("\\|", -1);
        String pid = fields.length > 1 ? fields[1] : "";
        String third = fields.length > 2 ? fields[2] : "";
        String last = fields[fields.length - 1];
        switch (fields[0]) {
            case "B" -> open.begin(event.tid(), event.ts(), ordinal);
            case "E" -> open.end(event.tid(), event.ts());
            case "S" -> open.begin(List.of("S", pid, third, last), event.ts(), ordinal);
            case "F" -> open.end(List.of("S", pid, third, last), event.ts());
            case "G" -> open.begin(List.of("G", pid, third, last), event.ts(), ordinal);
            case "H" -> open.end(List.of("G", pid, third, last), event.ts());
            case "C" -> latest.add(List.of("C", pid, third), event.ts(), ordinal);
            default -> {}
        }
    }

    @Override
    public boolean write(TraceInput input, OutputStream out) throws IOException {
        OutputStream text = new BufferedOutputStream(out, 1 << 16);
        read(input, (line, event, ordinal) -> {
            Long time = moved.get(ordinal);
            if (event == null || isInRange(event)) {
                writeLine(text, line);
            } else if (time != null) {
                writeLine(text, withTime(line, time));
            }
        });
        text.flush();
        return false;
    }

    /// Returns the line with another time, rounded up to the precision of the line, so that it is not before
    /// the range.
    private static String withTime(String line, long ns) {
        Matcher m = TIME.matcher(line);
        if (!m.find()) {
            return line;
        }
        int digits = Math.min(NS_DIGITS, m.group(2).length());
        String seconds = BigDecimal.valueOf(ns, NS_DIGITS)
                .setScale(digits, RoundingMode.CEILING)
                .toPlainString();
        return line.substring(0, m.start(1)) + seconds + line.substring(m.end(2));
    }

    private static void writeLine(OutputStream out, String line) throws IOException {
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.write('\n');
    }
}
