package traceglass.ingest.systrace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Reads the lines of a trace from plain text or from the `trace-data` scripts of systrace HTML, which contain
/// process lists next to the trace. In the oldest systrace HTML the trace is one long JavaScript string,
/// `linuxPerfData`. Text before the first line of a trace (atrace's `TRACE:`, the headers of `trace-cmd report`,
/// comments) is skipped. Plain text may be escaped like a string literal.
final class SystraceReader {

    private static final Pattern ENTRIES =
            Pattern.compile("^#\\s*entries-in-buffer/entries-written:\\s*(\\d{1,18})/(\\d{1,18})");
    private static final String DATA_SECTION = "<script class=\"trace-data\" type=\"application/text\">";
    private static final String SECTION_END = "</script>";
    private static final String OLD_DATA = "var linuxPerfData = \"\\";
    private static final List<String> OLD_LINE_ENDS = List.of("\\n\\", "\\n");
    private static final String PLACEHOLDER = "trace_event_clock_sync: parent_ts=0.0";
    private static final String LITERAL_START = "# tracer";
    private static final String FUNCTION_GRAPH = LITERAL_START + ": function_graph";
    private static final String QUOTED_START = "\"" + LITERAL_START;
    private static final String LIST_START = "USER ";
    /// Start of a line with a function of a callstack.
    private static final String CALLER = "=> ";
    private static final int MAX_CALLERS = 256;
    /// End of the names of events whose functions are on the following lines.
    private static final String STACK = "_stack";

    private enum Part {
        TRACE,
        BETWEEN,
        SECTION_START,
        PROCESSES,
        THREADS,
        /// Output of `ps` on old devices, which mixes processes and threads in one list and does not
        /// distinguish them.
        OLD_LIST,
        OTHER,
        DONE
    }

    private final ImportContext context;
    private final Consumer<SystraceLine> lines;
    private final boolean isHtml;
    private final SystraceEvents events;
    private final TraceCmdReport report;
    private final LostEventLines losses;
    private final FunctionGraphText functions = new FunctionGraphText();
    private boolean isFunctionGraph;
    private final List<String> callers = new ArrayList<>();
    private SystraceLine stack;
    private boolean hasLine;
    private boolean hasTraceMarker;
    /// Whether line breaks, quotes and backslashes are escaped.
    private boolean isEscaped;
    private Part part;

    /// @param events receives each line before the lines are sorted, and is notified of a `trace-cmd` report
    /// @param lines receives each line of the trace, with its time as printed
    SystraceReader(ImportContext context, boolean isHtml, SystraceEvents events, Consumer<SystraceLine> lines) {
        this.context = context;
        this.isHtml = isHtml;
        this.events = events;
        this.report = events.report();
        this.lines = lines;
        losses = new LostEventLines(context);
        part = isHtml ? Part.BETWEEN : Part.TRACE;
    }

    /// Returns whether there was a line of a trace, or at least a header or element that precedes one.
    boolean hasFoundTrace() {
        return hasLine || hasTraceMarker;
    }

    void read(TextLines in) throws IOException {
        String line;
        while (part != Part.DONE && (line = in.next()) != null) {
            if (part != Part.TRACE && part != Part.BETWEEN && line.contains(SECTION_END)) {
                part = Part.BETWEEN;
                continue;
            }
            switch (part) {
                case BETWEEN -> {
                    if (line.strip().equals(OLD_DATA)) {
                        part = Part.TRACE;
                        isEscaped = true;
                        hasTraceMarker = true;
                    } else if (line.contains(DATA_SECTION)) {
                        part = Part.SECTION_START;
                        hasTraceMarker = true;
                        continueSection(line.substring(line.indexOf(DATA_SECTION) + DATA_SECTION.length()));
                    }
                }
                case SECTION_START -> continueSection(line);
                case PROCESSES, THREADS, OLD_LIST -> readTaskLine(line);
                case TRACE -> readLines(line);
                default -> {}
            }
        }
        endStack();
        losses.end();
    }

    private void continueSection(String line) {
        if (line.startsWith("#") && line.contains("TASK-PID")) {
            part = Part.TRACE;
        } else if (line.startsWith("PROCESS DUMP")) {
            part = Part.PROCESSES;
        } else if (line.startsWith("CGROUP DUMP")) {
            part = Part.OTHER;
        }
    }

    /// Reads a line of the file, which contains the whole trace if that was written as a string literal.
    private void readLines(String line) {
        if (!isHtml && line.endsWith(OLD_LINE_ENDS.getFirst())) {
            isEscaped = true;
        } else if (!isHtml && isLiteral(line)) {
            isEscaped = true;
            String text = line.startsWith("\"") && line.endsWith("\"") ? line.substring(1, line.length() - 1) : line;
            for (String each : text.split("\\\\n")) {
                readTraceLine(each);
            }
            return;
        }
        readTraceLine(line);
    }

    private static boolean isLiteral(String line) {
        return (line.startsWith(QUOTED_START) || line.startsWith(LITERAL_START)) && line.contains("\\n");
    }

    private void readTraceLine(String text) {
        if (text.contains(SECTION_END)) {
            part = Part.DONE;
            return;
        }
        String line = isEscaped ? unescape(text) : text;
        if (line.isEmpty() || line.startsWith("#") || readHeader(line)) {
            hasTraceMarker |= line.startsWith(LITERAL_START);
            isFunctionGraph |= line.startsWith(FUNCTION_GRAPH);
            readEntries(line);
            return;
        }
        SystraceLine parsed = SystraceLine.parse(line);
        if (parsed == null) {
            parsed = otherLine(line);
        }
        if (parsed != null && !isPlaceholder(parsed)) {
            readEvent(parsed);
        }
    }

