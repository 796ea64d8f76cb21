package traceglass.ingest.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEvent;
import traceglass.protos.ftrace.SchedBlockedReasonFtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.ftrace.SysEnterFtraceEvent;
import traceglass.store.lazy.LazyArgs;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class FtraceArgsTest {

    private final TraceStorage storage = new TraceStorage();
    private final LazyArgs.Decoder decoder = new FtraceArgs().open(storage);

    private List<String> rows() {
        Table t = storage.table("__intrinsic_args");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            String type = storage.strings().get(t.strings("value_type").get(i));
            rows.add(t.ints("arg_set_id").get(i) + " "
                    + storage.strings().get(t.strings("key").get(i)) + " " + type + " "
                    + (type.equals("string")
                            ? storage.strings().get(t.strings("string_value").get(i))
                            : "" + t.longs("int_value").get(i)));
        }
        return rows;
    }

    @Test
    void isRegisteredAsAService() {
        assertEquals(
                1,
                ServiceLoader.load(LazyArgs.class).stream()
                        .filter(p -> p.get().name().equals(LazyArgs.FTRACE))
                        .count());
    }

    @Test
    void fieldsBecomeArgumentsInTheirOrder() {
        decoder.decode(
                7,
                FtraceEvent.SCHED_BLOCKED_REASON_FIELD_NUMBER,
                SchedBlockedReasonFtraceEvent.newBuilder()
                        .setPid(-5)
                        .setCaller(9)
                        .setIoWait(1)
                        .build()
                        .toByteArray());
        assertEquals(List.of("7 pid int -5", "7 caller uint 9", "7 io_wait uint 1"), rows());
    }

    @Test
    void schedSwitchesHaveAllTheirArguments() {
        decoder.decode(
                0,
                FtraceEvent.SCHED_SWITCH_FIELD_NUMBER,
                SchedSwitchFtraceEvent.newBuilder()
                        .setNextComm("x")
                        .setNextPid(3)
                        .build()
                        .toByteArray());
        assertEquals(
                List.of(
                        "0 prev_comm string null",
                        "0 prev_pid int 0",
                        "0 prev_prio int 0",
                        "0 prev_state int 0",
                        "0 next_comm string x",
                        "0 next_pid int 3",
                        "0 next_prio int 0"),
                rows());
    }

    @Test
    void aRepeatedFieldHasItsLastValue() {
        decoder.decode(
                1,
                FtraceEvent.SYS_ENTER_FIELD_NUMBER,
                SysEnterFtraceEvent.newBuilder()
                        .setId(4)
                        .addArgs(10)
                        .addArgs(20)
                        .build()
                        .toByteArray());
        assertEquals(List.of("1 id int 4", "1 args uint 20"), rows());
    }

    @Test
    void functionNamesReplaceAddresses() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CodedOutputStream coded = CodedOutputStream.newInstance(out);
        coded.writeInt32(SchedBlockedReasonFtraceEvent.PID_FIELD_NUMBER, 8);
        coded.writeBytes(SchedBlockedReasonFtraceEvent.CALLER_FIELD_NUMBER, ByteString.copyFromUtf8("do_wait"));
        coded.flush();
        decoder.decode(2, FtraceEvent.SCHED_BLOCKED_REASON_FIELD_NUMBER, out.toByteArray());
        assertEquals(List.of("2 pid int 8", "2 caller string do_wait"), rows());
    }

    @Test
    void genericEventsContainTheirNames() {
        decoder.decode(
                3,
                FtraceEvent.GENERIC_FIELD_NUMBER,
                GenericFtraceEvent.newBuilder()
                        .setEventName("e")
                        .addField(GenericFtraceEvent.Field.newBuilder()
                                .setName("n")
                                .setUintValue(4))
                        .addField(GenericFtraceEvent.Field.newBuilder()
                                .setName("s")
                                .setStrValue("t"))
                        .build()
                        .toByteArray());
        byte[] number = new ProtoBytes()
                .bytes(GenericEvents.STORED_NAME, "k".getBytes())
                .number(GenericEvents.STORED_TYPE, 4)
                .number(GenericEvents.STORED_NUMBER, 6)
                .toBytes();
        byte[] text = new ProtoBytes()
                .bytes(GenericEvents.STORED_NAME, "m".getBytes())
                .number(GenericEvents.STORED_TYPE, 9)
                .bytes(GenericEvents.STORED_BYTES, "v".getBytes())
                .toBytes();
        decoder.decode(
                4,
                EventNames.FIRST_GENERIC,
                new ProtoBytes()
                        .bytes(GenericEvents.STORED_FIELD, number)
                        .bytes(GenericEvents.STORED_FIELD, text)
                        .toBytes());
        assertEquals(List.of("3 n int 4", "3 s string t", "4 k uint 6", "4 m string v"), rows());
    }

    @Test
    void unknownEventsAndDamagedFieldsKeepTheirReadableParts() {
        decoder.decode(5, 999, new byte[] {8, 1});
        decoder.decode(6, FtraceEvent.CPU_IDLE_FIELD_NUMBER, new byte[] {8, 1, 16});
        assertEquals(List.of("6 state uint 1"), rows());
    }
}
