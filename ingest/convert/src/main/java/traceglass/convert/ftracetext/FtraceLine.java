package traceglass.convert.ftracetext;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.ingest.tracker.machine.TaskState;
import traceglass.sql.functions.GfpFlags;

/// Writes raw events as lines of ftrace text, which start with task, CPU and time and end with the event's
/// arguments in its print format. Most events are `name: key=value …`; a table contains the events for which
/// tools expect another format.
///
/// The text is the same as that of Perfetto's `to_ftrace`, with two exceptions: a workqueue's CPUs are named, and
/// a dash in the name of a task is preserved. A trace read from the text therefore has the same names.
final class FtraceLine {

    /// Writes the arguments of one type of event.
    private interface ArgsFormat {
        void write(FtraceEvent e, StringBuilder out);
    }

    private static final int TASK_WIDTH = 16;
    private static final int ID_WIDTH = 5;
    private static final long NS_PER_US = 1_000;
    private static final long US_PER_S = 1_000_000;
    private static final Map<String, String> SOFTIRQS = new HashMap<>();

    static {
        List<String> names =
                List.of("HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU");
        for (int i = 0; i < names.size(); i++) {
            SOFTIRQS.put(Integer.toString(i), names.get(i));
        }
    }

    private final @Nullable KernelVersion kernel;
    /// Release of the kernel; empty if unknown.
    private final String release;

    private final Map<String, ArgsFormat> formats = new HashMap<>();

    /// @param kernel version of the kernel, which determines the letters for thread states and the names of flags;
    ///     null if unknown
    FtraceLine(@Nullable KernelVersion kernel) {
        this.kernel = kernel;
        release = kernel == null ? "" : kernel.major() + "." + kernel.minor();
        registerScheduling();
        registerDevices();
        registerInterrupts();
        registerSystemCalls();
        registerMarkers();
    }

    private void registerScheduling() {
        formats.put("sched_switch", (e, out) -> {
            appendPairs(e, out, "prev_comm", "prev_pid", "prev_prio");
            out.append(" prev_state=").append(state(e)).append(" ==>");
            appendPairs(e, out, "next_comm", "next_pid", "next_prio");
        });
        for (String wakeup : List.of("sched_wakeup", "sched_wakeup_new")) {
            formats.put(wakeup, (e, out) -> {
                appendPairs(e, out, "comm", "pid", "prio", "success");
                out.append(String.format(Locale.ROOT, " target_cpu=%03d", e.number("target_cpu")));
            });
        }
        formats.put("task_newtask", (e, out) -> {
            appendPairs(e, out, "pid", "comm");
            out.append(" clone_flags=").append(hex(e, "clone_flags"));
            appendPairs(e, out, "oom_score_adj");
        });
        formats.put("sched_blocked_reason", (e, out) -> {
            appendPairs(e, out, "pid");
            out.append(" iowait=")
                    .append(e.number("io_wait"))
                    .append(" caller=")
                    .append(function(e, "caller"));
        });
        formats.put(
                "cgroup_attach_task",
                (e, out) ->
                        appendPairs(e, out, "dst_root", "dst_id", "cgroup", "dst_level", "dst_path", "pid", "comm"));
        formats.put(
                "workqueue_activate_work",
                (e, out) -> out.append(" work struct ").append(hex(e, "work")));
        formats.put(
                "workqueue_execute_end", (e, out) -> out.append(" work struct ").append(hex(e, "work")));
        formats.put(
                "workqueue_execute_start",
                (e, out) -> out.append(" work struct ")
                        .append(hex(e, "work"))
                        .append(": function ")
                        .append(function(e, "function")));
        formats.put(
                "workqueue_queue_work",
                (e, out) -> out.append(" work struct=")
                        .append(hex(e, "work"))
                        .append(" function=")
                        .append(function(e, "function"))
                        .append(" workqueue=")
                        .append(hex(e, "workqueue"))
                        .append(" req_cpu=")
                        .append(e.number("req_cpu"))
                        .append(" cpu=")
                        .append(e.number("cpu")));
        formats.put("hrtimer_expire_entry", (e, out) -> out.append(" function=").append(function(e, "function")));
    }

