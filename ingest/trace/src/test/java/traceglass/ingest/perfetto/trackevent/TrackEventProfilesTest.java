package traceglass.ingest.perfetto.trackevent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.ingest.profiling.ProfilerTraceBuilder;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

class TrackEventProfilesTest {

    private final ProfilerTraceBuilder builder = new ProfilerTraceBuilder();

    private void chunk(long ts, long profile, String json) {
        TracePacket.Builder p = builder.packet(ts);
        TrackEvent.Builder e = p.getTrackEventBuilder();
        e.getLegacyEventBuilder().setPhase('P').setUnscopedId(profile);
        e.addDebugAnnotationsBuilder().setNameIid(1).setLegacyJsonValue(json);
    }

    private void thread() {
        TracePacket.Builder p = builder.packet(5).setSequenceFlags(1);
        p.getThreadDescriptorBuilder().setPid(42).setTid(43);
        p.getInternedDataBuilder().addDebugAnnotationNamesBuilder().setIid(1).setName("data");
    }

    @Test
    void profileSamplesHaveTimesAndCallersFromTheProfile() throws Exception {
        thread();
        chunk(10, 8, " {\"startTime\": 2}");
        chunk(20, 8, """
            {"cpuProfile": {"nodes": [{"id": 1, "callFrame": {"functionName": "(root)"}},
            {"id": 2, "parent": 1, "callFrame": {"functionName": "f", "url": "a.js"}}], "samples": [2, 1]}, "timeDeltas": [3, 1]}\
            """);
        chunk(30, 8, "{\"cpuProfile\": {\"samples\": [2]}, \"timeDeltas\": [-2]}");
        builder.read();
        assertEquals(
                "4000 legacy_v8 1; 5000 legacy_v8 1; 6000 legacy_v8 0",
                builder.rows("profiler_sample", "ts", "source", "callsite_id"));
        assertEquals("0 null; 1 0", builder.rows("stack_profile_callsite", "depth", "parent_id"));
        assertEquals("(root) null; f a.js", builder.rows("stack_profile_symbol", "name", "source_file"));
        assertEquals(
                0,
                builder.stat("legacy_v8_cpu_profile_invalid_sample")
                        + builder.stat("legacy_v8_cpu_profile_invalid_callsite"));
    }

    @Test
    void errorsInProfilesAreCounted() throws Exception {
        thread();
        chunk(10, 8, "{\"cpuProfile\": {\"nodes\": [{\"id\": 1}], \"samples\": [1]}, \"timeDeltas\": [3]}");
        chunk(20, 8, "{\"startTime\": 2}");
        chunk(
                30,
                8,
                "{\"cpuProfile\": {\"nodes\": [{\"id\": 4, \"parent\": 3}], \"samples\": [9]}, \"timeDeltas\": [3]}");
        chunk(40, 8, "{\"cpuProfile\": {\"samples\": [1, 2]}, \"timeDeltas\": [3]}");
        chunk(50, 8, "{\"cpuProfile\": {\"samples\": [1");
        chunk(60, 8, "[]");
        chunk(70, 8, "");
        builder.read();
        assertEquals(0, builder.table("profiler_sample").rowCount());
        assertEquals(2, builder.stat("legacy_v8_cpu_profile_invalid_callsite"));
        assertEquals(3, builder.stat("legacy_v8_cpu_profile_invalid_sample"));
    }
}
