package traceglass.service.probe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.ProcessStatsConfig;
import traceglass.protos.config.ProcessStatsConfig.Quirks;
import traceglass.protos.system.ProcessStats;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.files.SystemFolderFiles;
import traceglass.service.testing.ManualProbeContext;

/// Tests the probe with a fake `/proc`.
class ProcessStatsProbeTest {

    private static final long SESSION = 7;

    @TempDir
    private Path root;

    private final SeenIds seen = new SeenIds();
    private final ManualProbeContext context = new ManualProbeContext();
    private SystemFolderFiles files;

    @BeforeEach
    void writeProcesses() throws IOException {
        Assumptions.assumeTrue(Posix.isSupported());
        files = new SystemFolderFiles(root);
        process(10, "tmux: server", "Kthread:\t0\nVmSize:\t    3060 kB\nVmRSS:\t  1616 kB\nVmSwap:\t 0 kB\n");
        files.write("proc/10/cmdline", "tmux\0\0new session\0");
        files.write("proc/10/oom_score_adj", "-1000\n");
        thread(10, 10, "tmux: server");
        thread(10, 11, "wor\\nker\\\\");
        process(2, "kthreadd", "Kthread:\t1\n");
        files.write("proc/2/cmdline", "");
        Files.createDirectories(root.resolve("proc/3"));
        files.write("proc/uptime", "1 2");
    }

    private void process(int pid, String name, String more) throws IOException {
        files.write("proc/" + pid + "/status", """
            Name:\t%s
            Tgid:\t%d
            Pid:\t%d
            PPid:\t1
            Uid:\t1000\t0\t0\t0
            NSpid:\t%d
            %s\
            """.formatted(name, pid, pid, pid, more));
        files.write("proc/" + pid + "/stat", pid + " (a) b) (c\n) S 1 3 4 5 6 7 8 9 10 11 120 30 0 0 20 0 3 0 500 9 9");
    }

    private void thread(int pid, int tid, String name) throws IOException {
        String status = "Name:\t%s\nTgid:\t%d\nPid:\t%d\nNSpid:\t%d\t%d\n".formatted(name, pid, tid, tid, tid - 9);
        files.write("proc/" + pid + "/task/" + tid + "/status", status);
        if (tid != pid) {
            files.write("proc/" + tid + "/status", status);
        }
    }

    private ProbeInstance start(Consumer<ProcessStatsConfig.Builder> options) throws Exception {
        ProcessStatsConfig.Builder config = ProcessStatsConfig.newBuilder();
        options.accept(config);
        return context.start(
                new ProcessStatsProbe(files.folders(), seen),
                DataSourceConfig.newBuilder()
                        .setTracingSessionId(SESSION)
                        .setProcessStatsConfig(config)
                        .build());
    }

    private List<ProcessTree> trees() {
        return context.drainPackets().stream()
                .filter(TracePacket::hasProcessTree)
                .map(TracePacket::getProcessTree)
                .toList();
    }

    private List<ProcessStats.Process> stats() {
        return context.drainPackets().stream()
                .flatMap(p -> p.getProcessStats().getProcessesList().stream())
                .sorted((a, b) -> a.getPid() - b.getPid())
                .toList();
    }

