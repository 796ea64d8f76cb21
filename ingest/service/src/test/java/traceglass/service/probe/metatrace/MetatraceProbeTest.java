package traceglass.service.probe.metatrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.trace.PerfettoMetatrace;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.metatrace.Metatrace;
import traceglass.service.metatrace.MetatraceCounter;
import traceglass.service.metatrace.MetatraceEvent;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.testing.ManualProbeContext;
import traceglass.service.testing.ProbeRecording;

class MetatraceProbeTest {

    private final ManualProbeContext context = new ManualProbeContext();
    private final Metatrace metatrace = context.metatrace();

    private List<PerfettoMetatrace> drainMetatraces() {
        return context.drainPackets().stream()
                .map(TracePacket::getPerfettoMetatrace)
                .toList();
    }

    @Test
    void recordsOnlyWhileASessionRequestsIt() throws Exception {
        assertEquals(0, metatrace.begin());
        metatrace.count(MetatraceCounter.SERVICE_READ_BYTES, 1);
        ProbeInstance first = context.start(new MetatraceProbe(), DataSourceConfig.getDefaultInstance());
        ProbeInstance second = context.start(new MetatraceProbe(), DataSourceConfig.getDefaultInstance());
        long begin = metatrace.begin();
        assertTrue(begin > 0);
        metatrace.end(MetatraceEvent.READ_SYS_STATS, begin);
        metatrace.end(MetatraceEvent.SERVICE_COMMIT, begin);
        metatrace.count(MetatraceCounter.PS_PIDS_SCANNED, 7);
        metatrace.count(MetatraceCounter.SERVICE_READ_BYTES, 1L << 40);
        first.flush();
        List<PerfettoMetatrace> metatraces = drainMetatraces();
        assertEquals(12, metatraces.get(0).getEventId());
        assertEquals("SERVICE_COMMIT", metatraces.get(1).getEventName());
        assertTrue(metatraces.get(1).hasEventDurationNs());
        assertEquals(2, metatraces.get(2).getCounterId());
        assertEquals(7, metatraces.get(2).getCounterValue());
        assertEquals("SERVICE_READ_BYTES", metatraces.get(3).getCounterName());
        assertEquals(Integer.MAX_VALUE, metatraces.get(3).getCounterValue());
        if (Posix.isSupported()) {
            assertEquals(Posix.threadId(), metatraces.get(0).getThreadId());
        }
        first.stop();
        second.stop();
        assertEquals(4, drainMetatraces().size());
        assertEquals(0, metatrace.begin());
    }

    @Test
    void reportsLostRecords() throws Exception {
        ProbeInstance instance = context.start(new MetatraceProbe(), DataSourceConfig.getDefaultInstance());
        for (int i = 0; i < 20_000; i++) {
            metatrace.count(MetatraceCounter.SERVICE_READ_BYTES, i);
        }
        instance.flush();
        List<PerfettoMetatrace> remaining = drainMetatraces();
        assertEquals(1 << 14, remaining.size());
        assertEquals(19_999, remaining.getLast().getCounterValue());
        assertTrue(remaining.getFirst().getHasOverruns());
    }

    @Test
    void recordsTheWorkOfTheServiceAndTheProbes() throws Exception {
        String config = "data_sources { config { name: 'perfetto.metatrace' } }"
                + "data_sources { config { name: 'linux.sys_stats' sys_stats_config { meminfo_period_ms: 10 } } }";
        Set<String> expected = Set.of(
                "SERVICE_TASK0",
                "SERVICE_COMMIT0",
                "SERVICE_READ_BUFFERS0",
                "SERVICE_FLUSH0",
                "PROBE_TASK0",
                "SERVICE_QUEUED_TASKS0",
                "12");
        Map<String, Integer> threads = new HashMap<>();
        try (ProbeRecording recording = ProbeRecording.start(BuiltInProbes.all(), config)) {
            for (int i = 0; i < 500 && !threads.keySet().containsAll(expected); i++) {
                Thread.sleep(20);
                recording.flush();
                recording.read().stream()
                        .filter(TracePacket::hasPerfettoMetatrace)
                        .map(TracePacket::getPerfettoMetatrace)
                        .forEach(m ->
                                threads.put(m.getEventName() + m.getCounterName() + m.getEventId(), m.getThreadId()));
            }
        }
        assertTrue(threads.keySet().containsAll(expected), threads.toString());
        assertEquals(threads.get("PROBE_TASK0"), threads.get("12"));
        assertNotEquals(threads.get("PROBE_TASK0"), threads.get("SERVICE_TASK0"));
    }
}
