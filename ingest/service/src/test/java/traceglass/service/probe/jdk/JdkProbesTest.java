package traceglass.service.probe.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.common.MeminfoCounters;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.ProbeRecording;

/// Tests the probes for systems other than Linux; they also work on Linux.
@Timeout(120)
class JdkProbesTest {

    private static final long OWN_PID = ProcessHandle.current().pid();

    @Test
    void recordsMemoryAndLoad() throws Exception {
        try (ProbeRecording recording = ProbeRecording.start(List.of(new JdkSystemProbe()), """
            data_sources { config { name: 'linux.sys_stats' sys_stats_config {
              meminfo_period_ms: 20 stat_period_ms: 20 meminfo_counters: MEMINFO_MEM_TOTAL meminfo_counters: MEMINFO_MEM_FREE } } }
            """)) {
            List<TracePacket> packets = recording.read();
            while (packets.stream().filter(TracePacket::hasTrackEvent).count() < 3) {
                Thread.sleep(10);
                packets.addAll(recording.read());
            }
            packets.addAll(recording.stop());
            List<SysStats> stats = packets.stream()
                    .filter(TracePacket::hasSysStats)
                    .map(TracePacket::getSysStats)
                    .toList();
            assertTrue(stats.size() > 2);
            for (SysStats one : stats) {
                assertEquals(
                        List.of(MeminfoCounters.MEMINFO_MEM_TOTAL, MeminfoCounters.MEMINFO_MEM_FREE),
                        one.getMeminfoList().stream()
                                .map(SysStats.MeminfoValue::getKey)
                                .toList());
                // The unit is KB: between 64 MB and 64 TB.
                long total = one.getMeminfo(0).getValue();
                assertTrue(total > 1 << 16 && total < 1L << 36, () -> total + " KB");
                assertTrue(one.getMeminfo(1).getValue() < total);
            }
            assertTrue(packets.stream()
                    .filter(TracePacket::hasTrackEvent)
                    .mapToDouble(p -> p.getTrackEvent().getDoubleCounterValue())
                    .allMatch(v -> v >= 0 && v <= 100));
            assertEquals(
                    Set.of("CPU load"),
                    packets.stream()
                            .filter(TracePacket::hasTrackDescriptor)
                            .map(p -> p.getTrackDescriptor().getName())
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void recordsProcessesOnceAndTheirTimes() throws Exception {
        try (ProbeRecording recording = ProbeRecording.start(List.of(new JdkProcessProbe()), """
            data_sources { config { name: 'linux.process_stats' process_stats_config {
              scan_all_processes_on_start: true proc_stats_poll_ms: 100 } } }
            """)) {
            Process child = new ProcessBuilder("sleep", "30").start();
            try {
                List<TracePacket> packets = recording.read();
                while (find(packets, child.pid()).isEmpty()) {
                    Thread.sleep(20);
                    packets.addAll(recording.read());
                }
                packets.addAll(recording.stop());
                ProcessTree.Process thisProcess = find(packets, OWN_PID).getFirst();
                assertTrue(thisProcess.getCmdline(0).contains("java"), thisProcess::toString);
                assertEquals(1, find(packets, OWN_PID).size());
                ProcessTree.Process started = find(packets, child.pid()).getFirst();
                assertEquals(OWN_PID, started.getPpid());
                assertEquals("30", started.getCmdline(started.getCmdlineCount() - 1));
                checkTimes(packets);
            } finally {
                child.destroyForcibly().waitFor();
            }
        }
    }

    private static List<ProcessTree.Process> find(List<TracePacket> packets, long pid) {
        return packets.stream()
                .flatMap(p -> p.getProcessTree().getProcessesList().stream())
                .filter(p -> p.getPid() == pid)
                .toList();
    }

    /// Checks that the CPU time of this process grows, on a track below the process track.
    private static void checkTimes(List<TracePacket> packets) {
        Set<Long> processTracks = new HashSet<>();
        Set<Long> tracks = new HashSet<>();
        for (TracePacket packet : packets) {
            if (packet.getTrackDescriptor().getProcess().getPid() == OWN_PID) {
                processTracks.add(packet.getTrackDescriptor().getUuid());
            } else if (processTracks.contains(packet.getTrackDescriptor().getParentUuid())) {
                tracks.add(packet.getTrackDescriptor().getUuid());
            }
        }
        List<Long> times = packets.stream()
                .filter(p ->
                        p.hasTrackEvent() && tracks.contains(p.getTrackEvent().getTrackUuid()))
                .map(p -> p.getTrackEvent().getCounterValue())
                .toList();
        assertTrue(times.size() > 1, times::toString);
        assertEquals(List.copyOf(new TreeSet<>(times)), times);
    }
}
