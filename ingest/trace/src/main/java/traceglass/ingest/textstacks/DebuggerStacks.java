package traceglass.ingest.textstacks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Reads the stacks of all threads as printed by debuggers: gdb and pstack, eu-stack, and lldb. Each stack counts as
/// one sample, whose thread is a label.
final class DebuggerStacks implements StackGrammar {

    private static final Pattern GDB_THREAD =
            Pattern.compile("Thread (\\d+) \\((?:Thread 0x[0-9a-f]+ ?)?\\(?(?:(?:LWP|process) (\\d+))?.*");
    private static final Pattern THREAD_NAME = Pattern.compile("\"(.*)\"\\)*:?$");
    private static final Pattern EU_PROCESS = Pattern.compile("PID (\\d+) - .*");
    private static final Pattern EU_THREAD = Pattern.compile("TID (\\d+):");
    private static final Pattern LLDB_THREAD =
            Pattern.compile("\\*? *thread #(\\d+)(?:: tid = (\\w+))?(?:, name = '(.*?)')?(?:,.*)?");
    private static final Pattern GDB_FRAME = Pattern.compile("#(\\d+) +(?:0x([0-9a-fA-F]{1,16}) in )?(\\S.*)");
    private static final Pattern EU_FRAME = Pattern.compile(
            "#(\\d+) +0x([0-9a-fA-F]{1,16})(?: {4}| - 1)?(?: (\\S.*?))?(?: - (/\\S+|\\[\\S+\\]|(?=\\S+\\.so)\\S++))?");
    /// Distinguishes frames of gdb, which have arguments, from those of eu-stack.
    private static final Pattern GDB_FUNCTION = Pattern.compile("#\\d+ +0x[0-9a-fA-F]{1,16} in .*");
    private static final Pattern EU_SOURCE = Pattern.compile(" {4}(\\S.*?):(\\d{1,9})(?::\\d+)?");
    private static final Pattern LLDB_FRAME =
            Pattern.compile(" *\\*? *frame #(\\d+): 0x([0-9a-fA-F]{1,16}) ([^`]+)`(.*)");
    private static final Pattern LLDB_LOCATION =
            Pattern.compile("(.*?)(?: \\+ \\d+)?(?: at (\\S+?):(\\d{1,9})(?::\\d+)?)?");
    private static final Pattern LLDB_ARGUMENTS = Pattern.compile("\\([^()]*=.*\\)$");
    private static final Pattern LLDB_STOP = Pattern.compile("Process \\d+ stopped.*");
    private static final Pattern LLDB_COMMAND = Pattern.compile("\\(lldb\\) *(?:bt|thread backtrace)\\b.*");
    private static final String UNKNOWN = "[unknown]";
    private static final Pattern AT = Pattern.compile("(\\S.*):(\\d{1,9})");
    private static final Pattern FROM = Pattern.compile("(.*) from (\\S.*)");

    private final StackProfileWriter writer;
    private final int profile;
    private final ArrayList<Integer> frames = new ArrayList<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    /// Stacks that lldb printed when the process stopped, which are only the innermost frame of each thread. They are
    /// replaced by the complete stacks if a command prints those.
    private final List<Stack> stops = new ArrayList<>();
    /// Whether no command has printed stacks since the process stopped.
    private boolean isStop = true;
    private boolean isLldb;
    private String process;
    /// Frame of eu-stack whose source position may follow on the next line.
    private String pendingName;
    private String pendingLibrary;

    /// A stack of a thread.
    private record Stack(int callsite, Map<String, String> labels) {}

    DebuggerStacks(StackProfileWriter writer) {
        this.writer = writer;
        profile = writer.profile("samples", "count");
    }

    @Override
    public boolean read(String line) {
        Matcher m = EU_SOURCE.matcher(line);
        if (pendingName != null) {
            boolean hasSource = m.matches();
            StackProfileWriter.push(
                    frames,
                    hasSource
                            ? writer.frames().frame(pendingLibrary, pendingName, m.group(1), Long.parseLong(m.group(2)))
                            : writer.frames().frame(pendingLibrary, pendingName));
            pendingName = null;
            if (hasSource) {
                return true;
            }
        }
        if (line.startsWith("#")) {
            return readFrame(line);
        }
        m = LLDB_FRAME.matcher(line);
        if (m.matches()) {
            readLldbFrame(m);
            return true;
        }
        m = GDB_THREAD.matcher(line);
        if (m.matches()) {
            Matcher name = THREAD_NAME.matcher(line);
            startThread(m.group(2) == null ? m.group(1) : m.group(2), name.find() ? name.group(1) : null);
            return true;
        }
        m = EU_THREAD.matcher(line);
        if (m.matches()) {
            startThread(m.group(1), null);
            return true;
        }
        m = LLDB_THREAD.matcher(line);
        if (m.matches()) {
            startThread(m.group(2) == null ? m.group(1) : m.group(2), m.group(3));
            return true;
        }
        if (LLDB_STOP.matcher(line).matches()) {
            add();
            addStops();
            isStop = true;
            return true;
        }
        if (LLDB_COMMAND.matcher(line).matches()) {
            add();
            stops.clear();
            isStop = false;
            return true;
        }
        m = EU_PROCESS.matcher(line);
        if (m.matches()) {
            add();
            process = m.group(1);
        }
        return true;
    }

