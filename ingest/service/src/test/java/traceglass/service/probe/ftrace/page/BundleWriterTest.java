package traceglass.service.probe.ftrace.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.FtraceConfig.PrintFilter;
import traceglass.protos.ftrace.FtraceClock;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.CompactSched;
import traceglass.protos.ftrace.KprobeEvent.KprobeType;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.KernelFormats;
import traceglass.service.testing.RingPage;

/// Converts pages in the kernel's format and checks the resulting packets.
@SuppressWarnings("ByteBufferBackingArray") // The buffers are allocated here.
class BundleWriterTest {

    private static final int CPU = 3;

    private final List<TracePacket> packets = new ArrayList<>();

    private static EventPlan plan(String group, String name, String format) {
        RecordLayout layout = RecordLayout.parse(format);
        assertNotNull(layout);
        EventName event = new EventName(group, name);
        EventPlan plan = EventPlanner.findKnown(event, layout);
        return plan != null ? plan : EventPlanner.described(event, layout, EventPlanner.FIRST_DESCRIBED + 7);
    }

    static final EventPlan SWITCH = plan("sched", "sched_switch", KernelFormats.SCHED_SWITCH);
    static final EventPlan WAKING = plan("sched", "sched_waking", KernelFormats.SCHED_WAKING);
    static final EventPlan PRINT = plan("ftrace", "print", KernelFormats.PRINT);
    static final EventPlan IRQ = plan("irq", "irq_handler_entry", KernelFormats.IRQ_HANDLER_ENTRY);
    static final EventPlan SYS_ENTER = plan("raw_syscalls", "sys_enter", KernelFormats.SYS_ENTER);
    static final EventPlan WORK = plan("workqueue", "workqueue_execute_start", KernelFormats.WORKQUEUE_EXECUTE_START);
    static final EventPlan REQUEUE = plan("block", "block_rq_requeue", KernelFormats.BLOCK_RQ_REQUEUE);
    static final EventPlan OWN = plan("mine", "own_event", KernelFormats.OWN_EVENT);

    static CompactFormat compact() {
        return CompactFormat.of(
                RecordLayout.parse(KernelFormats.SCHED_SWITCH), RecordLayout.parse(KernelFormats.SCHED_WAKING));
    }

    static SessionEvents session(EventPlan... plans) {
        return new SessionEvents(List.of(plans), null, null, null);
    }

    private BundleWriter writer(SessionEvents events) {
        return new BundleWriter(events, PrintkTexts.parse("0xff00 : \"a text\"\n"), null, this::add);
    }