    private void registerDevices() {
        formats.put(
                "clk_set_rate",
                (e, out) -> out.append(' ').append(e.value("name")).append(' ').append(e.value("rate")));
        formats.put("clock_set_rate", (e, out) -> {
            out.append(' ').append(e.value("name"));
            appendPairs(e, out, "state", "cpu_id");
        });
        for (String clock : List.of("clock_enable", "clock_disable")) {
            formats.put(clock, (e, out) -> {
                out.append(' ').append(e.value("name"));
                appendPairs(e, out, "state", "cpu_id");
            });
        }
        formats.put(
                "binder_transaction",
                (e, out) -> out.append(String.format(
                        Locale.ROOT,
                        " transaction=%d dest_node=%d dest_proc=%d dest_thread=%d reply=%d flags=0x%x code=0x%x",
                        e.number("debug_id"),
                        e.number("target_node"),
                        e.number("to_proc"),
                        e.number("to_thread"),
                        e.number("reply"),
                        e.number("flags"),
                        e.number("code"))));
        formats.put("binder_transaction_alloc_buf", (e, out) -> {
            out.append(" transaction=").append(e.number("debug_id"));
            appendPairs(e, out, "data_size", "offsets_size");
        });
        formats.put(
                "binder_transaction_received",
                (e, out) -> out.append(" transaction=").append(e.number("debug_id")));
        formats.put(
                "mm_filemap_add_to_page_cache",
                (e, out) -> out.append(String.format(
                        Locale.ROOT,
                        " dev %d:%d ino %x page=0000000000000000 pfn=%d ofs=%d",
                        e.number("s_dev") >>> 20,
                        e.number("s_dev") & 0xFFFFF,
                        e.number("i_ino"),
                        e.number("pfn"),
                        e.number("index") << 12)));
    }

    private void registerInterrupts() {
        formats.put("irq_handler_exit", (e, out) -> {
            appendPairs(e, out, "irq");
            out.append(" ret=").append(e.number("ret") != 0 ? "handled" : "unhandled");
        });
        for (String softirq : List.of("softirq_entry", "softirq_exit", "softirq_raise")) {
            formats.put(softirq, (e, out) -> {
                appendPairs(e, out, "vec");
                String vec = e.value("vec");
                out.append(" [action=").append(SOFTIRQS.getOrDefault(vec, vec)).append(']');
            });
        }
        formats.put("i2c_read", FtraceLine::appendI2c);
        formats.put("i2c_write", FtraceLine::appendI2c);
        formats.put("i2c_reply", FtraceLine::appendI2c);
        formats.put(
                "i2c_result",
                (e, out) -> out.append(String.format(
                        Locale.ROOT,
                        " i2c-%d n=%d ret=%d",
                        e.number("adapter_nr"),
                        e.number("nr_msgs"),
                        e.number("ret"))));
    }

    private void registerSystemCalls() {
        formats.put("sys_enter", (e, out) -> {
            out.append(" NR ").append(e.number("id")).append(" (");
            String separator = "";
            for (FtraceEvent.Arg a : e.args) {
                if (a.key().startsWith("args")) {
                    out.append(separator).append(Long.toHexString(a.number()));
                    separator = ", ";
                }
            }
            out.append(')');
        });
        formats.put(
                "sys_exit",
                (e, out) ->
                        out.append(" NR ").append(e.number("id")).append(" = ").append(e.number("ret")));
    }

    private void registerMarkers() {
        // In the text of old kernels, events that programs write are named "0".
        for (String print : List.of("print", "0")) {
            formats.put(print, FtraceLine::print);
        }
        formats.put("tracing_mark_write", (e, out) -> {
            // In text, the markers of programs also have this name.
            if (e.arg("buf") != null) {
                print(e, out);
                return;
            }
            boolean isBegin = e.number("trace_begin") != 0;
            out.append(' ').append(isBegin ? 'B' : 'E').append('|').append(e.number("pid"));
            out.append('|').append(e.value("trace_name"));
        });
        for (String vendor : List.of(
                "dpu_tracing_mark_write",
                "g2d_tracing_mark_write",
                "samsung_tracing_mark_write",
                "panel_write_generic")) {
            formats.put(
                    vendor,
                    (e, out) -> out.append(' ')
                            .append((char) (e.number("type") & 0x7f))
                            .append('|')
                            .append(e.number("pid"))
                            .append('|')
                            .append(e.arg("trace_name") == null ? e.value("name") : e.value("trace_name"))
                            .append('|')
                            .append(e.number("value")));
        }
    }

