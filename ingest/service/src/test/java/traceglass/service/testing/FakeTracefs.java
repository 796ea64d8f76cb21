package traceglass.service.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A folder with the files of tracefs. Unlike in the kernel, they are plain files: writing has no further effect.
public final class FakeTracefs {

    private final Path folder;

    public FakeTracefs(Path folder) {
        this.folder = folder;
        write("trace", "");
        write("tracing_on", "1\n");
        write("current_tracer", "nop\n");
        write("available_tracers", "function_graph function nop\n");
        write("trace_clock", "[local] global counter uptime perf mono mono_raw boot tai\n");
        write("buffer_size_kb", "7 (expanded: 1408)\n");
        write("set_event", "");
        write("set_event_pid", "no pid\n");
        write("tracing_cpumask", "3\n");
        write("options/print-parent", "1\n");
        write("set_ftrace_filter", "#### all functions enabled ####\n");
        write("set_graph_function", "#### all functions enabled ####\n");
        write("max_graph_depth", "0\n");
        write("kprobe_events", "");
        write("kprobe_profile", "  do_thing                12               3\n");
        write("printk_formats", "0xff00 : \"a text\"\n");
        write("events/enable", "0\n");
        write("events/header_page", KernelFormats.HEADER_PAGE);
        event("sched/sched_switch", KernelFormats.SCHED_SWITCH);
        event("sched/sched_waking", KernelFormats.SCHED_WAKING);
        event("irq/irq_handler_entry", KernelFormats.IRQ_HANDLER_ENTRY);
        event("raw_syscalls/sys_enter", KernelFormats.SYS_ENTER);
        event("raw_syscalls/sys_exit", KernelFormats.SYS_EXIT);
        event("mine/own_event", KernelFormats.OWN_EVENT);
        write("events/ftrace/print/format", KernelFormats.PRINT);
        for (int cpu = 0; cpu < 2; cpu++) {
            write("per_cpu/cpu" + cpu + "/trace_pipe_raw", "");
            write("per_cpu/cpu" + cpu + "/stats", """
                    entries: 5
                    overrun: 4
                    commit overrun: 3
                    bytes: 2
                    oldest event ts:  1234.500000
                    now ts:  1236.250000
                    dropped events: 1
                    read events: 9
                    """);
        }
    }

    /// Adds a disabled event.
    public void event(String name, String format) {
        write("events/" + name + "/format", format);
        write("events/" + name + "/enable", "0\n");
        write("events/" + name + "/filter", "none\n");
    }

    public void write(String file, String text) {
        try {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Adds a page to the buffer of a CPU.
    public void page(int cpu, byte[] page) {
        try {
            Files.write(folder.resolve("per_cpu/cpu" + cpu + "/trace_pipe_raw"), page, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String read(String file) {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path folder() {
        return folder;
    }
}