    private void add(byte[] packet) {
        try {
            packets.add(TracePacket.parseFrom(packet));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private FtraceEventBundle read(SessionEvents events, byte[]... pages) {
        BundleWriter writer = writer(events);
        writer.begin(CPU);
        for (byte[] page : pages) {
            writer.add(PageShape.DEFAULT, page, 0);
        }
        writer.end();
        return packets.getLast().getFtraceEvents();
    }

    @Test
    void fieldsOfTheSchemaAreFilledByName() {
        FtraceEventBundle bundle = read(
                session(SWITCH),
                new RingPage(1000)
                        .record(5, RingPage.switchRecord(7, 8, "next one", 130))
                        .bytes());
        assertEquals(CPU, bundle.getCpu());
        FtraceEvent event = bundle.getEvent(0);
        assertEquals(1005, event.getTimestamp());
        assertEquals(7, event.getPid());
        assertEquals("previous", event.getSchedSwitch().getPrevComm());
        assertEquals(7, event.getSchedSwitch().getPrevPid());
        assertEquals(120, event.getSchedSwitch().getPrevPrio());
        assertEquals(130, event.getSchedSwitch().getPrevState());
        assertEquals("next one", event.getSchedSwitch().getNextComm());
        assertEquals(8, event.getSchedSwitch().getNextPid());
        assertEquals(98, event.getSchedSwitch().getNextPrio());
    }

    @Test
    void schedulerEventsBecomeColumns() {
        SessionEvents events = new SessionEvents(List.of(SWITCH, WAKING, IRQ), compact(), null, null);
        FtraceEventBundle bundle = read(
                events,
                new RingPage(1000)
                        .record(0, RingPage.wakingRecord(1, 5, "sixteen chars...", 2))
                        .record(10, RingPage.switchRecord(1, 5, "sixteen chars...", 1))
                        .record(10, RingPage.switchRecord(5, 0, "swapper/3", -1))
                        .record(10, RingPage.wakingRecord(0, 9, "swapper/3", 1))
                        .bytes());
        CompactSched columns = bundle.getCompactSched();
        assertEquals(0, bundle.getEventCount());
        assertEquals(List.of("sixteen chars...", "swapper/3"), columns.getInternTableList());
        assertEquals(List.of(1010L, 10L), columns.getSwitchTimestampList());
        assertEquals(List.of(1L, -1L), columns.getSwitchPrevStateList());
        assertEquals(List.of(5, 0), columns.getSwitchNextPidList());
        assertEquals(List.of(98, 98), columns.getSwitchNextPrioList());
        assertEquals(List.of(0, 1), columns.getSwitchNextCommIndexList());
        assertEquals(List.of(1000L, 30L), columns.getWakingTimestampList());
        assertEquals(List.of(5, 9), columns.getWakingPidList());
        assertEquals(List.of(2, 1), columns.getWakingTargetCpuList());
        assertEquals(List.of(120, 120), columns.getWakingPrioList());
        assertEquals(List.of(0, 1), columns.getWakingCommIndexList());
        assertEquals(List.of(1, 1), columns.getWakingCommonFlagsList());
    }

    @Test
    void manyNamesStartANewBundle() {
        SessionEvents events = new SessionEvents(List.of(SWITCH, WAKING), compact(), null, null);
        byte[][] pages = new byte[4][];
        for (int p = 0; p < pages.length; p++) {
            RingPage page = new RingPage(1000L * (p + 1));
            for (int i = 0; i < 40; i++) {
                page.record(1, RingPage.switchRecord(1, 2, "name" + p + "." + i, 0));
            }
            pages[p] = page.bytes();
        }
        read(events, pages);
        assertEquals(2, packets.size());
        for (int b = 0; b < 2; b++) {
            CompactSched columns = packets.get(b).getFtraceEvents().getCompactSched();
            assertEquals(80, columns.getSwitchTimestampCount());
            assertEquals(80, columns.getInternTableCount());
            assertEquals("name" + 2 * b + ".0", columns.getInternTable(0));
            assertEquals(2000L * b + 1001, columns.getSwitchTimestamp(0));
        }
        assertEquals(0, packets.get(0).getFtraceEvents().getPreviousBundleEndTimestamp());
        assertEquals(2040, packets.get(1).getFtraceEvents().getPreviousBundleEndTimestamp());
    }

    @Test
    void timesFollowExtensionsStampsAndPadding() {
        long late = (5L << 27) + 3;
        byte[] page = new RingPage(1000)
                .record(1, RingPage.printRecord(1, "a"))
                .timeExtend(late)
                .record(2, RingPage.printRecord(1, "b"))
                .padding(4, 24)
                .padding(1, 8)
                .record(0, RingPage.printRecord(1, "c"))
                .timeStamp(7L << 40)
                .record(9, RingPage.printRecord(1, "d"))
                .bytes();
        List<Long> times = read(session(PRINT), page).getEventList().stream()
                .map(FtraceEvent::getTimestamp)
                .toList();
        assertEquals(List.of(1001L, 1003 + late, 1007 + late, (7L << 40) + 9), times);
    }

    @Test
    void readsRecordsWhoseSizeIsInASeparateWord() {
        String text = "long ".repeat(200);
        FtraceEventBundle bundle = read(
                session(PRINT),
                new RingPage(1).record(0, RingPage.printRecord(1, text)).bytes());
        assertEquals(text, bundle.getEvent(0).getPrint().getBuf());
        assertFalse(bundle.getEvent(0).getPrint().hasIp());
    }

    @Test
    void lostEventsStartABundleThatReportsThem() {
        byte[] first = new RingPage(10).record(1, RingPage.printRecord(1, "a")).bytes();
        byte[] second = new RingPage(20)
                .markLoss()
                .record(1, RingPage.printRecord(1, "b"))
                .bytes();
        read(session(PRINT), first, second);
        FtraceEventBundle previous = packets.get(0).getFtraceEvents();
        FtraceEventBundle after = packets.get(1).getFtraceEvents();
        assertFalse(previous.getLostEvents());
        assertTrue(after.getLostEvents());
        assertEquals(11, after.getPreviousBundleEndTimestamp());
        assertEquals("b", after.getEvent(0).getPrint().getBuf());
    }

    @Test
    void eventsOfOtherSessionsAreSkipped() {
        byte[] page = new RingPage(1)
                .record(1, RingPage.printRecord(1, "a"))
                .record(1, RingPage.switchRecord(1, 2, "x", 0))
                .bytes();
        BundleWriter writer = writer(session(IRQ));
        writer.begin(CPU);
        writer.add(PageShape.DEFAULT, page, 0);
        writer.end();
        assertEquals(List.of(), packets);
        assertEquals(Set.of(), writer.errors());
    }

    @Test
    void dataLocStringsAndAddressesAreResolved() {
        ByteBuffer irq = RingPage.startRecord(102, 0, 24);
        irq.putInt(17).putInt(8 << 16 | 16).put("eth0\0xyz".getBytes(StandardCharsets.UTF_8));
        ByteBuffer outside = RingPage.startRecord(102, 0, 16);
        outside.putInt(18).putInt(8 << 16 | 16);
        FtraceEventBundle bundle = read(
                session(IRQ),
                new RingPage(1)
                        .record(1, irq.array())
                        .record(1, outside.array())
                        .bytes());
        assertEquals("eth0", bundle.getEvent(0).getIrqHandlerEntry().getName());
        assertEquals(17, bundle.getEvent(0).getIrqHandlerEntry().getIrq());
        assertEquals(18, bundle.getEvent(1).getIrqHandlerEntry().getIrq());
        assertFalse(bundle.getEvent(1).getIrqHandlerEntry().hasName());
    }

    @Test
    void kernelDeviceNumbersAreConvertedToUserSpaceNumbers() {
        ByteBuffer requeue = RingPage.startRecord(106, 0, 28);
        requeue.putInt(259 << 20 | 0x301).putInt(0).putLong(77).putInt(8);
        FtraceEvent event = read(
                        session(REQUEUE),
                        new RingPage(1).record(1, requeue.array()).bytes())
                .getEvent(0);
        // The result of makedev(259, 0x301).
        assertEquals(0x310301, event.getBlockRqRequeue().getDev());
        assertEquals(77, event.getBlockRqRequeue().getSector());
    }

    static byte[] workRecord(long function) {
        return RingPage.startRecord(105, 1, 24)
                .putLong(0x1111)
                .putLong(function)
                .array();
    }

    @Test
    void functionsAreNumberedInEachDrain() {
        BundleWriter writer = new BundleWriter(
                session(WORK),
                PrintkTexts.NONE,
                address -> address == 0x1111 ? null : "f" + Long.toHexString(address),
                this::add);
        for (int drain = 0; drain < 2; drain++) {
            for (int cpu = 0; cpu < 2; cpu++) {
                writer.begin(cpu);
                writer.add(
                        PageShape.DEFAULT,
                        new RingPage(1)
                                .record(1, workRecord(0xa))
                                .record(1, workRecord(0xb + cpu))
                                .bytes(),
                        0);
                writer.end();
            }
            writer.endDrain();
        }
        for (int i = 0; i < 4; i += 2) {
            TracePacket first = packets.get(i);
            TracePacket second = packets.get(i + 1);
            assertEquals(1, first.getSequenceFlags());
            assertEquals(0, second.getSequenceFlags());
            assertEquals(
                    2,
                    first.getFtraceEvents()
                            .getEvent(0)
                            .getWorkqueueExecuteStart()
                            .getFunction());
            assertEquals(
                    3,
                    first.getFtraceEvents()
                            .getEvent(1)
                            .getWorkqueueExecuteStart()
                            .getFunction());
            assertEquals(
                    4,
                    second.getFtraceEvents()
                            .getEvent(1)
                            .getWorkqueueExecuteStart()
                            .getFunction());
            assertEquals(2, first.getInternedData().getKernelSymbolsCount());
            assertEquals(2, first.getInternedData().getKernelSymbols(0).getIid());
            assertEquals(
                    "fa", first.getInternedData().getKernelSymbols(0).getStr().toStringUtf8());
            assertEquals(
                    "fc", second.getInternedData().getKernelSymbols(0).getStr().toStringUtf8());
        }
    }

    static byte[] ownRecord() {
        ByteBuffer record = RingPage.startRecord(107, 4, 48);
        record.put((byte) 200).put((byte) 1).putShort((short) -5).putInt(0).putLong(0xff00);
        record.position(36);
        record.putInt(3 << 16 | 40).put("abc".getBytes(StandardCharsets.UTF_8));
        return record.array();
    }

    @Test
    void eventsOutsideTheSchemaAreDescribed() throws Exception {
        FtraceEventBundle bundle = read(
                session(OWN),
                new RingPage(1).record(1, ownRecord()).record(1, ownRecord()).bytes());
        assertEquals(1, bundle.getGenericEventDescriptorsCount());
        FtraceEventBundle.GenericEventDescriptor outer = bundle.getGenericEventDescriptors(0);
        assertEquals("mine", outer.getGroupName());
        DescriptorProto type = DescriptorProto.parseFrom(outer.getEventDescriptor());
        assertEquals("own_event", type.getName());
        assertEquals(
                List.of(
                        "small 1 TYPE_UINT64",
                        "yes 2 TYPE_UINT64",
                        "negative 3 TYPE_INT64",
                        "text 4 TYPE_STRING",
                        "located 5 TYPE_STRING"),
                type.getFieldList().stream()
                        .map(f -> f.getName() + " " + f.getNumber() + " " + f.getType())
                        .toList());
        var unknown = bundle.getEvent(1).getUnknownFields();
        assertEquals(Set.of(outer.getFieldId()), unknown.asMap().keySet());
        String fields = com.google.protobuf.UnknownFieldSet.parseFrom(unknown.getField(outer.getFieldId())
                        .getLengthDelimitedList()
                        .getFirst())
                .toString();
        assertEquals("1: 200\n2: 1\n3: 18446744073709551611\n4: \"a text\"\n5: \"abc\"\n", fields);
    }

    @Test
    void genericEventsContainTheNamesOfTheirFields() {
        EventPlan named =
                EventPlanner.named(new EventName("mine", "own_event"), RecordLayout.parse(KernelFormats.OWN_EVENT));
        FtraceEvent event = read(
                        session(named), new RingPage(1).record(1, ownRecord()).bytes())
                .getEvent(0);
        assertEquals("own_event", event.getGeneric().getEventName());
        assertEquals("small", event.getGeneric().getField(0).getName());
        assertEquals(200, event.getGeneric().getField(0).getUintValue());
        assertEquals(-5, event.getGeneric().getField(2).getIntValue());
        assertEquals("a text", event.getGeneric().getField(3).getStrValue());
        assertEquals("abc", event.getGeneric().getField(4).getStrValue());
    }

    @Test
    void probesOnFunctionsHaveANameAndAType() {
        EventPlan probe = EventPlanner.kprobe(
                new EventName("perfetto_kprobes", "do_thing"), RecordLayout.parse(KernelFormats.KPROBE));
        SessionEvents events = session(probe);
        events.setKprobe(108, KprobeType.KPROBE_TYPE_BEGIN);
        FtraceEvent event = read(
                        events,
                        new RingPage(1)
                                .record(1, RingPage.startRecord(108, 4, 16).array())
                                .bytes())
                .getEvent(0);
        assertEquals("do_thing", event.getKprobeEvent().getName());
        assertEquals(KprobeType.KPROBE_TYPE_BEGIN, event.getKprobeEvent().getType());
    }

    @Test
    void systemCallsAndMarkersAreFiltered() {
        BitSet calls = new BitSet();
        calls.set(2);
        PrintFilter filter = PrintFilter.newBuilder()
                .addRules(PrintFilter.Rule.newBuilder().setPrefix("keep").setAllow(true))
                .addRules(PrintFilter.Rule.newBuilder()
                        .setAtraceMsg(PrintFilter.Rule.AtraceMessage.newBuilder()
                                .setType("B")
                                .setPrefix("good"))
                        .setAllow(true))
                .addRules(PrintFilter.Rule.newBuilder().setPrefix("").setAllow(false))
                .build();
        SessionEvents events = new SessionEvents(List.of(PRINT, SYS_ENTER), null, calls, PrintRules.of(filter));
        RingPage page = new RingPage(1);
        for (int id = 1; id < 4; id++) {
            ByteBuffer record = RingPage.startRecord(103, 4, 64).putLong(id);
            for (int i = 0; i < 6; i++) {
                record.putLong(i == 0 ? -1 : i);
            }
            page.record(1, record.array());
        }
        for (String text : List.of("keep me", "B|12|good one", "B|12|bad", "C|12|good", "other")) {
            page.record(1, RingPage.printRecord(1, text));
        }
        List<FtraceEvent> written = read(events, page.bytes()).getEventList();
        assertEquals(3, written.size());
        assertEquals(2, written.get(0).getSysEnter().getId());
        assertEquals(
                List.of(-1L, 1L, 2L, 3L, 4L, 5L), written.get(0).getSysEnter().getArgsList());
        assertEquals("keep me", written.get(1).getPrint().getBuf());
        assertEquals("B|12|good one", written.get(2).getPrint().getBuf());
    }

    @Test
    void otherClocksAreWrittenWithTheirTimes() {
        BundleWriter writer = writer(session(PRINT));
        writer.setClock(FtraceClock.FTRACE_CLOCK_LOCAL, 50, 60);
        writer.begin(CPU);
        writer.add(
                PageShape.DEFAULT,
                new RingPage(1).record(1, RingPage.printRecord(1, "a")).bytes(),
                0);
        writer.end();
        FtraceEventBundle bundle = packets.getFirst().getFtraceEvents();
        assertEquals(FtraceClock.FTRACE_CLOCK_LOCAL, bundle.getFtraceClock());
        assertEquals(50, bundle.getFtraceTimestamp());
        assertEquals(60, bundle.getBootTimestamp());
    }
}
