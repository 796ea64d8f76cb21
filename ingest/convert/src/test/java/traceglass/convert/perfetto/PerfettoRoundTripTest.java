package traceglass.convert.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static traceglass.convert.perfetto.RoundTripQueries.ARGS;
import static traceglass.convert.perfetto.RoundTripQueries.COUNTERS;
import static traceglass.convert.perfetto.RoundTripQueries.FLOWS;
import static traceglass.convert.perfetto.RoundTripQueries.FTRACE;
import static traceglass.convert.perfetto.RoundTripQueries.HEAPS;
import static traceglass.convert.perfetto.RoundTripQueries.HEAP_OBJECTS;
import static traceglass.convert.perfetto.RoundTripQueries.HEAP_REFERENCES;
import static traceglass.convert.perfetto.RoundTripQueries.LOGS;
import static traceglass.convert.perfetto.RoundTripQueries.ORDER;
import static traceglass.convert.perfetto.RoundTripQueries.PROCESSES;
import static traceglass.convert.perfetto.RoundTripQueries.SAMPLES;
import static traceglass.convert.perfetto.RoundTripQueries.SCHEDULING;
import static traceglass.convert.perfetto.RoundTripQueries.SLICES;
import static traceglass.convert.perfetto.RoundTripQueries.SLICES_BY_NAME;
import static traceglass.convert.perfetto.RoundTripQueries.STATES;
import static traceglass.convert.perfetto.RoundTripQueries.THREAD_CLOCKS;
import static traceglass.convert.perfetto.RoundTripQueries.WEIGHTS;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraph;
import traceglass.protos.extension.HeapGraphObject;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.profiling.ProfilePacket;
import traceglass.protos.profiling.ProfilePacket.HeapSample;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Converts small traces of several formats, opens the results, and compares the rows of both.
class PerfettoRoundTripTest {

    @TempDir
    Path dir;

    private final List<String> notes = new ArrayList<>();