    private static void print(FtraceEvent e, StringBuilder out) {
        out.append(' ').append(e.value("buf").stripTrailing());
    }

    /// Appends the line of an event, without a line break.
    void write(FtraceEvent e, StringBuilder out) {
        String comm = e.tid == 0 ? "<idle>" : e.comm.isEmpty() ? "<unknown>" : e.comm;
        appendSpaces(out, TASK_WIDTH - comm.length());
        int from = out.length();
        out.append(comm);
        clean(out, from);
        out.append('-').append(e.tid);
        appendSpaces(out, ID_WIDTH - digits(e.tid));
        out.append(" (");
        if (e.tgid == 0) {
            out.append("-----");
        } else {
            appendSpaces(out, ID_WIDTH - digits(e.tgid));
            out.append(e.tgid);
        }
        out.append(") [");
        appendZeroPadded(out, e.cpu, 3);
        out.append("] .... ").append(e.ts / NS_PER_US / US_PER_S).append('.');
        appendZeroPadded(out, e.ts / NS_PER_US % US_PER_S, 6);
        out.append(": ").append(displayName(e.name)).append(':');
        from = out.length();
        ArgsFormat format = formats.get(e.name);
        if (format == null) {
            for (FtraceEvent.Arg a : e.args) {
                out.append(' ').append(a.key()).append('=');
                if (a.key().equals("gfp_flags") && a.text() == null) {
                    out.append(GfpFlags.names(a.number(), release));
                } else {
                    a.appendTo(out);
                }
            }
        } else {
            format.write(e, out);
        }
        clean(out, from);
    }

    private static String displayName(String name) {
        return switch (name) {
            case "print", "0", "g2d_tracing_mark_write", "dpu_tracing_mark_write" -> "tracing_mark_write";
            default -> name;
        };
    }

    /// Replaces line breaks in names and strings, which would start another line.
    private static void clean(StringBuilder out, int from) {
        for (int i = from; i < out.length(); i++) {
            if (out.charAt(i) < ' ') {
                out.setCharAt(i, ' ');
            }
        }
    }

    private static void appendSpaces(StringBuilder out, int spaces) {
        for (int i = 0; i < spaces; i++) {
            out.append(' ');
        }
    }

    private static int digits(long value) {
        int digits = value < 0 ? 2 : 1;
        for (long remaining = value / 10; remaining != 0; remaining /= 10) {
            digits++;
        }
        return digits;
    }

    private static void appendZeroPadded(StringBuilder out, long value, int width) {
        for (int i = digits(value); i < width; i++) {
            out.append('0');
        }
        out.append(value);
    }

    private static void appendPairs(FtraceEvent e, StringBuilder out, String... keys) {
        for (String key : keys) {
            FtraceEvent.Arg a = e.arg(key);
            if (a != null) {
                a.appendTo(out.append(' ').append(key).append('='));
            }
        }
    }

    private String state(FtraceEvent e) {
        FtraceEvent.Arg a = e.arg("prev_state");
        if (a == null || a.text() != null) {
            return a == null ? "R" : a.value();
        }
        String letters = TaskState.text(TaskState.ofRaw(a.number(), kernel));
        if (letters == null) {
            return Long.toString(a.number());
        }
        return letters.startsWith("R") ? letters : String.join("|", letters.split(""));
    }

    private static String hex(FtraceEvent e, String key) {
        return Long.toHexString(e.number(key));
    }

    private static String function(FtraceEvent e, String key) {
        FtraceEvent.Arg a = e.arg(key);
        return a == null ? "0" : a.text() != null ? a.text() : "0x" + Long.toHexString(a.number());
    }

    private static void appendI2c(FtraceEvent e, StringBuilder out) {
        out.append(String.format(
                Locale.ROOT,
                " i2c-%d #%d a=%03x f=%04x l=%d",
                e.number("adapter_nr"),
                e.number("msg_nr"),
                e.number("addr"),
                e.number("flags"),
                e.number("len")));
        FtraceEvent.Arg buffer = e.arg("buf");
        if (buffer != null) {
            out.append(" [").append(buffer.value()).append(']');
        }
    }
}
