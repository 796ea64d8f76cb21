package traceglass.ingest.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.FtraceEvent;

class FtraceEventHeaderTest {

    private final FtraceEventHeader plain = new FtraceEventHeader();

    @Test
    void readsTheOutputOfRealWriters() {
        byte[] fields = {1, 2, 3};
        byte[] event = new ProtoBytes()
                .number(FtraceEvent.TIMESTAMP_FIELD_NUMBER, Long.MAX_VALUE)
                .number(FtraceEvent.PID_FIELD_NUMBER, 0xFFFF_FFFFL)
                .bytes(FtraceEvent.SCHED_WAKING_FIELD_NUMBER, fields)
                .toBytes();
        byte[] inMidst = new byte[event.length + 20];
        System.arraycopy(event, 0, inMidst, 7, event.length);
        assertTrue(plain.read(inMidst, 7, event.length));
        assertEquals(Long.MAX_VALUE, plain.time());
        assertEquals(0xFFFF_FFFFL, plain.pid());
        assertEquals(FtraceEvent.SCHED_WAKING_FIELD_NUMBER, plain.id());
        assertEquals(7 + event.length - 3, plain.offset());
        assertEquals(3, plain.length());
        assertFalse(plain.read(inMidst, 7, event.length - 1));
        assertFalse(plain.read(inMidst, 7, event.length + 1));
    }

    @Test
    void rejectsOtherLayouts() {
        int time = FtraceEvent.TIMESTAMP_FIELD_NUMBER;
        int pid = FtraceEvent.PID_FIELD_NUMBER;
        int id = FtraceEvent.SCHED_WAKING_FIELD_NUMBER;
        byte[] none = {};
        assertFalse(plain.read(none, 0, 0));
        assertFalse(read(new ProtoBytes().number(time, 1).number(pid, 2)));
        assertFalse(read(new ProtoBytes().number(pid, 2).number(time, 1).bytes(id, none)));
        assertFalse(read(new ProtoBytes().number(time, 1).bytes(id, none)));
        assertFalse(read(new ProtoBytes().number(time, 1).number(pid, 2).number(id, 5)));
        assertFalse(read(
                new ProtoBytes().number(time, 1).number(pid, 2).bytes(id, none).bytes(id, none)));
        assertTrue(read(new ProtoBytes().number(time, 1).number(pid, 2).bytes(id, none)));
    }

    private boolean read(ProtoBytes bytes) {
        return plain.read(bytes.buffer(), 0, bytes.size());
    }

    /// Damaged events must be rejected or read exactly as the general reader reads them.
    @Test
    void readsTheSameAsTheCursor() {
        Random random = new Random(3);
        int taken = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new ProtoBytes()
                    .number(FtraceEvent.TIMESTAMP_FIELD_NUMBER, random.nextLong() >>> random.nextInt(64))
                    .number(FtraceEvent.PID_FIELD_NUMBER, random.nextLong() >>> random.nextInt(64))
                    .bytes(random.nextInt(700) + 3, new byte[random.nextInt(200)])
                    .toBytes();
            for (int k = random.nextInt(3); k > 0; k--) {
                bytes[random.nextInt(Math.min(bytes.length, 20))] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            if (!plain.read(bytes, 0, bytes.length)) {
                continue;
            }
            taken++;
            ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
            assertTrue(c.next() && c.field() == FtraceEvent.TIMESTAMP_FIELD_NUMBER && c.asLong() == plain.time());
            assertTrue(c.next() && c.field() == FtraceEvent.PID_FIELD_NUMBER && c.asUint32() == plain.pid());
            assertTrue(c.next()
                    && c.field() == plain.id()
                    && c.wire() == ProtoCursor.BYTES
                    && c.offset() == plain.offset()
                    && c.length() == plain.length());
            assertFalse(c.next());
            assertFalse(c.isDamaged());
        }
        assertTrue(taken > 60_000 && taken < 190_000, "taken " + taken);
    }
}
