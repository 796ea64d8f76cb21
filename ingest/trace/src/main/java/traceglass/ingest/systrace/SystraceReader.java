package traceglass.ingest.systrace;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Reads the lines of a trace from plain text or from the `trace-data` scripts of systrace HTML, which contain process
/// lists next to the trace. In the oldest systrace HTML the trace is one long JavaScript string, `linuxPerfData`. Text
/// before the first line of a trace (atrace's `TRACE:`, the headers of `trace-cmd report`, comments) is skipped.
final class SystraceReader {

    private static final Pattern ENTRIES =
            Pattern.compile("^#\\s*entries-in-buffer/entries-written:\\s*(\\d{1,18})/(\\d{1,18})");
    private static final String DATA_SECTION = "<script class=\"trace-data\" type=\"application/text\">";
    private static final String SECTION_END = "</script>";
    private static final String OLD_DATA = "var linuxPerfData = \"\\";
    private static final List<String> OLD_LINE_ENDS = List.of("\\n\\", "\\n");

    private enum Part {
        TRACE,
        BETWEEN,
        SECTION_START,
        PROCESSES,
        THREADS,
        OTHER,
        DONE
    }

    private final ImportContext context;
    private final Consumer<SystraceLine> lines;
    private final TraceCmdReport report;
    private final LostEventLines losses;
    private boolean anyLine;
    private boolean anyPart;
    private boolean oldHtml;
    private Part part;

    /// @param report is notified if this is a `trace-cmd` report
    /// @param lines receives each line of the trace, with the time as in the text
    SystraceReader(ImportContext context, boolean html, TraceCmdReport report, Consumer<SystraceLine> lines) {
        this.context = context;
        this.report = report;
        this.lines = lines;
        losses = new LostEventLines(context);
        part = html ? Part.BETWEEN : Part.TRACE;
    }

    /// Returns whether there was a line of a trace, or at least a header or element for one.
    boolean foundTrace() {
        return anyLine || anyPart;
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
                        oldHtml = true;
                        anyPart = true;
                    } else if (line.contains(DATA_SECTION)) {
                        part = Part.SECTION_START;
                        anyPart = true;
                        continueSection(line.substring(line.indexOf(DATA_SECTION) + DATA_SECTION.length()));
                    }
                }
                case SECTION_START -> continueSection(line);
                case PROCESSES, THREADS -> process(line);
                case TRACE -> trace(line);
                default -> {}
            }
        }
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

    private void trace(String text) {
        if (text.contains(SECTION_END)) {
            part = Part.DONE;
            return;
        }
        String line = oldHtml ? oldLine(text) : text;
        if (line.isEmpty() || line.startsWith("#") || isHeader(line)) {
            anyPart |= line.startsWith("# tracer");
            readEntries(line);
            return;
        }
        SystraceLine parsed = SystraceLine.parse(line);
        int lostCpu = parsed == null ? TraceCmdLine.lostOn(line) : -1;
        if (lostCpu >= 0) {
            losses.recordLoss(lostCpu, TraceCmdLine.lostCount(line));
        }
        if (parsed == null && report.isReport()) {
            if (lostCpu >= 0) {
                context.stats().set("ftrace_cpu_has_data_loss", lostCpu, 1);
                return;
            }
            parsed = TraceCmdLine.parse(line);
            if (parsed == null && !anyLine) {
                // Options and other headers at the start of such a report.
                return;
            }
        }
        if (parsed == null) {
            context.stats().increment("systrace_parse_failure");
        } else {
            anyLine = true;
            report.recordLine(parsed);
            losses.recordEvent(parsed.cpu(), parsed.ts());
            lines.accept(parsed);
        }
    }

    /// Reads from the header how many of the written events were still in the kernel's buffer.
    private void readEntries(String line) {
        Matcher entries = ENTRIES.matcher(line);
        if (entries.find()) {
            long written = Long.parseLong(entries.group(2));
            context.stats().add("systrace_entries_written", written);
            context.stats()
                    .add("systrace_entries_overwritten", Math.max(0, written - Long.parseLong(entries.group(1))));
        }
    }

    /// Returns a line of the JavaScript string, in which line ends, quotes and backslashes are escaped; the last
    /// line ends the string.
    private String oldLine(String text) {
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

    /// Returns whether the line is a header before a trace.
    private boolean isHeader(String line) {
        if (line.startsWith("version = ")) {
            report.markAsReport();
        }
        anyPart |= line.startsWith("cpus=") || line.startsWith("version = ");
        return line.equals("TRACE:")
                || line.startsWith("cpus=")
                || line.startsWith("version = ")
                || line.startsWith("CPU ") && line.endsWith(" is empty");
    }

    private void process(String line) {
        String[] w = line.strip().split(" +");
        if (w.length >= 4 && w[0].equals("USER") && w[1].equals("PID")) {
            part = w[2].equals("TID") ? Part.THREADS : Part.PROCESSES;
            return;
        }
        ProcessTracker processes = context.processes();
        if (part == Part.PROCESSES && w.length >= 10) {
            // Columns: user pid ppid vsz rss wchan pc s name command…
            long pid = number(w[1]);
            long ppid = number(w[2]);
            if (pid < 0 || ppid < 0) {
                context.stats().increment("systrace_parse_failure");
                return;
            }
            int parent = processes.process(ppid);
            int upid = processes.process(pid);
            processes.setParent(upid, parent, LongColumn.NULL);
            processes.setProcessMetadata(upid, context.strings().intern(w[8]), StringPool.NULL);
        } else if (part == Part.THREADS && w.length >= 4) {
            // Columns: user pid tid command…
            long pid = number(w[1]);
            long tid = number(w[2]);
            if (pid < 0 || tid < 0) {
                context.stats().increment("systrace_parse_failure");
                return;
            }
            int name = context.strings().intern(after(line, 3));
            processes.setThreadName(
                    processes.updateThread(tid, pid), name == StringPool.NULL ? 0 : name, NamePriority.OfThread.OTHER);
        }
    }

    /// Returns the text after the first `words` words.
    private static String after(String line, int words) {
        String rest = line.stripLeading();
        for (int i = 0; i < words; i++) {
            rest = rest.substring(rest.indexOf(' ')).stripLeading();
        }
        return rest;
    }

    private static long number(String s) {
        try {
            return Long.parseLong(s);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
