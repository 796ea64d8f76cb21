package traceglass.service.probe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.system.ProcessStats;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.files.SystemFolders;
import traceglass.service.testing.ProbeRecording;

/// Tests recording processes of this computer that have unusual names or end while they are read.
class LiveProcessesTest {

    private static final String CONFIG = """
        data_sources { config { name: "linux.process_stats" process_stats_config {
          scan_all_processes_on_start: true record_thread_names: true proc_stats_poll_ms: 100
          scan_smaps_rollup: true record_process_age: true record_process_runtime: true
          resolve_process_fds: true } } }
        """;
    private static final String ODD_NAME = "a) (b\n\\c d";

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void assumeLinux() {
        Assumptions.assumeTrue(Posix.isSupported() && Files.isExecutable(Path.of("/bin/sleep")));
    }

    @AfterEach
    void killProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    private static ProbeRecording start() throws Exception {
        ProcessStatsProbe probe = new ProcessStatsProbe(SystemFolders.ofThisComputer(), new SeenIds());
        return ProbeRecording.start(List.of(probe), CONFIG);
    }

    private Process run(String program, String argument) throws Exception {
        Process process = new ProcessBuilder(program, argument).start();
        processes.add(process);
        return process;
    }

    @Test
    void readsNamesAsTheKernelHasThem() throws Exception {
        Path program = Files.copy(Path.of("/bin/sleep"), folder.resolve(ODD_NAME));
        long pid = run(program.toString(), "100").pid();
        // The process gets its name when it executes the program.
        Path comm = Path.of("/proc/" + pid + "/comm");
        for (int i = 0; i < 500 && !Files.readString(comm).startsWith("a)"); i++) {
            Thread.sleep(10);
        }
        List<TracePacket> packets;
        try (ProbeRecording recording = start()) {
            packets = recording.stop();
            assertEquals(List.of(), recording.problems());
        }
        ProcessTree tree = packets.stream()
                .filter(TracePacket::hasProcessTree)
                .findFirst()
                .orElseThrow()
                .getProcessTree();
        ProcessTree.Thread thread = tree.getThreadsList().stream()
                .filter(t -> t.getTid() == pid)
                .findFirst()
                .orElseThrow();
        assertEquals(ODD_NAME, thread.getName());
        ProcessTree.Process process = tree.getProcessesList().stream()
                .filter(p -> p.getPid() == pid)
                .findFirst()
                .orElseThrow();
        assertEquals(List.of(program.toString(), "100"), process.getCmdlineList());
        assertEquals(ProcessHandle.current().pid(), process.getPpid());
        long age = Posix.clockNs(Posix.CLOCK_BOOTTIME) - process.getProcessStartFromBoot();
        assertTrue(age > 0 && age < 60_000_000_000L, "age " + age);
    }

    @Test
    void continuesWhenProcessesEnd() throws Exception {
        long newPid;
        List<TracePacket> packets;
        try (ProbeRecording recording = start()) {
            for (int i = 0; i < 40; i++) {
                run("/bin/sleep", "0.0" + i);
            }
            newPid = run("/bin/sleep", "100").pid();
            Thread.sleep(350);
            packets = recording.stop();
            assertEquals(List.of(), recording.problems());
        }
        assertTrue(packets.stream().filter(TracePacket::hasProcessStats).count() >= 3);
        assertTrue(packets.stream()
                .flatMap(p -> p.getProcessTree().getProcessesList().stream())
                .anyMatch(p -> p.getPid() == newPid));
        ProcessStats.Process stats = packets.stream()
                .flatMap(p -> p.getProcessStats().getProcessesList().stream())
                .filter(p -> p.getPid() == newPid)
                .reduce((a, b) -> b)
                .orElseThrow();
        assertTrue(stats.getVmRssKb() > 0 && stats.getFdsCount() == 3, stats.toString());
    }
}