    private static ProcessTree.Process process(ProcessTree tree, int pid) {
        return tree.getProcessesList().stream()
                .filter(p -> p.getPid() == pid)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void writesProcessesAndThreadsWithTheirNames() throws Exception {
        start(c -> c.setScanAllProcessesOnStart(true).setRecordThreadNames(true).setRecordProcessAge(true));
        ProcessTree tree = trees().getFirst();
        assertEquals(2, tree.getProcessesCount());
        ProcessTree.Process tmux = process(tree, 10);
        assertEquals(List.of("tmux", "new session"), tmux.getCmdlineList());
        assertFalse(tmux.getCmdlineIsComm());
        assertEquals(1000, tmux.getUid());
        assertEquals(1, tmux.getPpid());
        assertEquals(5_000_000_000L, tmux.getProcessStartFromBoot());
        assertTrue(tmux.hasIsKthread() && !tmux.getIsKthread());
        ProcessTree.Process kernel = process(tree, 2);
        assertEquals(List.of("kthreadd"), kernel.getCmdlineList());
        assertTrue(kernel.getCmdlineIsComm() && kernel.getIsKthread());
        List<String> threads = new ArrayList<>();
        tree.getThreadsList()
                .forEach(t -> threads.add(t.getTgid() + "/" + t.getTid() + " " + t.getName() + t.getNstidList()));
        assertTrue(threads.contains("10/11 wor\nker\\[2]"), threads.toString());
        assertTrue(threads.contains("10/10 tmux: server[]"), threads.toString());
        assertTrue(tree.getCollectionEndTimestamp() > 0);
    }

    @Test
    void leavesNamesAndMainThreadsOut() throws Exception {
        start(c -> c.setScanAllProcessesOnStart(true).setSkipMainThreadMessage(true));
        ProcessTree tree = trees().getFirst();
        assertEquals(
                1, tree.getThreadsList().stream().filter(t -> t.getTgid() == 10).count());
        assertTrue(tree.getThreadsList().stream().noneMatch(ProcessTree.Thread::hasName));
        assertFalse(process(tree, 10).hasProcessStartFromBoot());
    }

    @Test
    void pollsWriteOnlyChanges() throws Exception {
        start(c -> c.setProcStatsPollMs(1).setProcStatsCacheTtlMs(1000).setRecordProcessRuntime(true));
        assertEquals(100, context.periodMs());
        context.runPending();
        List<ProcessStats.Process> first = stats();
        assertEquals(
                List.of(2, 10), first.stream().map(ProcessStats.Process::getPid).toList());
        ProcessStats.Process tmux = first.get(1);
        assertEquals(3060, tmux.getVmSizeKb());
        assertEquals(1616, tmux.getVmRssKb());
        assertTrue(tmux.hasVmSwapKb());
        assertEquals(-1000, tmux.getOomScoreAdj());
        assertEquals(1_200_000_000L, tmux.getRuntimeUserMode());
        assertEquals(300_000_000L, tmux.getRuntimeKernelMode());
        assertFalse(first.get(0).hasVmSizeKb());
        context.runPeriodic();
        assertEquals(List.of(), context.drainPackets());
        process(10, "tmux: server", "VmSize:\t3060 kB\nVmRSS:\t1700 kB\n");
        context.runPeriodic();
        assertEquals("pid: 10\nvm_rss_kb: 1700\n", stats().getFirst().toString());
        for (int i = 0; i < 9; i++) {
            context.runPeriodic();
        }
        assertEquals(3060, stats().getLast().getVmSizeKb());
    }

    @Test
    void pollsFindNewAndReusedProcesses() throws Exception {
        start(c -> c.setProcStatsPollMs(100));
        context.runPending();
        assertEquals(10, trees().getFirst().getProcesses(0).getPid());
        context.runPeriodic();
        assertEquals(List.of(), trees());
        Files.delete(root.resolve("proc/10/status"));
        context.runPeriodic();
        Files.move(root.resolve("proc/10"), root.resolve("proc/gone"));
        context.runPeriodic();
        context.drainPackets();
        process(10, "other", "VmSize:\t1 kB\n");
        context.runPeriodic();
        assertEquals("other", trees().getFirst().getProcesses(0).getCmdline(0));
    }

    @Test
    void addsTheRollupAndBuffers() throws Exception {
        files.write("proc/10/smaps_rollup", """
            55e0-7ffc ---p 00000000 00:00 0    [rollup]
            Rss:                1844 kB
            Pss:                 204 kB
            Pss_Anon:            104 kB
            Pss_File:             99 kB
            Pss_Shmem:             1 kB
            SwapPss:               5 kB
            """);
        files.write("proc/10/dmabuf_rss", "4096\n");
        start(c -> c.setProcStatsPollMs(100).setScanSmapsRollup(true).setRecordProcessDmabufRss(true));
        context.runPending();
        ProcessStats.Process tmux = stats().getFirst();
        assertEquals(
                List.of(1844L, 204L, 104L, 99L, 1L, 5L, 4L),
                List.of(
                        tmux.getSmrRssKb(),
                        tmux.getSmrPssKb(),
                        tmux.getSmrPssAnonKb(),
                        tmux.getSmrPssFileKb(),
                        tmux.getSmrPssShmemKb(),
                        tmux.getSmrSwapPssKb(),
                        tmux.getDmabufRssKb()));
    }

    @Test
    void writesOpenFilesOnce() throws Exception {
        Files.createDirectories(root.resolve("proc/10/fd"));
        Files.createSymbolicLink(root.resolve("proc/10/fd/0"), Path.of("pipe:[5]"));
        start(c -> c.setScanAllProcessesOnStart(true).setResolveProcessFds(true));
        assertEquals("pipe:[5]", stats().getFirst().getFds(0).getPath());
        Files.createSymbolicLink(root.resolve("proc/10/fd/12"), Path.of("socket:[1]"));
        seen.notifyListeners(SESSION, l -> l.onDescriptors(new int[] {11, 10, 99}, new long[] {12, 0, 3}, 3));
        List<ProcessStats.Process> processes = stats();
        assertEquals("socket:[1]", processes.getFirst().getFds(0).getPath());
        assertEquals(10, processes.getFirst().getPid());
        assertEquals(1, processes.size());
    }

    @Test
    void writesThreadsOfKernelEventsOnce() throws Exception {
        ProbeInstance instance = start(c -> {});
        seen.notifyListeners(SESSION + 1, l -> l.onThreads(new int[] {10}, 1));
        assertEquals(List.of(), trees());
        seen.notifyListeners(SESSION, l -> l.onThreads(new int[] {0, 11, 12345}, 3));
        ProcessTree tree = trees().getFirst();
        assertEquals(10, tree.getProcesses(0).getPid());
        assertEquals(11, tree.getThreads(1).getTid());
        seen.notifyListeners(SESSION, l -> l.onThreads(new int[] {11, 10}, 2));
        assertEquals(List.of(), trees());
        seen.notifyListeners(SESSION, l -> l.onRenames(new int[] {11}, 1));
        seen.notifyListeners(SESSION, l -> l.onThreads(new int[] {11}, 1));
        assertEquals(1, trees().getFirst().getThreadsCount());
        instance.clearIncrementalState();
        seen.notifyListeners(SESSION, l -> l.onThreads(new int[] {10}, 1));
        TracePacket resent = context.drainPackets().getFirst();
        assertTrue(
                resent.getIncrementalStateCleared() && resent.getProcessTree().getProcessesCount() == 1);
        instance.stop();
        assertFalse(seen.isUsed(SESSION));
    }

    @Test
    void aQuirkDisablesLookingUpThreads() throws Exception {
        start(c -> c.addQuirks(Quirks.DISABLE_ON_DEMAND));
        seen.notifyListeners(SESSION, l -> l.onThreads(new int[] {10}, 1));
        assertEquals(List.of(), trees());
    }
}
