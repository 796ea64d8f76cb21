package traceglass.ingest.scripting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports the text format of Austin, a sampling profiler for Python: `P42;T0:7;a.py:main:3;a.py:run:9 100`, or
/// `Thread 7f4;main (a.py);L3;run (a.py);L9 100` before version 2. The number is the time since the previous sample of
/// the thread in µs, or a number of bytes.
public final class AustinImporter implements Importer {

    private static final Pattern ROW = Pattern.compile("P(\\d{1,10});T(?:0x)?([0-9a-fA-F:]{1,32})(?:;|(?= \\d))");
    private static final Pattern OLD_ROW =
            Pattern.compile("(?:Process (\\d{1,10});)?Thread ([0-9a-f]{1,16})(?:;|(?= \\d))");
    private static final Pattern OLD_LINE = Pattern.compile("L\\d{1,9}");
    private static final Pattern OLD_FRAME_START = Pattern.compile("\\);L\\d");
    private static final int SNIFFED = 2048;

    @Override
    public String id() {
        return "austin";
    }

    @Override
    public String displayName() {
        return "Austin samples";
    }

    @Override
    public int priority() {
        return 187;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = new String(head, 0, Math.min(head.length, SNIFFED), StandardCharsets.ISO_8859_1);
        return text.startsWith("# austin:")
                || ROW.matcher(text).lookingAt() && text.indexOf(' ') > 0
                || OLD_ROW.matcher(text).lookingAt()
                        && OLD_FRAME_START.matcher(text).find();
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Reader reader = new Reader(context);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!reader.read(line)) {
                    context.logs().recordAt(StatNames.SCRIPT_PROFILE_LINE_SKIPPED, input.position(), null);
                }
            }
        }
    }

    /// State of reading one file.
    private static final class Reader {

        /// Number of the process of a file without processes.
        private static final long ONLY_PROCESS = 1;

        private final ImportContext context;
        private final Map<String, long[]> times = new HashMap<>();
        private ScriptSamples samples;
        private AggregateProfiles profiles;
        private int profile;
        private NamedFrames frames;
        private boolean isMemory;
        /// Whether thread ids are decimal, as converters write them.
        private boolean isDecimal;

        Reader(ImportContext context) {
            this.context = context;
        }

        boolean read(String line) {
            if (line.isBlank()) {
                return true;
            }
            if (line.startsWith("#")) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    String key = line.substring(1, colon).strip();
                    String value = line.substring(colon + 1).strip();
                    isMemory |= key.equals("mode") && value.equals("memory");
                    context.metadata().setDynamic("austin_" + (key.equals("austin") ? "version" : key), value);
                }
                return true;
            }
            boolean isOld = line.startsWith("Thread ") || line.startsWith("Process ");
            Matcher row = (isOld ? OLD_ROW : ROW).matcher(line);
            int blank = line.lastIndexOf(' ');
            // A thread may have been sampled before it had a frame.
            if (!row.lookingAt() || blank < row.end() - 1) {
                return false;
            }
            try {
                double metric = Double.parseDouble(line.substring(blank + 1).split(",", 2)[0]);
                String stack = blank > row.end() ? line.substring(row.end(), blank) : "";
                add(
                        row.group(1) == null ? ONLY_PROCESS : Long.parseLong(row.group(1)),
                        row.group(2),
                        isOld ? withFiles(stack) : stack,
                        metric);
                return true;
            } catch (NumberFormatException e) {
                return false;
            }
        }

        /// Returns a stack of a version before 2, whose frames are `FUNCTION (FILE);LLINE`, in the form of later ones.
        private static String withFiles(String stack) {
            StringBuilder out = new StringBuilder();
            String[] parts = stack.split(";");
            for (int i = 0; i < parts.length; i++) {
                String part = parts[i];
                int file = part.indexOf(" (");
                boolean hasLine = file >= 0
                        && part.endsWith(")")
                        && i + 1 < parts.length
                        && OLD_LINE.matcher(parts[i + 1]).matches();
                out.append(i > 0 ? ";" : "");
                if (hasLine) {
                    out.append(part, file + 2, part.length() - 1)
                            .append(':')
                            .append(part, 0, file)
                            .append(':')
                            .append(parts[++i], 1, parts[i].length());
                } else {
                    out.append(part);
                }
            }
            return out.toString();
        }

        private void add(long pid, String thread, String stack, double metric) {
            if (frames == null) {
                start();
            }
            int callsite = -1;
            for (String frame : stack.split(";")) {
                if (!frame.isEmpty()) {
                    callsite = frames.callsite(callsite, frame(frame));
                }
            }
            if (isMemory) {
                if (callsite >= 0 && metric > 0) {
                    profiles.add(profile, callsite, metric);
                }
                return;
            }
            isDecimal |= thread.substring(thread.lastIndexOf(':') + 1).equals(Long.toString(pid));
            long[] time = times.computeIfAbsent(pid + ";" + thread, t -> new long[1]);
            if (callsite >= 0) {
                samples.add(time[0], pid, tid(thread), null, callsite);
            }
            time[0] += Math.max(0, Math.round(metric * 1000));
        }

        private void start() {
            if (isMemory) {
                frames = new NamedFrames(context.stackProfiles(), context.strings(), "[austin]");
                profiles = new AggregateProfiles(context.storage());
                profile = profiles.profile("austin_file", "austin space", "space", "bytes");
            } else {
                samples = new ScriptSamples(context, "austin", "ns");
                samples.start(0);
                frames = samples.frames();
            }
        }

        /// Returns the id of a thread from `INTERPRETER:THREAD` or `THREAD`; hexadecimal unless the main
        /// thread shows that ids are decimal.
        private long tid(String thread) {
            String number = thread.substring(thread.lastIndexOf(':') + 1);
            boolean isHex = !isDecimal || !number.matches("\\d+");
            return number.length() > 15 || number.isEmpty() ? 0 : Long.parseLong(number, isHex ? 16 : 10);
        }

        /// Returns the frame for `FILE:FUNCTION:LINE`.
        private int frame(String text) {
            int line = text.lastIndexOf(':');
            int function = line < 0 ? -1 : text.lastIndexOf(':', line - 1);
            if (function <= 0) {
                return frames.frame(null, text);
            }
            String digits = text.substring(line + 1);
            boolean isNumber =
                    !digits.isEmpty() && digits.length() < 10 && digits.chars().allMatch(Character::isDigit);
            long number = isNumber ? Long.parseLong(digits) : 0;
            return frames.frame(
                    null,
                    text.substring(function + 1, line),
                    text.substring(0, function),
                    number > 0 ? number : NamedFrames.NO_LINE);
        }
    }
}
