package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records kernel events with the built-in service and probes, and queries the trace.
class KernelEventsTest {

    private static final String PROGRAM = "tg-program";

    private final String name = "traceglass-app-" + ProcessHandle.current().pid();
    private final Path instance = Path.of("/sys/kernel/tracing/instances").resolve(name);

    @TempDir
    Path folder;

    @BeforeEach
    void createInstance() {
        boolean isCreated = false;
        try {
            Files.createDirectory(instance);
            isCreated = Files.isWritable(instance.resolve("tracing_on"));
        } catch (IOException e) {
            // No tracefs, or no permission.
        }
        Assumptions.assumeTrue(isCreated, "tracefs is missing or not writable");
    }

    @AfterEach
    void removeInstance() throws IOException {
        Files.deleteIfExists(instance);
    }

    private void runPrograms() throws Exception {
        Files.copy(Path.of("/bin/cat"), folder.resolve(PROGRAM));
        new ProcessBuilder("/bin/sh", "-c", "./" + PROGRAM + " /proc/self/stat > out; sleep 0.05; sync out; sleep 0.05")
                .directory(folder.toFile())
                .start()
                .waitFor();
        Files.writeString(instance.resolve("trace_marker"), "B|77|marked\n");
    }

    private static void assertRows(Path trace, String sql, String expected) {
        assertEquals(
                expected,
                CommandRun.of("query", "--no-cache", sql, trace)
                        .assertExitCode(0)
                        .out()
                        .strip(),
                sql);
    }

    @Test
    void queriesFindKernelEvents() throws Exception {
        Path trace = folder.resolve("trace.pftrace");
        BuiltInServiceRecorder.record("""
            buffers { size_kb: 32768 }
            write_into_file: true
            flush_period_ms: 5000
            data_sources { config { name: 'linux.ftrace' ftrace_config {
              instance_name: '%s'
              buffer_size_kb: 4096
              symbolize_ksyms: true
              ftrace_events: 'sched/sched_switch' ftrace_events: 'sched/sched_waking' ftrace_events: 'print'
              ftrace_events: 'sched/sched_process_exec' ftrace_events: 'sched/sched_prepare_exec'
              ftrace_events: 'task/*' ftrace_events: 'irq/*' ftrace_events: 'block/*' ftrace_events: 'workqueue/*'
              syscall_events: 'sys_execve' syscall_events: 'sys_fsync' syscall_events: 'sys_fdatasync'
            } } }
            """.formatted(name), trace, this::runPrograms);
        assertRows(trace, """
            select
              (select count(*) > 0 from sched join thread using (utid) where thread.name = '%1$s') as scheduled,
              (select count(*) > 0 from thread_state join thread using (utid)
                where thread.name = '%1$s' and state = 'Running') as running,
              (select count(*) > 0 from slice where name like 'sys_execve%%') as calls,
              (select count(*) > 0 from slice join thread_track on slice.track_id = thread_track.id
                join thread using (utid) where slice.name glob 'sys_f*sync') as synced,
              (select count(*) > 0 from ftrace_event where name glob 'softirq_*') as interrupts,
              (select count(*) > 0 from ftrace_event where name glob 'block_*') as blocks,
              (select count(*) > 0 from slice where name = 'marked') as markers
            """.formatted(PROGRAM), """
            "scheduled","running","calls","synced","interrupts","blocks","markers"
            1,1,1,1,1,1,1\
            """);
        // An event that the schema does not have, with its fields, and a work function with its name.
        assertRows(trace, """
            select
              (select count(*) > 0 from ftrace_event join args using (arg_set_id)
                where name = 'sched_prepare_exec' and key = 'filename' and string_value = './%1$s') as described,
              (select count(*) > 0 from ftrace_event join args using (arg_set_id)
                where name = 'workqueue_execute_start' and key = 'function' and string_value is not null) as work,
              (select count(*) from stats where severity in ('error', 'data_loss') and value > 0) as problems
            """.formatted(PROGRAM), """
            "described","work","problems"
            1,1,0\
            """);
    }
}
