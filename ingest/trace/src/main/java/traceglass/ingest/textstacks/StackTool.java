package traceglass.ingest.textstacks;

import java.util.function.Function;
import java.util.regex.Pattern;

/// Supported tools, which are recognized by the first lines of their output.
enum StackTool {
    SAMPLE("sample", SampleReport::new, "Write a report with a call graph: sample PID -file out.txt"),
    SPINDUMP("spindump", SpindumpReport::new, "Write a full report: spindump PID 10 -o out.txt"),
    INSTRUMENTS("instruments", InstrumentsCopy::new, "Copy the call tree with Edit > Deep Copy."),
    BPFTRACE("bpftrace", BpftraceMaps::new, "Count stacks in a map, for example @[kstack, ustack, comm] = count();"),
    DTRACE("dtrace", DtraceStacks::new, "Count stacks, for example @[ustack()] = count();"),
    PMCSTAT("pmcstat", PmcstatCallers::new, "Print call chains: pmcstat -R samples.out -G callers.txt"),
    GHC("ghc", GhcCostCentres::new, "Run the program to its end with +RTS -p."),
    DEBUGGER("debugger", DebuggerStacks::new, "Print the stacks of all threads: thread apply all bt");

    private static final int SNIFFED_LINES = 400;
    private static final Pattern BPFTRACE_TEXT =
            Pattern.compile("Attach(ing|ed) \\d+ probes?\\b.*|@\\w*\\[(?:[^\\]]*)");
    private static final Pattern BPFTRACE_JSON = Pattern.compile(
            "\\{\\s*\"type\":\\s*\"(attached_probes|map|printf|hist|lhist|stats|time|value|cat|join|lost_events|syscall"
                    + "|helper_error|skipped_probes|tseries)\",\\s*\"(data|msg|helper)\".*");
    private static final Pattern MODULE_FRAME = Pattern.compile("\\s{4,}[^\\s`]+`\\S.*");
    private static final Pattern PROCESS_KEY = Pattern.compile("\\s+-\\s+\\S.* \\(\\d+\\)");
    private static final Pattern COUNT = Pattern.compile("\\s+\\d+");
    private static final Pattern SYMBOLS = Pattern.compile("Symbol Names?");
    private static final Pattern THREAD = Pattern.compile("Thread \\d+ \\((Thread|LWP|process) ?.*\\):?|TID \\d+:"
            + "|\\*? *thread #\\d+.*|\\[New (LWP|Thread) .*\\]");
    private static final Pattern FRAME =
            Pattern.compile("#0 +0x[0-9a-fA-F]{8,16}\\b.*|#0 +\\S.*\\(.*\\).*| *\\*? *frame #0: 0x[0-9a-fA-F]+ .*");

    private final String label;
    private final Function<StackProfileWriter, StackGrammar> grammar;
    private final String hint;

    StackTool(String label, Function<StackProfileWriter, StackGrammar> grammar, String hint) {
        this.label = label;
        this.grammar = grammar;
        this.hint = hint;
    }

    /// Returns the short name of the tool that is written to the tables.
    String label() {
        return label;
    }

    /// Returns advice for text that contains no stacks.
    String hint() {
        return hint;
    }

    StackGrammar grammar(StackProfileWriter writer) {
        return grammar.apply(writer);
    }

    /// Returns the tool that wrote a text; null if it is not one of these.
    static StackTool of(String head) {
        if (head.startsWith("{")) {
            return BPFTRACE_JSON.matcher(head.lines().findFirst().orElse("")).matches() ? BPFTRACE : null;
        }
        String[] lines = head.split("\r?\n|\r", SNIFFED_LINES + 1);
        int first = 0;
        while (first < lines.length && lines[first].isBlank()) {
            first++;
        }
        if (first == lines.length) {
            return null;
        }
        String start = lines[first];
        if (start.startsWith("Analysis of sampling ") || start.startsWith("Sampling process ")) {
            return SAMPLE;
        }
        if (start.startsWith("Date/Time:") && contains(lines, "Steps:")) {
            return SPINDUMP;
        }
        if (isInstrumentsHeader(start)) {
            return INSTRUMENTS;
        }
        if (BPFTRACE_TEXT.matcher(start).matches()) {
            return BPFTRACE;
        }
        if (PmcstatCallers.EVENT.matcher(start.strip()).matches()) {
            return PMCSTAT;
        }
        if (start.contains(GhcCostCentres.TITLE)) {
            return GHC;
        }
        if (isDtrace(lines, first)) {
            return DTRACE;
        }
        return isDebugger(lines, first) ? DEBUGGER : null;
    }

    private static boolean contains(String[] lines, String start) {
        for (String line : lines) {
            if (line.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    static boolean isInstrumentsHeader(String line) {
        String[] columns = line.split("\t");
        return columns.length >= 2
                && SYMBOLS.matcher(columns[columns.length - 1].strip()).matches()
                && InstrumentsCopy.Column.of(columns[0]) != null;
    }

    /// Returns whether DTrace or a profiler of bcc wrote the text: DTrace frames include the module, and
    /// profilers of bcc print the process after the frames.
    private static boolean isDtrace(String[] lines, int first) {
        if (lines[first].strip().replaceAll(" +", " ").equals("CPU ID FUNCTION:NAME")
                || lines[first].startsWith("dtrace: description ")) {
            return true;
        }
        int frames = 0;
        boolean hasCount = false;
        for (int i = first; i < lines.length - 1; i++) {
            frames += MODULE_FRAME.matcher(lines[i]).matches() ? 1 : 0;
            boolean isCount = COUNT.matcher(lines[i + 1]).matches();
            hasCount |= frames > 1 && isCount;
            if (hasCount || isCount && PROCESS_KEY.matcher(lines[i]).matches()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDebugger(String[] lines, int first) {
        boolean startsWithFrame = FRAME.matcher(lines[first]).matches();
        boolean hasThread = false;
        for (String line : lines) {
            hasThread |= THREAD.matcher(line).matches();
            if (hasThread && (FRAME.matcher(line).matches() || startsWithFrame)) {
                return true;
            }
        }
        // There may be more threads than lines checked, or only the single thread of a process.
        return lines[first].startsWith("[New LWP ")
                || startsWithFrame && lines.length > first + 1 && lines[first + 1].startsWith("#1 ");
    }
}
