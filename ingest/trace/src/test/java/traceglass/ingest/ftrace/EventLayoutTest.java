package traceglass.ingest.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.CpuIdleFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Reads kernel events whose fields are in an unusual order, missing or truncated.
class EventLayoutTest {

    private static final int TIME = FtraceEvent.TIMESTAMP_FIELD_NUMBER;
    private static final int PID = FtraceEvent.PID_FIELD_NUMBER;
    private static final int FLAGS = FtraceEvent.COMMON_FLAGS_FIELD_NUMBER;
    private static final int IDLE = FtraceEvent.CPU_IDLE_FIELD_NUMBER;
    private static final byte[] STATE =
            CpuIdleFtraceEvent.newBuilder().setState(1).setCpuId(0).build().toByteArray();

    @TempDir
    Path dir;

    private TraceStorage read(ProtoBytes... events) throws Exception {
        ProtoBytes bundle = new ProtoBytes().number(FtraceEventBundle.CPU_FIELD_NUMBER, 0);
        for (ProtoBytes event : events) {
            bundle.bytes(FtraceEventBundle.EVENT_FIELD_NUMBER, event.toBytes());
        }
        ProtoBytes packet = new ProtoBytes()
                .number(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, 1)
                .bytes(TracePacket.FTRACE_EVENTS_FIELD_NUMBER, bundle.toBytes());
        Path file = dir.resolve("trace");
        Files.write(
                file,
                new ProtoBytes()
                        .bytes(Trace.PACKET_FIELD_NUMBER, packet.toBytes())
                        .toBytes());
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
        return storage;
    }

    /// Returns time and thread of the events in the raw table.
    private static List<String> rows(TraceStorage storage) {
        Table events = storage.table("__intrinsic_ftrace_event");
        Table threads = storage.table("__intrinsic_thread");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < events.rowCount(); i++) {
            rows.add(events.longs("ts").get(i) + " "
                    + threads.longs("tid").get(events.ints("utid").get(i)));
        }
        return rows;
    }

    @Test
    void findsTimeAndThreadInAnyOrder() throws Exception {
        TraceStorage storage = read(
                new ProtoBytes().number(TIME, 10).number(PID, 7).bytes(IDLE, STATE),
                new ProtoBytes().bytes(IDLE, STATE).number(PID, 8).number(TIME, 20),
                new ProtoBytes()
                        .number(FLAGS, 1)
                        .number(PID, 9)
                        .bytes(IDLE, STATE)
                        .number(TIME, 30),
                new ProtoBytes().number(PID, 0xFFFF_FFFFL).number(TIME, 40).bytes(IDLE, STATE));
        assertEquals(List.of("10 7", "20 8", "30 9", "40 4294967295"), rows(storage));
        assertEquals(0, stat(storage, "ftrace_bundle_tokenizer_errors"));
    }

    @Test
    void readsEachEventOfAMessageWithSeveral() throws Exception {
        TraceStorage storage = read(new ProtoBytes()
                .number(TIME, 10)
                .number(PID, 7)
                .bytes(IDLE, STATE)
                .bytes(IDLE, STATE));
        assertEquals(List.of("10 7", "10 7"), rows(storage));
    }

    @Test
    void countsEventsWithoutTimeThreadOrContent() throws Exception {
        TraceStorage storage = read(
                new ProtoBytes().number(PID, 7).bytes(IDLE, STATE),
                new ProtoBytes().number(TIME, 20).bytes(IDLE, STATE),
                new ProtoBytes().number(TIME, 30).number(PID, 7),
                new ProtoBytes(),
                new ProtoBytes().number(TIME, 50).number(PID, 7).bytes(IDLE, STATE));
        assertEquals(List.of("50 7"), rows(storage));
        assertEquals(3, stat(storage, "ftrace_bundle_tokenizer_errors"));
        assertEquals(1, stat(storage, "ftrace_missing_event_id"));
    }
}
