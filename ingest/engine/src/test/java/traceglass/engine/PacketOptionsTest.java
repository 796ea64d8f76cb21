package traceglass.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.rpc.RpcEngine;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.ResetTraceProcessorArgs;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventRangeOfInterest;

/// Tests the options of Perfetto's trace processor for packets: cropping and the analysis of their content.
class PacketOptionsTest {

    private static final String NAMES = "SELECT name FROM slice ORDER BY ts";

    @TempDir
    private Path folder;

    private static TracePacket.Builder packet(long ts) {
        return TracePacket.newBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1);
    }

    private static TracePacket event(long ts, String name, TrackEvent.Type type) {
        TrackEvent.Builder event = TrackEvent.newBuilder().setType(type).setTrackUuid(5);
        if (!name.isEmpty()) {
            event.setName(name).addCategories("work");
        }
        return packet(ts).setTrackEvent(event).build();
    }

    /// Returns a trace of three slices whose range of interest begins with the second.
    private static Trace trace() {
        Trace.Builder trace = Trace.newBuilder()
                .addPacket(packet(0)
                        .setTrackDescriptor(
                                TrackDescriptor.newBuilder().setUuid(5).setName("lane")))
                .addPacket(packet(0)
                        .setTrackEventRangeOfInterest(
                                TrackEventRangeOfInterest.newBuilder().setStartUs(20)));
        for (int i = 1; i <= 3; i++) {
            trace.addPacket(event(i * 10_000L, "step " + i, TrackEvent.Type.TYPE_SLICE_BEGIN));
            trace.addPacket(event(i * 10_000 + 5000, "", TrackEvent.Type.TYPE_SLICE_END));
        }
        return trace.build();
    }

    private static List<String> texts(TraceProcessor trace, String sql) {
        return trace.query(sql).stream().map(r -> String.valueOf(r.get(0))).toList();
    }

    @Test
    void eventsBeforeTheRangeOfInterestAreSkippedOnRequest() {
        byte[] bytes = trace().toByteArray();
        EngineOptions all = EngineOptions.temporary();
        try (TraceProcessor trace = TraceProcessor.open(bytes, all)) {
            assertEquals(List.of("step 1", "step 2", "step 3"), texts(trace, NAMES));
        }
        try (TraceProcessor trace = TraceProcessor.open(bytes, all.withCroppedTrackEvents(true))) {
            assertEquals(List.of("step 2", "step 3"), texts(trace, NAMES));
            assertEquals(
                    List.of("2"),
                    texts(
                            trace,
                            "SELECT value FROM stats"
                                    + " WHERE name = 'track_event_dropped_packets_outside_of_range_of_interest'"));
        }
    }

    @Test
    void theCacheDistinguishesTheOptions() throws Exception {
        Path file = Files.write(folder.resolve("range.pftrace"), trace().toByteArray());
        EngineOptions all = EngineOptions.cachedIn(folder.resolve("cache"));
        for (int i = 0; i < 2; i++) {
            try (TraceProcessor trace = TraceProcessor.open(file, all)) {
                assertEquals(3, texts(trace, NAMES).size());
            }
            try (TraceProcessor trace = TraceProcessor.open(file, all.withCroppedTrackEvents(true))) {
                assertEquals(2, texts(trace, NAMES).size());
            }
        }
    }

    @Test
    void contentSizesAddUpToTheSizeOfAllPackets() {
        Trace trace = trace();
        long bytes = trace.getPacketList().stream()
                .mapToLong(TracePacket::getSerializedSize)
                .sum();
        try (TraceProcessor opened = TraceProcessor.open(
                trace.toByteArray(), EngineOptions.temporary().withContentAnalysis(true))) {
            assertEquals(List.of("" + bytes), texts(opened, "SELECT sum(size) FROM experimental_proto_content"));
            // One with a category and name for each slice, one for their ends, and one without an event.
            assertEquals(List.of("null", "null", "step 1", "step 2", "step 3"), texts(opened, """
                            SELECT extract_arg(arg_set_id, 'event.name') AS name FROM experimental_proto_path
                            WHERE parent_id IS NULL ORDER BY name NULLS FIRST\
                            """));
            assertEquals(List.of("TracePacket.#track_event.TrackEvent.#name.string 6 1"), texts(opened, """
                            SELECT path || ' ' || size || ' ' || count FROM experimental_proto_content AS c
                            JOIN experimental_proto_path AS p ON p.id = c.path_id
                            WHERE p.field_name = '#name' AND path LIKE '%TrackEvent%' LIMIT 1\
                            """));
        }
        try (TraceProcessor opened = TraceProcessor.open(trace.toByteArray(), EngineOptions.temporary())) {
            assertEquals(List.of("0"), texts(opened, "SELECT count(*) FROM experimental_proto_content"));
        }
    }

    /// Perfetto's UI sends its flags this way.
    @Test
    void clientsOfTheServerChooseTheOptionsOfTheNextTrace() throws Exception {
        try (RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test")) {
            engine.reset(ResetTraceProcessorArgs.newBuilder()
                    .setDropTrackEventDataBefore(
                            ResetTraceProcessorArgs.DropTrackEventDataBefore.TRACK_EVENT_RANGE_OF_INTEREST)
                    .setAnalyzeTraceProtoContent(true)
                    .build());
            assertEquals(2, count(engine, "SELECT count(*) FROM slice"));
            engine.reset(ResetTraceProcessorArgs.getDefaultInstance());
            assertEquals(3, count(engine, "SELECT count(*) FROM slice"));
        }
    }

    private static long count(RpcEngine engine, String sql) throws Exception {
        engine.append(trace().toByteString());
        engine.finish();
        ByteString[] answer = {ByteString.EMPTY};
        engine.query(sql, () -> false, piece -> answer[0] = answer[0].concat(piece));
        return QueryResult.parseFrom(answer[0]).getBatch(0).getVarintCells(0);
    }
}
