package traceglass.ingest.perftext;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;

/// Reads the lines of the text: a header of comments, then samples, each with the lines of its stack and an empty line
/// after it. Kernel records (`--show-task-events` and similar options) may occur between samples.
final class PerfTextReader {

    private static final Pattern HEADER = Pattern.compile("#\\s*([a-z ]+?)\\s*:\\s*(.*)");
    private static final Pattern RENAMED =
            Pattern.compile("PERF_RECORD_COMM(?: exec)?: (.*):(-?\\d{1,10})/(-?\\d{1,10})");
    private static final Pattern LOST = Pattern.compile("PERF_RECORD_LOST(?:_SAMPLES)?:? .*?(\\d{1,18})");
    private static final int MIN_ADDRESS = 6;
    private static final String RECORD = "PERF_RECORD_";

    private final ImportContext context;
    private final TraceInput input;
    private final PerfTextSamples samples;
    private final PerfTextStacks stacks;
    private SampleLine current;
    private boolean hasSamples;
    private boolean hasTimes;
    private boolean hasHeader;
    private boolean isOnOneLine;
    /// Whether each time is that since the previous line (`--deltatime`).
    private boolean hasDeltas;

    private long sumNs;

    PerfTextReader(ImportContext context, TraceInput input) {
        this.context = context;
        this.input = input;
        samples = new PerfTextSamples(context);
        stacks = new PerfTextStacks(context);
    }

    /// Sets whether each time is that since the previous line. Called before the first line.
    void setDeltas(boolean areDeltas) {
        hasDeltas = areDeltas;
    }

    /// Returns whether there was at least one sample.
    boolean hasSamples() {
        return hasSamples;
    }

    void parseLine(String line) {
        if (line.isBlank()) {
            end();
        } else if (line.startsWith("#") && current == null && SampleLine.parseTimed(line) == null) {
            readHeader(line);
        } else if (line.charAt(0) == '\t') {
            readFrame(line);
        } else {
            readUnindentedLine(line);
        }
    }

    private void readHeader(String line) {
        hasHeader = true;
        Matcher m = HEADER.matcher(line);
        if (!m.matches()) {
            return;
        }
        String value = m.group(2).strip();
        switch (m.group(1)) {
            case "cmdline" -> samples.setCommandLine(value);
            case "os release" -> context.metadata().set("system_release", value);
            case "arch" -> {
                context.metadata().set("system_machine", value);
                context.system().setMachine(value);
            }
            default -> {}
        }
    }

    private void readFrame(String line) {
        if (!stacks.add(line) && !stacks.addSource(line)) {
            reportInvalid();
        }
    }

    /// Reads a line that does not start with a tab: a sample, or a frame or source position that is indented with
    /// spaces.
    private void readUnindentedLine(String line) {
        SampleLine sample = SampleLine.parseTimed(line);
        boolean mayBeFrame = line.charAt(0) == ' ' || FrameLine.isUnindented(line);
        if (sample == null
                && mayBeFrame
                && current != null
                && current.textAfterEvent().isEmpty()) {
            readFrame(line);
            return;
        }
        if (sample == null && !hasTimes) {
            sample = SampleLine.parseUntimed(line);
            sample = sample == null ? SampleLine.parseNamed(line) : sample;
        }
        if (sample == null) {
            // If a stack follows, it must not be added to the previous sample.
            end();
            if (hasSamples) {
                // Before the first sample, these may be warnings of perf.
                reportInvalid();
            }
            return;
        }
        end();
        hasTimes |= sample.timeNs() != SampleLine.NONE;
        if (hasDeltas && sample.timeNs() != SampleLine.NONE) {
            sumNs += sample.timeNs();
            sample = sample.withTime(sumNs);
        }
        if (sample.textAfterEvent().startsWith(RECORD) || sample.event().startsWith(RECORD)) {
            readRecord(sample);
            return;
        }
        current = sample;
        String frame = FrameLine.afterEvent(sample.textAfterEvent());
        isOnOneLine = isFrame(frame, sample.event()) && stacks.add(frame);
    }

    /// Returns whether the text after the event is a frame, rather than the fields of a tracepoint or the start
    /// of a truncated line.
    private static boolean isFrame(String text, String event) {
        FrameLine frame = text.isEmpty() ? null : FrameLine.parse(text);
        int addressEnd = text.indexOf(' ');
        return frame != null && (frame.hasLibrary() || addressEnd >= MIN_ADDRESS && !event.contains(":"));
    }

    /// Reads a record that is not a sample. Only thread names and numbers of lost samples are used.
    private void readRecord(SampleLine line) {
        hasSamples = true;
        String text = line.event().isEmpty() ? line.textAfterEvent() : line.event() + ": " + line.textAfterEvent();
        Matcher m = RENAMED.matcher(text);
        if (m.matches()) {
            long pid = Long.parseLong(m.group(2));
            long tid = Long.parseLong(m.group(3));
            if (pid >= 0 && tid >= 0) {
                context.processes()
                        .setThreadName(
                                context.processes().updateThread(tid, pid),
                                context.strings().intern(m.group(1)),
                                NamePriority.OfThread.OTHER);
            }
            return;
        }
        Matcher lost = LOST.matcher(text);
        if (lost.matches()) {
            context.stats().add(StatNames.PERF_SAMPLES_SKIPPED_DATALOSS, Long.parseLong(lost.group(1)));
        }
    }

    /// Ends the text. Text without perf's header is often an excerpt of a longer text. If the empty line after
    /// its last sample is missing, the stack may be incomplete and would seem to have a different outermost
    /// function. Such a sample is kept only if there is no other. Trace processor does not keep it either.
    void endText() {
        if (!stacks.isEmpty() && !isOnOneLine && hasSamples && !hasHeader) {
            context.stats().increment(StatNames.PERF_TEXT_TRUNCATED);
            stacks.clear();
            current = null;
        }
        end();
    }

    /// Ends the current sample.
    private void end() {
        if (current == null && stacks.isEmpty()) {
            return;
        }
        boolean isTimed = current != null && current.timeNs() != SampleLine.NONE;
        if (current == null && hasTimes) {
            // This stack belongs to a line that could not be read.
            stacks.clear();
            return;
        }
        SampleLine line = current == null ? SampleLine.UNKNOWN : current;
        int callsite = stacks.end(isTimed || line.comm().isEmpty() ? null : line.comm());
        current = null;
        if (isTimed || callsite != ProfilerSamples.NONE || line.tid() != SampleLine.NONE) {
            hasSamples = true;
            samples.add(line, callsite);
        } else if (hasSamples) {
            // Before the first sample, these may be warnings of perf.
            reportInvalid();
        }
    }

    private void reportInvalid() {
        context.logs().recordAt(StatNames.PERF_TEXT_PARSE_FAILURE, input.position(), null);
    }
}
