package traceglass.convert.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.ingest.ImportProgress;
import traceglass.protos.profiling.Callstack;
import traceglass.protos.profiling.Frame;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.profiling.Profiling;
import traceglass.protos.profiling.StackSample;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.TraceStore;

class SamplePacketsTest {

    private static final String SAMPLES = """
            SELECT p.ts, p.source, t.tid, r.pid, e.cpu_mode, c.cpu, p.unwind_error, f.name, k.name, w.weight
            FROM __intrinsic_profiler_sample AS p
            LEFT JOIN __intrinsic_profiler_task_context AS x ON x.id = p.task_context_id
            LEFT JOIN __intrinsic_profiler_execution_context AS e ON e.id = p.execution_context_id
            LEFT JOIN __intrinsic_cpu AS c ON c.id = e.ucpu
            LEFT JOIN thread AS t USING (utid) LEFT JOIN process AS r ON r.upid = x.upid
            LEFT JOIN stack_profile_callsite AS s ON s.id = p.callsite_id
            LEFT JOIN stack_profile_frame AS f ON f.id = s.frame_id
            LEFT JOIN _sample_weight AS w USING (counter_set_id)
            LEFT JOIN counter_track AS k ON k.id = w.track_id ORDER BY ALL\
            """;

    @TempDir
    Path dir;

    private final Trace.Builder trace = Trace.newBuilder();

    private TracePacket.Builder packet(int sequence, long ts) {
        return trace.addPacketBuilder()
                .setTrustedPacketSequenceId(sequence)
                .setTimestamp(ts)
                .setSequenceFlags(
                        ts == 0
                                ? TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE
                                : TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE);
    }

    private PerfSample.Builder perfSample(long ts, int cpu, long count) {
        return packet(1, ts)
                .getPerfSampleBuilder()
                .setCpu(cpu)
                .setPid(5)
                .setTid(6)
                .setCallstackIid(1)
                .setTimebaseCount(count);
    }

    private void addPerfSamples() {
        TracePacket.Builder first = packet(1, 0);
        first.getTracePacketDefaultsBuilder()
                .getPerfSampleDefaultsBuilder()
                .getTimebaseBuilder()
                .setName("misses");
        first.getInternedDataBuilder()
                .addFunctionNames(InternedString.newBuilder().setIid(1).setStr(ByteString.copyFromUtf8("work")))
                .addFrames(Frame.newBuilder().setIid(1).setFunctionNameId(1))
                .addCallstacks(Callstack.newBuilder().setIid(1).addFrameIds(1));
        perfSample(100, 0, 10).setCpuMode(Profiling.CpuMode.MODE_USER);
        perfSample(110, 1, 7).setCpuMode(Profiling.CpuMode.MODE_KERNEL);
        perfSample(200, 0, 25).setUnwindError(Profiling.StackUnwindError.UNWIND_ERROR_MAPS_PARSE);
    }

    /// Adds samples of another profiler, two of them without a thread.
    private void addStackSamples() {
        TracePacket.Builder first = packet(2, 0);
        first.getTracePacketDefaultsBuilder()
                .getStackSampleDefaultsBuilder()
                .setSource("python")
                .getPrimaryDescriptorBuilder()
                .setName("wall time")
                .setUnitStr("ms");
        for (int i = 0; i < 3; i++) {
            StackSample.Builder sample = packet(2, 300 + i).getStackSampleBuilder();
            sample.getCallstackBuilder().addFramesBuilder().setFunctionName("main");
            sample.setPrimaryWeight(4 + i);
            if (i == 0) {
                sample.getTaskContextBuilder().setPid(5).setTid(7);
            } else if (i == 1) {
                sample.getTaskContextBuilder().setPid(5);
            }
        }
    }

    @Test
    void samplesOfAllProfilersKeepTheirThreadsWeightsAndModes() throws Exception {
        addPerfSamples();
        addStackSamples();
        Path original =
                Files.write(dir.resolve("original.pftrace"), trace.build().toByteArray());
        Path converted = dir.resolve("converted.pftrace");
        List<String> notes = new ArrayList<>();
        List<String> expected;
        try (TraceStore store = PerfettoRoundTripTest.open(original);
                OutputStream out = Files.newOutputStream(converted)) {
            expected = PerfettoRoundTripTest.rows(store, SAMPLES);
            Conversion.Request request =
                    new Conversion.Request(original, () -> new TraceRows(store), Conversion.Options.DEFAULT);
            new PerfettoConversion().convert(request, out, new ImportProgress(), notes::add);
        }
        assertEquals(
                List.of(
                        "100|linux.perf|6|5|user|0|null|work|misses|10.0",
                        "110|linux.perf|6|5|kernel|1|null|work|misses|7.0",
                        "200|linux.perf|6|5|null|0|maps_parse|work|misses|15.0",
                        "300|python|7|5|null|null|null|main|wall time|4.0",
                        "301|python|null|5|null|null|null|main|wall time|5.0",
                        "302|python|null|null|null|null|null|main|wall time|6.0"),
                expected);
        try (TraceStore store = PerfettoRoundTripTest.open(converted)) {
            assertEquals(expected, PerfettoRoundTripTest.rows(store, SAMPLES));
        }
        assertEquals(List.of(), notes);
    }
}
