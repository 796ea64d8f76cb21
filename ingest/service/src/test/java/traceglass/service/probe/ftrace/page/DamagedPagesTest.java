package traceglass.service.probe.ftrace.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.IRQ;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.OWN;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.PRINT;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.REQUEUE;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.SWITCH;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.SYS_ENTER;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.WAKING;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.WORK;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.compact;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.ownRecord;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.session;
import static traceglass.service.probe.ftrace.page.BundleWriterTest.workRecord;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.RingPage;

/// Reads pages that are damaged.
class DamagedPagesTest {

    private final List<TracePacket> packets = new ArrayList<>();

    private BundleWriter writer(SessionEvents events) {
        return new BundleWriter(events, PrintkTexts.NONE, null, this::add);
    }

    private void add(byte[] packet) {
        try {
            packets.add(TracePacket.parseFrom(packet));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private FtraceEventBundle read(SessionEvents events, byte[] page) {
        BundleWriter writer = writer(events);
        writer.begin(0);
        writer.add(PageShape.DEFAULT, page, 0);
        writer.end();
        return packets.getLast().getFtraceEvents();
    }

    private void assertDamage(FtraceParseStatus expected, byte[] page) {
        FtraceEventBundle bundle = read(session(PRINT), page);
        assertEquals(
                List.of(expected),
                bundle.getErrorList().stream()
                        .map(FtraceEventBundle.FtraceError::getStatus)
                        .toList());
    }

    @Test
    void damageIsReportedWithItsReason() {
        assertDamage(FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_PAGE_HEADER, new byte[RingPage.SIZE]);
        assertDamage(FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_PAGE_HEADER, new RingPage(1).bytes(4081));
        assertDamage(FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_EVENT_HEADER, new RingPage(1).bytes(3));
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_NULL_PADDING,
                new RingPage(1).words(29).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_PADDING_LENGTH,
                new RingPage(1).words(61).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_PADDING_LENGTH,
                new RingPage(1).words(61, 3).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_END_OVERFLOW,
                new RingPage(1).words(61, 400).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_TIME_EXTEND,
                new RingPage(1).words(30).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_TIME_STAMP,
                new RingPage(1).words(31).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_DATA_LENGTH,
                new RingPage(1).words(32).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_ZERO_DATA_LENGTH,
                new RingPage(1).words(32, 0).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_DATA_LENGTH,
                new RingPage(1).words(32, 2).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_SHORT_EVENT_ID,
                new RingPage(1).words(32, 4).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_ABI_END_OVERFLOW,
                new RingPage(1).words(33).bytes());
        assertDamage(
                FtraceParseStatus.FTRACE_STATUS_INVALID_EVENT,
                new RingPage(1).words(33, 5).bytes());
    }

    @Test
    void damagedPagesAreKeptOnRequest() {
        byte[] damaged = new RingPage(1).words(29).bytes();
        BundleWriter writer = writer(session(PRINT));
        writer.setKeepsUnreadablePages(true);
        writer.begin(0);
        for (byte[] page : List.of(damaged, new byte[RingPage.SIZE])) {
            writer.add(PageShape.DEFAULT, page, 0);
        }
        writer.end();
        assertEquals(2, packets.size());
        assertArrayEquals(
                damaged,
                packets.getFirst().getFtraceEvents().getBrokenAbiTracePage().toByteArray());
    }

    @Test
    void aShortSchedulerEventIsDamage() {
        SessionEvents events = new SessionEvents(List.of(SWITCH, WAKING), compact(), null, null);
        FtraceEventBundle bundle = read(events, new RingPage(1).words(33, 100).bytes());
        assertEquals(
                FtraceParseStatus.FTRACE_STATUS_SHORT_COMPACT_EVENT,
                bundle.getError(0).getStatus());
    }

    @Test
    void damagedPagesNeverBreakTheReader() {
        Random random = new Random(27);
        SessionEvents events = new SessionEvents(
                List.of(SWITCH, WAKING, PRINT, IRQ, SYS_ENTER, WORK, REQUEUE, OWN), compact(), null, null);
        BundleWriter writer = new BundleWriter(events, PrintkTexts.NONE, Long::toHexString, packet -> {});
        for (int round = 0; round < 20_000; round++) {
            RingPage page = new RingPage(random.nextLong());
            for (int i = 0; i < 12; i++) {
                page.record(random.nextInt(1 << 20), RingPage.switchRecord(1, 2, "name", 3))
                        .record(1, ownRecord())
                        .record(1, workRecord(random.nextLong()));
            }
            byte[] bytes = page.bytes();
            for (int i = 0; i < 8; i++) {
                bytes[random.nextInt(i < 4 ? RingPage.SIZE : 256)] = (byte) random.nextInt();
            }
            writer.begin(round % 4);
            writer.add(PageShape.DEFAULT, bytes, 0);
            writer.end();
            writer.endDrain();
        }
        assertFalse(writer.errors().isEmpty());
    }
}