    static List<String> rows(TraceStore store, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        new TraceRows(store).query(sql, c -> {
            while (c.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < c.columns().size(); i++) {
                    row.add(c.getString(i));
                }
                rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
            }
        });
        return rows;
    }

    static TraceStore open(Path file) throws Exception {
        return TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    /// Returns the difference between two results, at most a few rows of each.
    private static String describeDifference(List<String> before, List<String> after) {
        List<String> lost = new ArrayList<>(before);
        after.forEach(lost::remove);
        List<String> added = new ArrayList<>(after);
        before.forEach(added::remove);
        return lost.isEmpty() && added.isEmpty()
                ? ""
                : lost.size() + " lost " + lost.stream().limit(4).toList() + ", " + added.size() + " added "
                        + added.stream().limit(4).toList();
    }

    private Path convert(Path trace, TraceStore store) throws Exception {
        Path converted = dir.resolve(trace.getFileName() + ".converted.pftrace");
        try (OutputStream out = Files.newOutputStream(converted)) {
            new PerfettoConversion()
                    .convert(
                            new Conversion.Request(trace, () -> new TraceRows(store), Conversion.Options.DEFAULT),
                            out,
                            new ImportProgress(),
                            notes::add);
        }
        return converted;
    }

    /// Converts a trace and compares the results of queries.
    ///
    /// @return number of rows compared
    private int assertSameResults(Path trace, String... queries) throws Exception {
        int count = 0;
        try (TraceStore before = open(trace);
                TraceStore after = open(convert(trace, before))) {
            StringBuilder differences = new StringBuilder();
            for (String sql : queries) {
                List<String> rows = rows(before, sql);
                count += rows.size();
                String difference = describeDifference(rows, rows(after, sql));
                if (!difference.isEmpty()) {
                    differences
                            .append(sql.lines().findFirst().orElseThrow())
                            .append(": ")
                            .append(difference)
                            .append('\n');
                }
            }
            assertEquals("", differences.toString(), trace.getFileName().toString());
        }
        return count;
    }

    private Path file(String name, String content) throws Exception {
        return Files.writeString(dir.resolve(name), content);
    }

    @Test
    void carriesChromeEvents() throws Exception {
        Path json = file("events.json", """
                {"traceEvents": [
                {"ph":"M","pid":210,"tid":0,"name":"process_name","args":{"name":"round trip"}},
                {"ph":"M","pid":210,"tid":211,"name":"thread_name","args":{"name":"main 211"}},
                {"ph":"M","pid":210,"tid":212,"name":"thread_name","args":{"name":"io 212"}},
                {"ph":"X","pid":210,"tid":211,"ts":1000.5,"dur":500,"cat":"work","name":"outer",
                 "args":{"n":-5,"big":1.5,"ok":true,"list":["a",{"b":2}],"nested":{"x":{"y":"z"}}}},
                {"ph":"X","pid":210,"tid":211,"ts":1100,"dur":100,"cat":"work","name":"inner"},
                {"ph":"X","pid":210,"tid":211,"ts":1200,"dur":100,"cat":"work","name":"next"},
                {"ph":"i","pid":210,"tid":211,"ts":1300,"s":"t","name":"mark"},
                {"ph":"X","pid":210,"tid":212,"ts":1400,"dur":50,"name":"read"},
                {"ph":"s","pid":210,"tid":211,"ts":1110,"id":7,"cat":"f","name":"arrow"},
                {"ph":"f","pid":210,"tid":212,"ts":1410,"id":7,"cat":"f","name":"arrow","bp":"e"},
                {"ph":"b","pid":210,"tid":211,"ts":1000,"id":1,"cat":"net","name":"GET"},
                {"ph":"b","pid":210,"tid":211,"ts":1050,"id":2,"cat":"net","name":"GET"},
                {"ph":"e","pid":210,"tid":211,"ts":1500,"id":1,"cat":"net","name":"GET"},
                {"ph":"e","pid":210,"tid":211,"ts":1600,"id":2,"cat":"net","name":"GET"},
                {"ph":"B","pid":210,"tid":212,"ts":1700,"name":"unfinished"},
                {"ph":"C","pid":210,"tid":0,"ts":1000,"name":"load","args":{"v":0.25}},
                {"ph":"C","pid":210,"tid":0,"ts":1100,"name":"load","args":{"v":3}}
                ]}
                """);
        assertTrue(assertSameResults(json, SLICES, ARGS, COUNTERS, FLOWS) >= 15);
    }

    @Test
    void carriesScheduling() throws Exception {
        Path text = file("sched.systrace", """
                # tracer: nop
                #
                          <idle>-0     (-----) [000] d..3   410.000100: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=first next_pid=411 next_prio=98
                           first-411   (  411) [000] d..3   410.000200: sched_waking: comm=second pid=412 prio=120 target_cpu=001
                          <idle>-0     (-----) [001] d..3   410.000210: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=second next_pid=412 next_prio=120
                           first-411   (  411) [000] d..3   410.000300: sched_switch: prev_comm=first prev_pid=411 prev_prio=98 prev_state=D ==> next_comm=swapper/0 next_pid=0 next_prio=120
                          second-412   (  411) [001] d..3   410.000400: sched_waking: comm=first pid=411 prio=98 target_cpu=000
                          <idle>-0     (-----) [000] d..3   410.000410: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=first next_pid=411 next_prio=98
                          second-412   (  411) [001] d..3   410.000500: sched_switch: prev_comm=second prev_pid=412 prev_prio=120 prev_state=R+ ==> next_comm=swapper/1 next_pid=0 next_prio=120
                """);
        assertTrue(assertSameResults(text, SCHEDULING, STATES) >= 6);
    }

    @Test
    void carriesSamples() throws Exception {
        Path speedscope = file("profile.speedscope.json", """
                {"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[
                {"name":"roundMain"},{"name":"roundWork"},{"name":"roundIdle"}]},
                "profiles":[{"type":"sampled","name":"round trip","unit":"microseconds","startValue":0,"endValue":30,
                "samples":[[0,1],[0,2],[0,1]],"weights":[10,10,10]}]}
                """);
        assertTrue(assertSameResults(speedscope, SLICES, SAMPLES, WEIGHTS) >= 3);
    }

    private static HeapSample sample(long callstack, long allocations, long bytes, long frees, long freed) {
        return HeapSample.newBuilder()
                .setCallstackId(callstack)
                .setAllocCount(allocations)
                .setSelfAllocated(bytes)
                .setFreeCount(frees)
                .setSelfFreed(freed)
                .build();
    }

    @Test
    void carriesHeapProfiles() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        TracePacket.Builder clocks = trace.addPacketBuilder().setTimestamp(1000).setTrustedPacketSequenceId(1);
        clocks.getClockSnapshotBuilder().addClocksBuilder().setClockId(6).setTimestamp(1000);
        clocks.getClockSnapshotBuilder().addClocksBuilder().setClockId(4).setTimestamp(500);
        InternedData.Builder data = trace.addPacketBuilder()
                .setTrustedPacketSequenceId(1)
                .setSequenceFlags(1)
                .getInternedDataBuilder();
        data.addMappingPathsBuilder().setIid(1).setStr(ByteString.copyFromUtf8("libc.so"));
        data.addBuildIdsBuilder().setIid(1).setStr(ByteString.copyFromUtf8("id"));
        data.addMappingsBuilder().setIid(1).setBuildId(1).addPathStringIds(1);
        for (String name : List.of("main", "load", "free")) {
            long iid = data.getFunctionNamesCount() + 1L;
            data.addFunctionNamesBuilder().setIid(iid).setStr(ByteString.copyFromUtf8(name));
            data.addFramesBuilder()
                    .setIid(iid)
                    .setFunctionNameId(iid)
                    .setMappingId(1)
                    .setRelPc(iid);
        }
        data.addCallstacksBuilder().setIid(1).addFrameIds(1).addFrameIds(2);
        data.addCallstacksBuilder().setIid(2).addFrameIds(1).addFrameIds(3);
        data.addCallstacksBuilder().setIid(3).addFrameIds(1);
        List<List<HeapSample>> dumps = List.of(
                List.of(sample(1, 10, 1000, 2, 100), sample(2, 1, 8, 0, 0)),
                List.of(sample(1, 15, 1400, 12, 1200), sample(2, 1, 8, 1, 8)));
        for (int i = 0; i < dumps.size(); i++) {
            ProfilePacket.Builder packet = trace.addPacketBuilder()
                    .setTimestamp(3000L + 1000L * i)
                    .setTrustedPacketSequenceId(1)
                    .setSequenceFlags(2)
                    .getProfilePacketBuilder()
                    .setIndex(i);
            packet.addProcessDumpsBuilder()
                    .setPid(611)
                    .setHeapName("libc.malloc")
                    .setTimestamp(2000L + 1000L * i)
                    .addAllSamples(dumps.get(i));
            packet.addProcessDumpsBuilder()
                    .setPid(612)
                    .setHeapName("libc.malloc")
                    .setTimestamp(2000L + 1000L * i)
                    .addSamples(sample(3, 4 + i, 64, 0, 0));
        }
        Path file = Files.write(dir.resolve("heaps.pftrace"), trace.build().toByteArray());
        assertEquals(8, assertSameResults(file, HEAPS));
    }

    @Test
    void writesEachNameOnce() throws Exception {
        Path json = file("names.json", """
                {"traceEvents": [
                {"ph":"X","pid":1,"tid":2,"ts":10,"dur":1,"cat":"c","name":"step","args":{"size":{"width":1}}},
                {"ph":"X","pid":1,"tid":2,"ts":20,"dur":1,"cat":"c","name":"step","args":{"size":{"width":2}}}
                ]}
                """);
        Trace trace;
        try (TraceStore store = open(json)) {
            trace = Trace.parseFrom(Files.readAllBytes(convert(json, store)));
        }
        assertEquals(List.of(), UnknownFields.in(trace));
        List<TrackEvent> begins = trace.getPacketList().stream()
                .map(TracePacket::getTrackEvent)
                .filter(e -> e.getType() == TrackEvent.Type.TYPE_SLICE_BEGIN)
                .toList();
        assertEquals(
                List.of(1L, 1L), begins.stream().map(TrackEvent::getNameIid).toList());
        assertEquals(List.of(1L), begins.getLast().getCategoryIidsList());
        assertNotEquals(0, begins.getFirst().getDebugAnnotations(0).getNameIid());
        assertEquals(
                begins.getFirst().getDebugAnnotations(0).getNameIid(),
                begins.getLast().getDebugAnnotations(0).getNameIid());
        InternedData names = trace.getPacketList().stream()
                .map(TracePacket::getInternedData)
                .filter(d -> d.getEventNamesCount() > 0)
                .reduce((a, b) -> fail("more than one packet with names"))
                .orElseThrow();
        assertEquals("step", names.getEventNames(0).getName());
        assertEquals("c", names.getEventCategories(0).getName());
        assertEquals(2, names.getDebugAnnotationNamesCount());
    }

    @Test
    void carriesThreadTimesAndTheOrderOfProcesses() throws Exception {
        Path json = file("clocks.json", """
                {"traceEvents": [
                {"ph":"M","pid":21,"name":"process_name","args":{"name":"second"}},
                {"ph":"M","pid":21,"name":"process_sort_index","args":{"sort_index":7}},
                {"ph":"M","pid":20,"name":"process_name","args":{"name":"third"}},
                {"ph":"M","pid":20,"name":"process_sort_index","args":{"sort_index":-8}},
                {"ph":"M","pid":20,"tid":22,"name":"thread_name","args":{"name":"main"}},
                {"ph":"M","pid":20,"tid":22,"name":"thread_sort_index","args":{"sort_index":3}},
                {"ph":"X","pid":20,"tid":22,"ts":1000,"dur":500,"tts":70,"tdur":400,"name":"outer"},
                {"ph":"X","pid":20,"tid":22,"ts":1100,"dur":100,"tts":75,"tdur":80,"name":"inner"},
                {"ph":"X","pid":20,"tid":22,"ts":1300,"dur":100,"name":"without"},
                {"ph":"X","pid":21,"tid":23,"ts":1300,"dur":100,"name":"other"}
                ]}
                """);
        assertEquals(4 + 2 + 3, assertSameResults(json, SLICES, THREAD_CLOCKS, ORDER));
    }

    @Test
    void carriesThreadTimesOfThreadsWhoseSlicesHaveNone() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        // Slices of the first thread have CPU times. For the second thread, only counters have them.
        TextFormat.merge("""
                packet { timestamp: 10 track_descriptor { uuid: 1 thread { pid: 7 tid: 71 } } }
                packet { timestamp: 10 track_descriptor { uuid: 2 thread { pid: 7 tid: 72 } } }
                packet { timestamp: 10 track_descriptor { uuid: 3 parent_uuid: 2 name: "thread_time" counter {} } }
                packet { timestamp: 10 track_descriptor { uuid: 4 parent_uuid: 2 name: "thread_instruction_count" counter {} } }
                packet { timestamp: 20 track_event { track_uuid: 1 type: TYPE_SLICE_BEGIN name: "a" thread_time_absolute_us: 50 } }
                packet { timestamp: 21 track_event { track_uuid: 1 type: TYPE_SLICE_END thread_time_absolute_us: 51 } }
                packet { timestamp: 22 track_event { track_uuid: 2 type: TYPE_SLICE_BEGIN name: "b" } }
                packet { timestamp: 23 track_event { track_uuid: 3 type: TYPE_COUNTER counter_value: 5 } }
                packet { timestamp: 24 track_event { track_uuid: 4 type: TYPE_COUNTER counter_value: 6 } }
                packet { timestamp: 25 track_event { track_uuid: 2 type: TYPE_SLICE_END } }
                """, trace);
        trace.getPacketBuilderList().forEach(packet -> packet.setTrustedPacketSequenceId(1));
        Path file = Files.write(dir.resolve("times.pftrace"), trace.build().toByteArray());
        String counters = """
                SELECT c.ts, c.value, k.name, t.tid FROM counter AS c JOIN thread_counter_track AS k ON k.id = c.track_id
                JOIN thread AS t USING (utid) ORDER BY ALL\
                """;
        assertEquals(1 + 2 + 4, assertSameResults(file, THREAD_CLOCKS, SLICES, counters));
    }

    @Test
    void carriesTheOrderOfTracks() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        for (int i = 1; i <= 4; i++) {
            TracePacket.Builder descriptor = trace.addPacketBuilder();
            descriptor.setTrustedPacketSequenceId(1).setTimestamp(100);
            descriptor.getTrackDescriptorBuilder().setUuid(i).setName("track " + i);
            if (i == 1) {
                descriptor.getTrackDescriptorBuilder().setChildOrdering(TrackDescriptor.ChildTracksOrdering.EXPLICIT);
            } else {
                descriptor.getTrackDescriptorBuilder().setParentUuid(1).setSiblingOrderRank(10 - i);
            }
            TracePacket.Builder event = trace.addPacketBuilder();
            event.setTrustedPacketSequenceId(1).setTimestamp(200 + i);
            event.getTrackEventBuilder()
                    .setTrackUuid(i)
                    .setType(TrackEvent.Type.TYPE_INSTANT)
                    .setName("event " + i);
        }
        Path file = Files.write(dir.resolve("order.pftrace"), trace.build().toByteArray());
        assertEquals(4 + 4, assertSameResults(file, SLICES, ORDER));
    }

    @Test
    void carriesRawEvents() throws Exception {
        Path text = file("raw.systrace", """
                # tracer: nop
                #
                            app-511   (  511) [000] d..3   510.000100: tracing_mark_write: B|511|draw once
                            app-511   (  511) [001] d..3   510.000150: sys_enter: NR 63 (3, 7f, 10, 0, 0, 0)
                            app-511   (  511) [001] d..3   510.000160: irq_handler_entry: irq=5 name=timer
                            app-511   (  511) [000] d..3   510.000200: tracing_mark_write: E|511
                """);
        assertTrue(assertSameResults(text, SLICES, FTRACE) > 5);
    }

    private static HeapGraphObject.Builder object(long id, long type, long size, long... references) {
        HeapGraphObject.Builder object =
                HeapGraphObject.newBuilder().setId(id).setTypeId(type).setSelfSize(size);
        for (int i = 0; i < references.length; i++) {
            object.addReferenceObjectId(references[i]).addReferenceFieldId(i + 1L);
        }
        return object;
    }

    @Test
    void carriesDumpsOfJavaHeaps() throws Exception {
        HeapGraph.Builder graph = HeapGraph.newBuilder().setPid(61).setIndex(0);
        graph.addObjects(object(10, 1, 16, 11, 0))
                .addObjects(object(11, 2, 24, 12, 10).setHeapTypeDelta(HeapGraphObject.HeapType.HEAP_TYPE_APP))
                .addObjects(object(12, 2, 32))
                .addObjects(object(13, 2, 40, 12).addRuntimeInternalObjectId(10));
        graph.addRootsBuilder().setRootType(HeapGraphRoot.Type.ROOT_JAVA_FRAME).addObjectIds(10);
        graph.addTypesBuilder()
                .setId(1)
                .setClassName("a.Base")
                .setKind(HeapGraphType.Kind.KIND_NORMAL)
                .setLocationId(1);
        graph.addTypesBuilder().setId(2).setClassName("a.Sub").setKind(HeapGraphType.Kind.KIND_ARRAY);
        graph.addFieldNamesBuilder().setIid(1).setStr(ByteString.copyFromUtf8("a.Sub a.Base.sub"));
        graph.addFieldNamesBuilder().setIid(2).setStr(ByteString.copyFromUtf8("a.Base.plain"));
        graph.addLocationNamesBuilder().setIid(1).setStr(ByteString.copyFromUtf8("/data/app.apk"));
        Trace trace = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTimestamp(3000)
                        .setTrustedPacketSequenceId(1)
                        .setExtension(ArtHeapGraphTracePacket.heapGraph, graph.build()))
                .build();
        Path file = Files.write(dir.resolve("java.pftrace"), trace.toByteArray());
        assertEquals(4 + 6, assertSameResults(file, HEAP_OBJECTS, HEAP_REFERENCES));
    }

    @Test
    void countsOmittedArguments() throws Exception {
        Path json = file("arguments.json", """
                {"traceEvents": [{"ph":"C","pid":1,"tid":0,"ts":1000,"name":"load","args":{"v":0.25}}]}
                """);
        assertSameResults(json, COUNTERS);
        assertTrue(notes.contains("arguments of counter values: 1"), notes::toString);
    }

    /// Returns a quarter of the traces, or all of them with the system property `traceglass.roundtrips`.
    static List<String> sharedTraces() {
        boolean isAll = Boolean.getBoolean("traceglass.roundtrips");
        return IntStream.range(0, SHARED.size())
                .filter(i -> isAll || i % 4 == 1)
                .mapToObj(SHARED::get)
                .toList();
    }

    /// Traces of the shared collection, each with results that are compared.
    private static final List<String> SHARED = List.of(
            "json/catapult-flow.json",
            "json/flutter-world-clock.json",
            "json/python-panopticon.json",
            "json/clang-ftime-trace.json",
            "other/own-small.ninja_log",
            "other/own-shop.otlp.json",
            "other/own-sh-tt.strace.txt",
            "other/own-orders-fp.perf.data",
            "other/own-orders.cpuprofile",
            "other/own-orders-sampled.speedscope.json",
            "other/own-events-sched.fxt",
            "other/own-sched-v6.trace.dat",
            "other/own-markers.gecko.json",
            "other/own-shop-profile.jfr",
            "other/own-go122-annotations.gotrace",
            "other/android-logcat.log",
            "perfetto/sdk-nested-tracks.pftrace",
            "perfetto/linux-ftrace-stop-trigger.pftrace",
            "perfetto/android-pixel7a-power-rails_3min.pftrace",
            "systrace/linux-ftrace-tgid-boot-clock.txt");

    /// Traces whose thread states are not compared: Fuchsia has states that Linux does not have, and wakes running
    /// threads; in the other trace, events were lost, so that threads keep running without scheduling slices.
    private static final Set<String> WITHOUT_STATES =
            Set.of("other/own-events-sched.fxt", "other/own-sched-v6.trace.dat");

    @ParameterizedTest
    @MethodSource("sharedTraces")
    void carriesSharedTraces(String name) throws Exception {
        Path trace = shared().resolve("traces").resolve(name);
        assumeTrue(Files.exists(trace), "no shared traces");
        assertSameResults(
                trace,
                SLICES_BY_NAME,
                ARGS,
                COUNTERS,
                FLOWS,
                SCHEDULING,
                SAMPLES,
                WEIGHTS,
                HEAPS,
                LOGS,
                PROCESSES,
                FTRACE,
                THREAD_CLOCKS,
                ORDER);
        if (!WITHOUT_STATES.contains(name)) {
            assertSameResults(trace, STATES);
        }
    }

    private static Path shared() {
        String root = System.getenv("TRACEGLASS_SHARED");
        Path near = Path.of("..", "shared").toAbsolutePath().normalize();
        Path fromModule = Path.of("..", "..", "..", "shared").toAbsolutePath().normalize();
        return root != null ? Path.of(root) : Files.isDirectory(near) ? near : fromModule;
    }
}