    private void startThread(String tid, String name) {
        add();
        labels.clear();
        if (process != null) {
            labels.put("pid", process);
        }
        labels.put("tid", tid);
        if (name != null && !name.isEmpty()) {
            labels.put("thread", name);
        }
    }

    private boolean readFrame(String line) {
        Matcher eu = EU_FRAME.matcher(line);
        if (!GDB_FUNCTION.matcher(line).matches() && eu.matches()) {
            startStack(eu.group(1), false);
            pendingName = eu.group(3) == null ? UNKNOWN : eu.group(3);
            pendingLibrary = eu.group(4);
            return true;
        }
        Matcher m = GDB_FRAME.matcher(line);
        if (!m.matches()) {
            return false;
        }
        startStack(m.group(1), false);
        String text = m.group(3);
        String file = null;
        long number = NamedFrames.NO_LINE;
        String library = null;
        int index = text.lastIndexOf(" at ");
        Matcher location = AT.matcher(index < 0 ? "" : text.substring(index + " at ".length()));
        if (location.matches()) {
            text = text.substring(0, index);
            file = location.group(1);
            number = Long.parseLong(location.group(2));
        } else {
            location = FROM.matcher(text);
            if (location.matches()) {
                text = location.group(1);
                library = location.group(2);
            }
        }
        String name = function(text);
        StackProfileWriter.push(
                frames, writer.frames().frame(library, name.equals("??") ? UNKNOWN : name, file, number));
        return true;
    }

    /// Starts a stack. The first frame starts one even if no line specifies the thread.
    private void startStack(String number, boolean hasFormatOfLldb) {
        if (number.equals("0")) {
            add();
        }
        isLldb = hasFormatOfLldb;
    }

    private void readLldbFrame(Matcher m) {
        startStack(m.group(1), true);
        String text = m.group(4);
        // Remove the suffix that shows whether the function was optimized.
        text = text.endsWith("]") && text.contains(" [") ? text.substring(0, text.lastIndexOf(" [")) : text;
        Matcher location = LLDB_LOCATION.matcher(text);
        boolean isKnown = location.matches();
        String file = isKnown ? location.group(2) : null;
        String name = LLDB_ARGUMENTS.matcher(isKnown ? location.group(1) : text).replaceFirst("");
        StackProfileWriter.push(
                frames,
                writer.frames()
                        .frame(
                                m.group(3),
                                name,
                                file,
                                file == null ? NamedFrames.NO_LINE : Long.parseLong(location.group(3))));
    }

    /// Extracts the function from text such as `std::vector<int (*)()>::at(int) const (this=0x1, n=2)`: the
    /// text before the first space that is followed by a bracket and is not itself inside brackets.
    static String function(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ' ' && depth == 0 && i > 0 && i + 1 < text.length() && text.charAt(i + 1) == '(') {
                return text.substring(0, i);
            }
            boolean isOperator = (c == '<' || c == '>') && isOperator(text, i);
            if ((c == '(' || c == '<') && !isOperator) {
                depth++;
            } else if ((c == ')' || c == '>') && !isOperator) {
                depth = Math.max(0, depth - 1);
            }
        }
        int open = text.indexOf(" (");
        return open > 0 ? text.substring(0, open) : text;
    }

    private static boolean isOperator(String text, int index) {
        int start = index;
        while (start > 0 && "<>=-".indexOf(text.charAt(start - 1)) >= 0) {
            start--;
        }
        return text.startsWith("operator", start - "operator".length())
                || start < index && text.charAt(index - 1) == '-';
    }

    private void add() {
        if (!frames.isEmpty()) {
            int callsite = writer.callsite(frames);
            if (isLldb && isStop) {
                stops.add(new Stack(callsite, new LinkedHashMap<>(labels)));
            } else {
                writer.add(profile, callsite, 1, labels);
            }
            frames.clear();
        }
    }

    private void addStops() {
        stops.forEach(s -> writer.add(profile, s.callsite, 1, s.labels));
        stops.clear();
    }

    @Override
    public boolean finish() {
        if (pendingName != null) {
            StackProfileWriter.push(frames, writer.frames().frame(pendingLibrary, pendingName));
        }
        add();
        addStops();
        return true;
    }
}
