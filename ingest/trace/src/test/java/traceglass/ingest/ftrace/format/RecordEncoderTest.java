package traceglass.ingest.ftrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;

class RecordEncoderTest {

    private static final String SWITCH = """
        name: sched_switch
        ID: 372
        format:
        \tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
        \tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
        \tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;
        """;
    private static final String OWN = """
        name: own_event
        ID: 9
        format:
        \tfield:s16 small;\toffset:8;\tsize:2;\tsigned:1;
        \tfield:__data_loc char[] text;\toffset:12;\tsize:4;\tsigned:0;
        \tfield:const char * where;\toffset:16;\tsize:8;\tsigned:0;
        \tfield:u16 pair[2];\toffset:24;\tsize:4;\tsigned:0;
        """;

    private static byte[] switchRecord(ByteOrder order) {
        ByteBuffer b = ByteBuffer.allocate(64).order(order);
        b.put(8, "worker".getBytes(StandardCharsets.US_ASCII));
        b.putInt(24, -5).putLong(32, 0x101);
        return b.array();
    }

    @Test
    void encodesEventsOfTheSchemaInBothByteOrders() {
        for (boolean isBigEndian : new boolean[] {false, true}) {
            EventFormats formats = new EventFormats(isBigEndian);
            formats.add("sched", SWITCH);
            RecordEncoder encoder = new RecordEncoder(formats);
            byte[] record = switchRecord(isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            assertTrue(encoder.encode(372, record, 0, record.length));
            assertEquals(FtraceEvent.SCHED_SWITCH_FIELD_NUMBER, encoder.eventId());
            ProtoCursor c = new ProtoCursor();
            c.enter(encoder.fields().buffer(), 0, encoder.fields().size());
            assertTrue(c.seek(SchedSwitchFtraceEvent.PREV_COMM_FIELD_NUMBER));
            assertEquals("worker", c.asString());
            c.enter(encoder.fields().buffer(), 0, encoder.fields().size());
            assertTrue(c.seek(SchedSwitchFtraceEvent.PREV_PID_FIELD_NUMBER));
            assertEquals(-5, c.asLong());
            c.enter(encoder.fields().buffer(), 0, encoder.fields().size());
            assertTrue(c.seek(SchedSwitchFtraceEvent.PREV_STATE_FIELD_NUMBER));
            assertEquals(0x101, c.asLong());
        }
    }

    @Test
    void encodesOtherEventsWithTheNamesOfTheirFields() {
        EventFormats formats = new EventFormats(false);
        formats.add("own", OWN);
        formats.names().addTexts("0xffff8 : \"here\"\n");
        ByteBuffer b = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        b.putShort(8, (short) -2).putInt(12, 3 << 16 | 32).putLong(16, 0xffff8);
        b.putShort(24, (short) 7).putShort(26, (short) 8);
        b.put(32, "abc".getBytes(StandardCharsets.US_ASCII));
        RecordEncoder encoder = new RecordEncoder(formats);
        assertTrue(encoder.encode(9, b.array(), 0, 40));
        assertEquals(FtraceEvent.GENERIC_FIELD_NUMBER, encoder.eventId());
        assertEquals("own_event small=-2 text=abc where=here pair[0]=7 pair[1]=8", text(encoder));
    }

    private static String text(RecordEncoder encoder) {
        StringBuilder text = new StringBuilder();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor f = new ProtoCursor();
        for (c.enter(encoder.fields().buffer(), 0, encoder.fields().size()); c.next(); ) {
            if (c.field() == GenericFtraceEvent.EVENT_NAME_FIELD_NUMBER) {
                text.append(c.asString());
                continue;
            }
            for (f.enter(c); f.next(); ) {
                boolean isText = f.wire() == ProtoCursor.BYTES;
                text.append(f.field() == GenericFtraceEvent.Field.NAME_FIELD_NUMBER ? " " : "=")
                        .append(isText ? f.asString() : String.valueOf(f.asLong()));
            }
        }
        return text.toString();
    }

    @Test
    void omitsFieldsBeyondTheRecord() {
        EventFormats formats = new EventFormats(false);
        formats.add("own", OWN);
        ByteBuffer b = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        b.putShort(8, (short) -2).putInt(12, 300 << 16 | 32);
        RecordEncoder encoder = new RecordEncoder(formats);
        assertTrue(encoder.encode(9, b.array(), 0, 20));
        assertEquals("own_event small=-2", text(encoder));
        assertFalse(encoder.encode(10, b.array(), 0, 20));
    }
}
