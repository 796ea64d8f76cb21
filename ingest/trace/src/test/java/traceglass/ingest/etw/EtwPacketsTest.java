package traceglass.ingest.etw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.ingest.perfetto.Rows;
import traceglass.protos.system.CSwitchEtwEvent;
import traceglass.protos.system.EtwTraceEvent;
import traceglass.protos.system.EtwTraceEventBundle;
import traceglass.protos.system.FileIoOpEndEtwEvent;
import traceglass.protos.system.FileIoReadWriteEtwEvent;
import traceglass.protos.trace.Trace;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class EtwPacketsTest {

    private final EtwTraceEventBundle.Builder bundle = EtwTraceEventBundle.newBuilder();

    private EtwPacketsTest event(long ts, Consumer<EtwTraceEvent.Builder> content) {
        EtwTraceEvent.Builder e = bundle.addEventBuilder().setTimestamp(ts).setThreadId(9);
        content.accept(e);
        return this;
    }

    private TraceStorage read() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        trace.addPacketBuilder().setTimestamp(1).setTrustedPacketSequenceId(1).setEtwEvents(bundle.setCpu(1));
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        new PerfettoImporter()
                .read(
                        new TraceInput(
                                "test", new ByteArrayInputStream(trace.build().toByteArray()), session.progress()),
                        session.context(0, 0));
        session.finish();
        return storage;
    }

    private EtwPacketsTest switched(long ts, int from, int to, CSwitchEtwEvent.OldThreadState state) {
        return event(
                ts,
                e -> e.getCSwitchBuilder()
                        .setOldThreadId(from)
                        .setNewThreadId(to)
                        .setNewThreadPriority(8)
                        .setOldThreadState(state)
                        .setOldThreadWaitReasonInt(15));
    }

    @Test
    void showsRunningThreadsAndWaitReasons() throws Exception {
        TraceStorage s = switched(100, 0, 5, CSwitchEtwEvent.OldThreadState.RUNNING)
                .switched(150, 5, 6, CSwitchEtwEvent.OldThreadState.WAITING)
                .read();
        Table sched = s.table("__intrinsic_sched_slice");
        assertEquals(2, sched.rowCount());
        assertEquals(50, sched.longs("dur").get(0));
        assertEquals("Waiting", s.strings().get(sched.strings("end_state").get(0)));
        assertEquals(8, sched.ints("priority").get(0));
        Table states = s.table("__intrinsic_thread_state");
        boolean isFound = false;
        for (int i = 0; i < states.rowCount(); i++) {
            if ("Waiting".equals(s.strings().get(states.strings("state").get(i)))) {
                isFound = true;
                assertEquals(
                        "WrQueue",
                        s.strings().get(states.strings("blocked_function").get(i)));
                assertEquals(1, states.ints("io_wait").get(i));
            }
        }
        assertEquals(true, isFound);
    }

    @Test
    void accessesWithAnUnusedOpcodeHaveNoName() throws Exception {
        TraceStorage s = event(
                        100,
                        e -> e.setFileIoReadWrite(
                                FileIoReadWriteEtwEvent.newBuilder().setOpcode(78)))
                .event(
                        200,
                        e -> e.setFileIoReadWrite(
                                FileIoReadWriteEtwEvent.newBuilder().setOpcode(99)))
                .read();
        assertEquals("-; ReadOrWrite", Rows.of(s, "__intrinsic_slice", "name:s"));
    }

    @Test
    void endsAnAccessWithALostEndWhenItsRequestIsReused() throws Exception {
        Consumer<EtwTraceEvent.Builder> read = e -> e.setFileIoReadWrite(
                FileIoReadWriteEtwEvent.newBuilder().setIrpPtr(77).setOpcode(67).setIoSize(4096));
        TraceStorage s = event(100, read)
                .event(200, read)
                .event(
                        230,
                        e -> e.setFileIoOpEnd(
                                FileIoOpEndEtwEvent.newBuilder().setIrpPtr(77).setNtStatus(0)))
                .event(
                        240,
                        e -> e.setFileIoOpEnd(FileIoOpEndEtwEvent.newBuilder().setIrpPtr(78)))
                .read();
        Table slices = s.table("__intrinsic_slice");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < slices.rowCount(); i++) {
            text.append(s.strings().get(slices.strings("name").get(i)))
                    .append(' ')
                    .append(slices.longs("ts").get(i))
                    .append('+')
                    .append(slices.longs("dur").get(i))
                    .append("; ");
        }
        assertEquals("ReadFile 100+0; ReadFile 200+30; EndOperation 240+0; ", text.toString());
    }
}
