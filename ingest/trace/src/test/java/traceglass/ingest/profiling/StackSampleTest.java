package traceglass.ingest.profiling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.StackSample;
import traceglass.protos.trace.TracePacket;

class StackSampleTest {

    private final ProfilerTraceBuilder builder = new ProfilerTraceBuilder();

    private StackSample.Builder sample(long ts) {
        return builder.packet(ts).getStackSampleBuilder();
    }

    /// Returns the first packet of the sequence, with the profiler's description and the data to which later
    /// packets refer.
    private TracePacket.Builder start(long ts) {
        TracePacket.Builder p = builder.packet(ts).setSequenceFlags(1);
        p.getTracePacketDefaultsBuilder()
                .getStackSampleDefaultsBuilder()
                .setSource("python.wall")
                .getPrimaryDescriptorBuilder()
                .setName("wall-time")
                .setUnit(StackSample.Unit.UNIT_NANOSECONDS);
        p.getInternedDataBuilder()
                .addStackSampleAsyncContextDescriptorsBuilder()
                .setIid(1)
                .setName("pool")
                .setKind("fiber")
                .setParentIid(2);
        p.getInternedDataBuilder()
                .addStackSampleAsyncContextDescriptorsBuilder()
                .setIid(2)
                .setName("loop")
                .setParentIid(1);
        p.getInternedDataBuilder()
                .addStackSampleTaskContextsBuilder()
                .setIid(3)
                .setPid(42)
                .setTid(43)
                .setAsyncId(1);
        return p;
    }

    @Test
    void readsContextsAndCountersFromThePacketItsSequenceAndItsDefaults() throws Exception {
        start(10)
                .getStackSampleBuilder()
                .setTaskContextIid(3)
                .setPrimaryWeight(100)
                .getCallstackBuilder()
                .addFramesBuilder()
                .setFunctionName("main")
                .setSourceFile("m.py")
                .setLineNumber(7);
        StackSample.Builder second = sample(20).setPrimaryWeight(200);
        second.getExecutionContextBuilder().setCpu(2).setMode(StackSample.Mode.MODE_KERNEL);
        second.addFollowerDescriptorsBuilder()
                .setName("instructions")
                .setScope(StackSample.CounterDescriptor.Scope.SCOPE_CPU);
        second.addFollowerWeights(5000);
        builder.read();
        assertEquals("python.wall ns", builder.rows("profiler_session", "source", "timebase_unit"));
        assertEquals(
                "10 python.wall 0 null 0; 20 python.wall null 0 null",
                builder.rows(
                        "profiler_sample", "ts", "source", "task_context_id", "execution_context_id", "callsite_id"));
        assertEquals("10 100.0; 20 200.0; 20 5000.0", builder.rows("counter", "ts", "value"));
        assertEquals("kernel", builder.rows("profiler_execution_context", "cpu_mode"));
        assertEquals("main m.py 7", builder.rows("stack_profile_symbol", "name", "source_file", "line_number"));
        // The two contexts are each other's parent: the cycle is broken.
        assertEquals(
                "loop null null; pool fiber 0", builder.rows("profiler_async_context", "name", "kind", "parent_id"));
    }

    @Test
    void selectsTheMethodOfAFrameByItsLine() throws Exception {
        start(10)
                .getStackSampleBuilder()
                .setTaskContextIid(3)
                .getCallstackBuilder()
                .addFramesBuilder()
                .setFunctionName("a.b")
                .setLineNumber(15);
        sample(20).setTaskContextIid(3).getCallstackBuilder().addFramesBuilder().setFunctionName("a.c");
        builder.packet(5)
                .getArtProcessMetadataBuilder()
                .setPid(42)
                .setUid(10_042)
                .setPackageName("org.example");
        DeobfuscationMapping.Builder mapping =
                builder.packet(30).getDeobfuscationMappingBuilder().setPackageName("org.example");
        var cls = mapping.addObfuscatedClassesBuilder().setObfuscatedName("a").setDeobfuscatedName("org.example.Main");
        cls.addObfuscatedMethodsBuilder()
                .setObfuscatedName("b")
                .setDeobfuscatedName("early")
                .setObfuscatedLineStart(1)
                .setObfuscatedLineEnd(9);
        cls.addObfuscatedMethodsBuilder()
                .setObfuscatedName("b")
                .setDeobfuscatedName("org.example.Helper.inlined")
                .setObfuscatedLineStart(10)
                .setObfuscatedLineEnd(20)
                .setSourceLineStart(77);
        cls.addObfuscatedMethodsBuilder()
                .setObfuscatedName("b")
                .setDeobfuscatedName("late")
                .setObfuscatedLineStart(10)
                .setObfuscatedLineEnd(20)
                .setSourceLineStart(5);
        cls.addObfuscatedMethodsBuilder().setObfuscatedName("c").setDeobfuscatedName("two");
        cls.addObfuscatedMethodsBuilder().setObfuscatedName("c").setDeobfuscatedName("one");
        builder.read();
        assertEquals(
                "a.b org.example.Main.late; a.c org.example.Main.one | org.example.Main.two",
                builder.rows("stack_profile_frame", "name", "deobfuscated_name"));
        assertEquals(
                "a.b 15 null; a.c null null; org.example.Helper.inlined 77 1; org.example.Main.late 5 0",
                builder.rows("stack_profile_symbol", "name", "line_number", "inlined"));
    }
}
