package traceglass.convert.ftracetext;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.Trace;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class SystraceConversionTest {

    @TempDir
    Path dir;

    private final Trace.Builder trace = Trace.newBuilder();
    private final FtraceEventBundle.Builder events = trace.addPacketBuilder()
            .setTrustedPacketSequenceId(1)
            .getFtraceEventsBuilder()
            .setCpu(1);

    private void event(long ts, int tid, Consumer<FtraceEvent.Builder> content) {
        FtraceEvent.Builder event = events.addEventBuilder().setTimestamp(ts).setPid(tid);
        content.accept(event);
    }

    private byte[] convert(Path file, boolean isCompressed) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> notes = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new SystraceConversion(isCompressed)
                    .convert(
                            new Conversion.Request(file, () -> new TraceRows(store), Conversion.Options.DEFAULT),
                            out,
                            new ImportProgress(),
                            notes::add);
        }
        assertEquals(List.of(), notes);
        return out.toByteArray();
    }

    private Path writeTrace() throws Exception {
        return Files.write(dir.resolve("trace.pftrace"), trace.build().toByteArray());
    }

    private List<String> lines() throws Exception {
        return new String(convert(writeTrace(), false), StandardCharsets.UTF_8)
                .lines()
                .filter(l -> !l.startsWith("#"))
                .toList();
    }

    private void switches() {
        event(
                1_000_001_000L,
                0,
                e -> e.getSchedSwitchBuilder()
                        .setPrevComm("swapper/1")
                        .setPrevPid(0)
                        .setPrevPrio(120)
                        .setPrevState(0)
                        .setNextComm("my-task")
                        .setNextPid(77)
                        .setNextPrio(98));
        event(
                1_000_500_000L,
                77,
                e -> e.getSchedSwitchBuilder()
                        .setPrevComm("my-task")
                        .setPrevPid(77)
                        .setPrevPrio(98)
                        .setPrevState(1)
                        .setNextComm("swapper/1")
                        .setNextPid(0)
                        .setNextPrio(120));
    }

    @Test
    void linesHaveTheFormatThatToolsExpect() throws Exception {
        switches();
        event(1_000_600_000L, 77, e -> e.getPrintBuilder().setIp(1).setBuf("B|77|draw\nframe\n"));
        event(1_000_700_000L, 0, e -> e.getIrqHandlerEntryBuilder().setIrq(5).setName("eth0"));
        event(1_000_710_000L, 0, e -> e.getIrqHandlerExitBuilder().setIrq(5).setRet(1));
        event(1_000_720_000L, 0, e -> e.getSoftirqEntryBuilder().setVec(3));
        event(
                1_000_730_000L,
                0,
                e -> e.getCpuFrequencyBuilder().setState(1_200_000).setCpuId(1));
        event(
                1_000_740_000L,
                0,
                e -> e.getBinderTransactionBuilder()
                        .setDebugId(9)
                        .setTargetNode(8)
                        .setToProc(7)
                        .setToThread(6)
                        .setReply(0)
                        .setFlags(16)
                        .setCode(255));
        assertEquals(
                List.of(
                        "          <idle>-0     (-----) [001] .... 1.000001: sched_switch: prev_comm=swapper/1 prev_pid=0"
                                + " prev_prio=120 prev_state=R ==> next_comm=my-task next_pid=77 next_prio=98",
                        "         my-task-77    (   77) [001] .... 1.000500: sched_switch: prev_comm=my-task prev_pid=77"
                                + " prev_prio=98 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120",
                        "         my-task-77    (   77) [001] .... 1.000600: tracing_mark_write: B|77|draw frame",
                        "          <idle>-0     (-----) [001] .... 1.000700: irq_handler_entry: irq=5 name=eth0",
                        "          <idle>-0     (-----) [001] .... 1.000710: irq_handler_exit: irq=5 ret=handled",
                        "          <idle>-0     (-----) [001] .... 1.000720: softirq_entry: vec=3 [action=NET_RX]",
                        "          <idle>-0     (-----) [001] .... 1.000730: cpu_frequency: state=1200000 cpu_id=1",
                        "          <idle>-0     (-----) [001] .... 1.000740: binder_transaction: transaction=9"
                                + " dest_node=8 dest_proc=7 dest_thread=6 reply=0 flags=0x10 code=0xff"),
                lines());
    }

    @Test
    void flagsOfAllocationsHaveTheNamesOfTheKernel() throws Exception {
        trace.addPacketBuilder()
                .getSystemInfoBuilder()
                .getUtsnameBuilder()
                .setSysname("Linux")
                .setRelease("5.10.107");
        event(
                1_000_000_000L,
                0,
                e -> e.getMmPageAllocBuilder().setGfpFlags(0x14080c0).setOrder(2));
        assertTrue(lines().getFirst().contains("mm_page_alloc: gfp_flags=GFP_KERNEL|__GFP_ZERO"), lines().getFirst());
    }

    @Test
    void theTextOpensWithTheSameRows() throws Exception {
        switches();
        event(1_000_600_000L, 77, e -> e.getPrintBuilder().setIp(1).setBuf("B|77|draw\n"));
        event(1_000_800_000L, 77, e -> e.getPrintBuilder().setIp(1).setBuf("E|77\n"));
        Path binary = writeTrace();
        Path text = Files.write(dir.resolve("trace.systrace"), convert(binary, false));
        Path compressed = Files.write(dir.resolve("trace.ctrace"), convert(binary, true));
        String sql = """
                SELECT name, (ts + 500) // 1000, (dur + 500) // 1000 FROM slice
                UNION ALL SELECT thread.name, (ts + 500) // 1000, (dur + 500) // 1000 FROM sched JOIN thread USING (utid)
                ORDER BY 1, 2\
                """;
        List<String> expected = rows(binary, sql);
        assertEquals(3, expected.size(), expected.toString());
        assertEquals(expected, rows(text, sql));
        assertEquals(expected, rows(compressed, sql));
    }

    @Test
    void secondConversionKeepsTextOfProgramsAndNewTasks() throws Exception {
        trace.addPacketBuilder()
                .getProcessTreeBuilder()
                .addProcessesBuilder()
                .setPid(77)
                .addCmdline("app");
        event(
                1_000_100_000L,
                77,
                e -> e.getTaskNewtaskBuilder().setPid(78).setComm("worker").setCloneFlags(0x3d0f00));
        event(
                1_000_200_000L,
                77,
                e -> e.getTaskNewtaskBuilder().setPid(79).setComm("child").setCloneFlags(0x1200000));
        event(1_250_000_000L, 78, e -> e.getPrintBuilder().setIp(1).setBuf("B|77|draw\n"));
        event(1_500_000_000L, 78, e -> e.getPrintBuilder().setIp(1).setBuf("E|77\n"));
        event(1_750_000_000L, 78, e -> e.getPrintBuilder().setIp(1).setBuf("C|77|queue|5\n"));
        Path binary = writeTrace();
        Path text = Files.write(dir.resolve("first.systrace"), convert(binary, false));
        Path roundTripped = Files.write(dir.resolve("second.systrace"), convert(text, false));
        String sql = """
                SELECT name, ts // 1000, dur // 1000 FROM slice
                UNION ALL SELECT name, c.ts // 1000, value FROM counter c JOIN counter_track t ON t.id = c.track_id
                UNION ALL SELECT thread.name, tid, coalesce(pid, -1) FROM thread LEFT JOIN process USING (upid)
                WHERE tid IN (78, 79) ORDER BY 1, 2\
                """;
        List<String> expected = rows(binary, sql);
        assertEquals(List.of("child 79 79", "draw 1250000 250000", "queue 1750000 5", "worker 78 77"), expected);
        assertEquals(expected, rows(text, sql));
        assertEquals(expected, rows(roundTripped, sql));
    }

    private static List<String> rows(Path file, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store).query(sql, cursor -> {
                while (cursor.next()) {
                    rows.add(cursor.getString(0) + " " + cursor.getLong(1) + " " + cursor.getLong(2));
                }
            });
        }
        return rows;
    }

    @Test
    void theCompressedTextIsTheSame() throws Exception {
        switches();
        Path file = writeTrace();
        byte[] compressed = convert(file, true);
        assertEquals("TRACE:\n", new String(compressed, 0, 7, StandardCharsets.US_ASCII));
        assertEquals(0x78, compressed[7]);
        assertEquals((byte) 0x9C, compressed[8]);
        byte[] text =
                new InflaterInputStream(new ByteArrayInputStream(compressed, 7, compressed.length - 7)).readAllBytes();
        assertEquals(
                new String(convert(file, false), StandardCharsets.UTF_8), new String(text, StandardCharsets.UTF_8));
    }

    @Test
    void reportsATraceWithoutFtraceEvents() throws Exception {
        Path file = Files.writeString(
                dir.resolve("a.json"), "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1}]}");
        ConvertProblem e = assertThrows(ConvertProblem.class, () -> convert(file, false));
        assertTrue(e.getMessage().startsWith("the trace has no ftrace events"), e.getMessage());
    }
}
