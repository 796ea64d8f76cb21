package traceglass.app.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Traces of an app whose main thread waits for a worker.
final class McpTraces {

    private static final String TEXT = """
            # tracer: nop
            #
               <idle>-0     (-----) [000] d..2 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=100 next_prio=120
                  app-100   (  100) [000] ...1 1.001000: tracing_mark_write: B|100|load
                  app-100   (  100) [000] ...1 1.002000: tracing_mark_write: B|100|wait for worker
                  app-100   (  100) [000] d..4 1.009000: sched_waking: comm=worker pid=101 prio=120 target_cpu=000
                  app-100   (  100) [000] d..2 1.010000: sched_switch: prev_comm=app prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=worker next_pid=101 next_prio=120
               worker-101   (  100) [000] ...1 1.011000: tracing_mark_write: B|100|compute
               worker-101   (  100) [000] d..4 1.%1$s000: sched_waking: comm=app pid=100 prio=120 target_cpu=000
               worker-101   (  100) [000] ...1 1.%1$s500: tracing_mark_write: E|100
               worker-101   (  100) [000] d..2 1.%1$s900: sched_switch: prev_comm=worker prev_pid=101 prev_prio=120 prev_state=S ==> next_comm=app next_pid=100 next_prio=120
                  app-100   (  100) [000] ...1 1.370000: tracing_mark_write: E|100
                  app-100   (  100) [000] ...1 1.401000: tracing_mark_write: E|100
                  app-100   (  100) [000] d..2 1.402000: sched_switch: prev_comm=app prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
            """;

    private McpTraces() {}

    /// Writes a trace whose worker computes for about a time.
    ///
    /// @param computeMs less than 350
    static Path write(Path file, int computeMs) throws IOException {
        return Files.writeString(file, TEXT.formatted(String.format("%03d", 11 + computeMs)));
    }

    /// Writes 300,000 context switches, which take a second or more to import.
    static void writeLong(Path file) throws IOException {
        StringBuilder text = new StringBuilder("# tracer: nop\n#\n");
        for (int i = 0; i < 300_000; i++) {
            boolean isStart = i % 2 == 0;
            text.append(String.format(
                    Locale.ROOT,
                    "  app-100 (  100) [000] d..2 %d.%06d: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=S"
                            + " ==> next_comm=%s next_pid=%d next_prio=120%n",
                    i / 10_000,
                    i % 10_000 * 100,
                    isStart ? "swapper/0" : "app",
                    isStart ? 0 : 100,
                    isStart ? "app" : "swapper/0",
                    isStart ? 100 : 0));
        }
        Files.writeString(file, text);
    }
}