    /// Returns whether the line is the marker that old versions of systrace.py append to every trace. Its time of 0
    /// is not that of an event.
    private static boolean isPlaceholder(SystraceLine line) {
        return line.ts() == 0 && line.args().equals(PLACEHOLDER);
    }

    /// Parses a line that is not an event in the usual form; returns null if it is not an event at all.
    private SystraceLine otherLine(String line) {
        if (stack != null && line.stripLeading().startsWith(CALLER)) {
            if (callers.size() < MAX_CALLERS) {
                callers.add(line.stripLeading().substring(CALLER.length()).strip());
            }
            return null;
        }
        int lostCpu = TraceCmdLine.lostCpu(line);
        if (lostCpu >= 0) {
            losses.recordLoss(lostCpu, TraceCmdLine.lostCount(line));
            context.stats().set(StatNames.FTRACE_CPU_HAS_DATA_LOSS, lostCpu, 1);
            return null;
        }
        if (!isHtml && line.startsWith(LIST_START) && isListHeader(line.strip().split(" +"))) {
            readTaskLine(line);
            return null;
        }
        isFunctionGraph |= !hasLine && new FunctionGraphText().parse(line) != null;
        if (isFunctionGraph && functions.readSwitchOrSeparator(line)) {
            return null;
        }
        SystraceLine parsed = isFunctionGraph ? functions.parse(line) : TraceCmdLine.parse(line);
        if (parsed == null && (hasLine || !report.isReport())) {
            // Not counted before the first event of a report, where options and other headers are printed.
            context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
        }
        return parsed;
    }

    private void readEvent(SystraceLine line) {
        endStack();
        hasLine = true;
        events.recordLine(line);
        losses.recordEvent(line.cpu(), line.ts());
        if (line.event().endsWith(STACK)) {
            stack = line;
        } else {
            lines.accept(line);
        }
    }

    /// Emits a stack whose functions are on separate lines.
    private void endStack() {
        if (stack != null) {
            lines.accept(callers.isEmpty() ? stack : stack.withArgs("caller=" + String.join(" <- ", callers)));
            stack = null;
            callers.clear();
        }
    }

    /// Reads from the header how many of the written events were still in the kernel's buffer.
    private void readEntries(String line) {
        Matcher entries = ENTRIES.matcher(line);
        if (entries.find()) {
            long written = Long.parseLong(entries.group(2));
            long overwritten = Math.max(0, written - Long.parseLong(entries.group(1)));
            context.stats().add(StatNames.SYSTRACE_ENTRIES_WRITTEN, written);
            context.stats().add(StatNames.SYSTRACE_ENTRIES_OVERWRITTEN, overwritten);
            losses.recordOverwritten(overwritten);
        }
    }

    /// Unescapes a line of the JavaScript string, in which line breaks, quotes and backslashes are escaped; the
    /// last line ends the string.
    private String unescape(String text) {
        String line = text;
        if (line.endsWith("\";")) {
            part = Part.DONE;
            line = line.substring(0, line.length() - 2);
        }
        for (String end : OLD_LINE_ENDS) {
            line = line.endsWith(end) ? line.substring(0, line.length() - end.length()) : line;
        }
        return line.indexOf('\\') < 0 ? line : line.replaceAll("\\\\(.)", "$1");
    }

    /// Handles a line of the header before a trace; returns false for other lines.
    private boolean readHeader(String line) {
        if (line.startsWith("version = ")) {
            report.markAsReport();
        }
        hasTraceMarker |= line.startsWith("cpus=") || line.startsWith("version = ");
        return line.equals("TRACE:")
                || line.startsWith("cpus=")
                || line.startsWith("version = ")
                || line.startsWith("CPU ") && line.endsWith(" is empty");
    }

    private void readTaskLine(String line) {
        String[] w = line.strip().split(" +");
        if (isListHeader(w)) {
            part = w[2].equals("TID") ? Part.THREADS : w[w.length - 1].equals("NAME") ? Part.OLD_LIST : Part.PROCESSES;
            return;
        }
        if (!isHtml && (line.startsWith(LITERAL_START) || SystraceLine.parse(line) != null)) {
            part = Part.TRACE;
            readTraceLine(line);
            return;
        }
        ProcessTracker processes = context.processes();
        if (part == Part.PROCESSES && w.length >= 10) {
            // Columns: user pid ppid vsz rss wchan pc s name command…
            long pid = parseNumber(w[1]);
            long ppid = parseNumber(w[2]);
            if (pid < 0 || ppid < 0) {
                context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
                return;
            }
            int parent = processes.process(ppid);
            int upid = processes.process(pid);
            processes.setParent(upid, parent, LongColumn.NULL);
            processes.setProcessMetadata(upid, context.strings().intern(w[8]), StringPool.NULL);
        } else if (part == Part.THREADS && w.length >= 4) {
            // Columns: user pid tid command…
            long pid = parseNumber(w[1]);
            long tid = parseNumber(w[2]);
            if (pid < 0 || tid < 0) {
                context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
                return;
            }
            int name = context.strings().intern(after(line, 3));
            processes.setThreadName(
                    processes.updateThread(tid, pid), name == StringPool.NULL ? 0 : name, NamePriority.OfThread.OTHER);
        }
    }

    private static boolean isListHeader(String[] words) {
        return words.length >= 4 && words[0].equals("USER") && words[1].equals("PID");
    }

    /// Returns the text after the first `words` words.
    private static String after(String line, int words) {
        String remainder = line.stripLeading();
        for (int i = 0; i < words; i++) {
            remainder = remainder.substring(remainder.indexOf(' ')).stripLeading();
        }
        return remainder;
    }

    private static long parseNumber(String s) {
        try {
            return Long.parseLong(s);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
