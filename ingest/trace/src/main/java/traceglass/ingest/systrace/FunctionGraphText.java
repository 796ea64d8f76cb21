package traceglass.ingest.systrace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Output of ftrace's `function_graph` tracer. Its columns depend on options; times and threads are optional:
///
/// ```
///  0)               |  do_sys_open() {
///  0)   0.831 us    |    getname();
///  0) + 12.345 us   |  }
///  0)    bash-456   =>   <idle>-0
///  412.345678 |   1)   bash-456    |  d... |   0.531 us    |  fput();
/// ```
///
/// Without times, the functions of a CPU follow one another without gaps, according to their durations.
final class FunctionGraphText {

    private static final Pattern LINE = Pattern.compile(
            "\\s*(?:(\\d{1,9})\\.(\\d{6})\\s*\\|\\s*)?(\\d{1,4})\\)\\s*(?:(\\S.{0,20}?)-(\\d{1,10})\\s*\\|\\s*)?(?:[a-zA-Z.][a-zA-Z0-9.]{2,6}\\s*\\|\\s*)?[$*@#!+]?\\s*(?:(\\d{1,12}\\.\\d{1,3})"
                    + " us)?\\s*\\|\\s*(.*)");
    private static final Pattern SWITCH = Pattern.compile(
            "\\s*(?:[\\d.]+\\s*\\|\\s*)?(\\d{1,4})\\)\\s*(.{1,24}?)-(\\d{1,10})\\s*=>\\s*(.{1,24}?)-(\\d{1,10})\\s*");
    private static final Pattern EVENT = Pattern.compile("/\\*\\s*([\\w.]+): (.*?)\\s*\\*/");
    private static final String ENTRY = "funcgraph_entry";
    private static final String EXIT = "funcgraph_exit";
    private static final String UNKNOWN_TASK = "<...>";
    private static final int MAX_CPU = 4095;
    private static final int MAX_DEPTH = 512;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1000;

    /// State of a CPU.
    private static final class Cpu {
        String task = UNKNOWN_TASK;
        long tid;
        long now;
        final Deque<Long> starts = new ArrayDeque<>();
    }

    private final Map<Integer, Cpu> cpus = new HashMap<>();

    /// Returns whether a line contains no event: a switch to another thread, or a separator line next to it.
    boolean readSwitchOrSeparator(String line) {
        String text = line.strip();
        if (text.startsWith("---")) {
            return true;
        }
        Matcher m = SWITCH.matcher(line);
        if (!m.matches() || Integer.parseInt(m.group(1)) > MAX_CPU) {
            return false;
        }
        Cpu cpu = cpu(Integer.parseInt(m.group(1)));
        cpu.task = m.group(4).strip();
        cpu.tid = Long.parseLong(m.group(5));
        return true;
    }

    private Cpu cpu(int number) {
        return cpus.computeIfAbsent(number, n -> new Cpu());
    }

    /// Parses a line; returns null if it is not a function or event. For functions, the returned event is the
    /// one that `trace-cmd` uses.
    SystraceLine parse(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches() || Integer.parseInt(m.group(3)) > MAX_CPU) {
            return null;
        }
        int number = Integer.parseInt(m.group(3));
        Cpu cpu = cpu(number);
        if (m.group(5) != null) {
            cpu.task = m.group(4).strip();
            cpu.tid = Long.parseLong(m.group(5));
        }
        if (m.group(1) != null) {
            cpu.now = Long.parseLong(m.group(1)) * NS_PER_S + Long.parseLong(m.group(2)) * NS_PER_US;
        }
        boolean isTimed = m.group(1) != null;
        long dur = m.group(6) == null ? 0 : Math.round(Double.parseDouble(m.group(6)) * NS_PER_US);
        String text = m.group(7).strip();
        Matcher event = EVENT.matcher(text);
        if (event.matches()) {
            return new SystraceLine(cpu.task, cpu.tid, -1, number, cpu.now, event.group(1), event.group(2));
        }
        if (text.startsWith("}")) {
            Long start = cpu.starts.poll();
            if (!isTimed && start != null) {
                cpu.now = Math.max(cpu.now, start + dur);
            }
            return new SystraceLine(cpu.task, cpu.tid, -1, number, cpu.now, EXIT, "");
        }
        if (text.indexOf('(') < 0) {
            return null;
        }
        long ts = cpu.now;
        if (text.endsWith("{")) {
            if (cpu.starts.size() < MAX_DEPTH) {
                cpu.starts.push(ts);
            }
        } else if (!isTimed) {
            cpu.now += dur;
        }
        String length = m.group(6) == null ? "" : m.group(6) + " us ";
        return new SystraceLine(cpu.task, cpu.tid, -1, number, ts, ENTRY, length + "| " + text);
    }
}
