package traceglass.ingest.textstacks;

import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads stacks printed by DTrace, innermost function first, and by the profilers of bcc. A line with a number
/// ends the stack; without such lines, each probe that fires prints one stack. Keys of the aggregation, such as
/// the program, are the outermost frames.
///
/// ```
///   bash                                                  1234
///               libc.so.1`read+0x7
///               bash`main+0x10
///                 5
/// ```
final class DtraceStacks implements StackGrammar {

    private static final Pattern COUNT = Pattern.compile("\\s*(\\d{1,18})\\s*");
    private static final Pattern PROBE = Pattern.compile("\\s*\\d+\\s+\\d+\\s+[^\\s`]*:[^\\s`]*(\\s.*)?");
    private static final Pattern PROCESS = Pattern.compile("\\s+-\\s+(\\S.*) \\((\\d+)\\)");
    private static final Pattern OFFSET = Pattern.compile("\\+0x[0-9a-fA-F]+$");
    private static final Pattern LAST_KEY = Pattern.compile("\\s*(\\S.*?)\\s{2,}(\\d{1,18})\\s*");
    /// Minimum indentation of frames; keys are indented less.
    private static final int FRAME_COLUMN = 4;

    private final StackProfileWriter writer;
    private final int profile;
    private final ArrayList<Integer> frames = new ArrayList<>();
    private final ArrayList<Integer> keys = new ArrayList<>();
    private boolean printsProbes;
    private boolean hasCounts;

    DtraceStacks(StackProfileWriter writer) {
        this.writer = writer;
        profile = writer.profile("samples", "count");
    }

    @Override
    public boolean read(String line) {
        if (line.isBlank() || line.startsWith("CPU ") || line.startsWith("dtrace: ")) {
            return true;
        }
        Matcher count = COUNT.matcher(line);
        if (count.matches()) {
            hasCounts = true;
            add(Long.parseLong(count.group(1)));
            return true;
        }
        if (PROBE.matcher(line).matches()) {
            endProbe();
            return true;
        }
        Matcher process = PROCESS.matcher(line);
        if (process.matches()) {
            StackProfileWriter.push(keys, writer.frames().frame(null, process.group(1)));
            return true;
        }
        String text = line.strip();
        if (isFrame(line, text)) {
            StackProfileWriter.push(frames, frame(text));
            return true;
        }
        Matcher last = LAST_KEY.matcher(line);
        if (!frames.isEmpty() && last.matches()) {
            StackProfileWriter.push(keys, writer.frames().frame(null, last.group(1)));
            hasCounts = true;
            add(Long.parseLong(last.group(2)));
        } else if (frames.isEmpty() && keys.isEmpty() || !frames.isEmpty()) {
            StackProfileWriter.push(keys, writer.frames().frame(null, text.replaceAll("\\s+", " ")));
        }
        return true;
    }

    private static boolean isFrame(String line, String text) {
        int column = line.indexOf(text);
        return column >= FRAME_COLUMN && !text.contains("  ");
    }

    private int frame(String text) {
        int module = text.indexOf('`');
        String library = module > 0 ? text.substring(0, module) : null;
        String name = OFFSET.matcher(text.substring(module + 1)).replaceFirst("");
        // For addresses without a symbol, keep the offset in the library.
        return writer.frames().frame(library, name.isEmpty() ? text.substring(module + 1) : name);
    }

    /// Handles a line of a probe that fired. Probes that fire before an aggregation is printed have no stack.
    private void endProbe() {
        if (!frames.isEmpty()) {
            printsProbes = true;
            add(1);
        }
        keys.clear();
    }

    private void add(long count) {
        frames.addAll(keys.reversed());
        writer.add(profile, writer.callsite(frames), count);
        frames.clear();
        keys.clear();
    }

    @Override
    public boolean finish() {
        if (frames.isEmpty()) {
            return true;
        }
        if (printsProbes || !hasCounts) {
            add(1);
            return true;
        }
        return false;
    }
}
