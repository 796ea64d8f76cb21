package traceglass.service.probe.ftrace.page;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.GenericFtraceEvent;
import traceglass.protos.ftrace.KprobeEvent;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the record of an event as a message in a bundle.
final class RecordWriter {

    private static final int MINOR_BITS = 20;
    private static final int SYSCALL_ARGUMENTS = 6;

    private final ProtoWriter out;
    private final PrintkTexts texts;
    private final LongIndex addresses;
    private final RecordIds ids;

    RecordWriter(ProtoWriter out, PrintkTexts texts, LongIndex addresses, RecordIds ids) {
        this.out = out;
        this.texts = texts;
        this.addresses = addresses;
        this.ids = ids;
    }

    /// Writes the record in `[offset, end)`.
    void write(EventPlan plan, int kprobeType, byte[] bytes, int offset, int end, long time) {
        int event = out.open(FtraceEventBundle.EVENT_FIELD_NUMBER);
        out.varint(FtraceEvent.TIMESTAMP_FIELD_NUMBER, time);
        if (plan.pidOffset >= 0) {
            int thread = LittleEndian.int32(bytes, offset + plan.pidOffset);
            out.varint(FtraceEvent.PID_FIELD_NUMBER, thread);
            ids.addThread(thread);
            if (plan.messageField == FtraceEvent.TASK_RENAME_FIELD_NUMBER) {
                ids.addRename(thread);
            }
        }
        int message = out.open(plan.messageField);
        switch (plan.encoding) {
            case MESSAGE -> {
                for (int i = 0; i < plan.columns; i++) {
                    writeField(plan, i, plan.numbers[i], bytes, offset, end);
                }
            }
            case NAMED -> writeNamed(plan, bytes, offset, end);
            case KPROBE -> {
                out.bytes(KprobeEvent.NAME_FIELD_NUMBER, plan.utf8Name);
                out.varint(KprobeEvent.TYPE_FIELD_NUMBER, kprobeType);
            }
        }
        out.close(message);
        out.close(event);
        ids.endEvent();
    }

    private void writeNamed(EventPlan plan, byte[] bytes, int offset, int end) {
        out.bytes(GenericFtraceEvent.EVENT_NAME_FIELD_NUMBER, plan.utf8Name);
        for (int i = 0; i < plan.columns; i++) {
            int field = out.open(GenericFtraceEvent.FIELD_FIELD_NUMBER);
            out.bytes(GenericFtraceEvent.Field.NAME_FIELD_NUMBER, plan.utf8Names[i]);
            int number = switch (plan.types[i]) {
                case FieldDescriptorProto.Type.TYPE_STRING_VALUE -> GenericFtraceEvent.Field.STR_VALUE_FIELD_NUMBER;
                case FieldDescriptorProto.Type.TYPE_INT64_VALUE -> GenericFtraceEvent.Field.INT_VALUE_FIELD_NUMBER;
                default -> GenericFtraceEvent.Field.UINT_VALUE_FIELD_NUMBER;
            };
            writeField(plan, i, number, bytes, offset, end);
            out.close(field);
        }
    }

    private void writeField(EventPlan plan, int column, int number, byte[] bytes, int start, int end) {
        int offset = start + plan.offsets[column];
        switch (plan.encodings[column]) {
            case UNSIGNED_8 -> out.varint(number, bytes[offset] & 0xff);
            case UNSIGNED_16 -> out.varint(number, LittleEndian.unsigned16(bytes, offset));
            case UNSIGNED_32 -> out.varint(number, LittleEndian.unsigned32(bytes, offset));
            case UNSIGNED_64, SIGNED_64 -> out.varint(number, LittleEndian.int64(bytes, offset));
            case SIGNED_8 -> out.varint(number, bytes[offset]);
            case SIGNED_16 -> out.varint(number, LittleEndian.int16(bytes, offset));
            case SIGNED_32 -> out.varint(number, LittleEndian.int32(bytes, offset));
            case THREAD -> {
                int thread = LittleEndian.int32(bytes, offset);
                ids.addThread(thread);
                out.varint(number, thread);
            }
            case INODE_32 -> writeInode(number, LittleEndian.unsigned32(bytes, offset));
            case INODE_64 -> writeInode(number, LittleEndian.int64(bytes, offset));
            case DEVICE_32 -> writeDevice(number, LittleEndian.unsigned32(bytes, offset));
            case DEVICE_64 -> writeDevice(number, LittleEndian.int64(bytes, offset));
            case ADDRESS_32 -> out.varint(number, addresses.of(LittleEndian.unsigned32(bytes, offset)));
            case ADDRESS_64 -> out.varint(number, addresses.of(LittleEndian.int64(bytes, offset)));
            case TEXT -> writeText(number, bytes, offset, offset + plan.sizes[column]);
            case REST_TEXT -> writeText(number, bytes, offset, end);
            case LOCATED_TEXT, LOCATED_BYTES -> writeLocated(plan.encodings[column], number, bytes, start, offset, end);
            case POINTER_TEXT -> out.bytes(number, texts.at(pointer(bytes, offset, plan.sizes[column])));
            case ARGUMENTS_32 -> {
                for (int i = 0; i < SYSCALL_ARGUMENTS; i++) {
                    out.varint(number, LittleEndian.unsigned32(bytes, offset + i * Integer.BYTES));
                }
            }
            case ARGUMENTS_64 -> {
                for (int i = 0; i < SYSCALL_ARGUMENTS; i++) {
                    out.varint(number, LittleEndian.int64(bytes, offset + i * Long.BYTES));
                }
            }
        }
    }

    private void writeInode(int number, long inode) {
        ids.setInode(inode);
        out.varint(number, inode);
    }

    private void writeDevice(int number, long kernel) {
        long device = device(kernel);
        ids.setDevice(device);
        out.varint(number, device);
    }

    private void writeText(int number, byte[] bytes, int from, int end) {
        out.bytes(number, bytes, from, LittleEndian.textEnd(bytes, from, end));
    }

    /// Writes the bytes to which a word refers: its low half is their offset from the start of the record, its high
    /// half their number.
    private void writeLocated(FieldEncoding encoding, int number, byte[] bytes, int start, int offset, int end) {
        int location = LittleEndian.int32(bytes, offset);
        int size = location >>> Short.SIZE;
        int from = start + (location & 0xffff);
        if (size == 0 || from + size > end) {
            return;
        }
        if (encoding == FieldEncoding.LOCATED_TEXT) {
            writeText(number, bytes, from, from + size);
        } else {
            out.bytes(number, bytes, from, from + size);
        }
    }

    private static long pointer(byte[] bytes, int offset, int size) {
        return size == Long.BYTES ? LittleEndian.int64(bytes, offset) : LittleEndian.unsigned32(bytes, offset);
    }

    /// Converts a device number from the kernel's encoding, with 20 bits for the minor number, to the one in user
    /// space.
    private static long device(long kernel) {
        long major = kernel >>> MINOR_BITS;
        long minor = kernel & (1 << MINOR_BITS) - 1;
        return minor & 0xff | (major & 0xfff) << 8 | (minor & ~0xffL) << 12 | (major & ~0xfffL) << 32;
    }
}
