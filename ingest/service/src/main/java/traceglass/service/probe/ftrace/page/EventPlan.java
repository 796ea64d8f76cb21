package traceglass.service.probe.ftrace.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceEvent;

/// Describes how to write the records of one kernel event to the trace.
public final class EventPlan {

    /// Encodings of an event in the trace.
    enum Encoding {
        /// A message with a field for each kernel field.
        MESSAGE,
        /// `GenericFtraceEvent`, which repeats the names of its fields.
        NAMED,
        /// `KprobeEvent`, which has only a name and a type.
        KPROBE
    }

    /// A field of the kernel record with its message field.
    ///
    /// @param number number of the message field
    /// @param type protobuf type of a described field, a constant of `FieldDescriptorProto.Type`
    record Column(FieldEncoding encoding, RecordField from, int number, int type) {}

    final EventName name;
    final int id;
    final Encoding encoding;
    final int messageField;
    final int minimumSize;
    final int pidOffset;
    final byte[] utf8Name;
    final byte @Nullable [] descriptor;
    final int columns;
    final FieldEncoding[] encodings;
    final int[] offsets;
    final int[] sizes;
    final int[] numbers;
    final int[] types;
    final byte[][] utf8Names;

    /// @param messageField number of the field of `FtraceEvent`
    /// @param descriptor encoded `GenericEventDescriptor` of an event that is not in the schema
    EventPlan(
            EventName name,
            RecordLayout layout,
            Encoding encoding,
            int messageField,
            List<Column> columns,
            byte @Nullable [] descriptor) {
        this.name = name;
        this.encoding = encoding;
        this.messageField = messageField;
        this.descriptor = descriptor;
        id = layout.id();
        minimumSize = layout.minimumSize();
        RecordField pid = layout.commonField("common_pid");
        pidOffset = pid == null || pid.size() != Integer.BYTES ? -1 : pid.offset();
        utf8Name = name.name().getBytes(StandardCharsets.UTF_8);
        this.columns = columns.size();
        encodings = columns.stream().map(Column::encoding).toArray(FieldEncoding[]::new);
        offsets = columns.stream().mapToInt(c -> c.from().offset()).toArray();
        sizes = columns.stream().mapToInt(c -> c.from().size()).toArray();
        numbers = columns.stream().mapToInt(Column::number).toArray();
        types = columns.stream().mapToInt(Column::type).toArray();
        utf8Names = columns.stream()
                .map(c -> c.from().name().getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    public EventName name() {
        return name;
    }

    /// Returns the kernel's id of the event.
    public int id() {
        return id;
    }

    /// Returns whether the event is not in the schema and must be described in the trace.
    public boolean isGeneric() {
        return descriptor != null || encoding == Encoding.NAMED;
    }

    /// Returns whether this is `ftrace/print`, the event that programs write through `trace_marker`.
    boolean isPrint() {
        return messageField == FtraceEvent.PRINT_FIELD_NUMBER;
    }

    /// Returns the offset of the text that extends to the end of the record.
    int textOffset() {
        for (int i = 0; i < columns; i++) {
            if (encodings[i] == FieldEncoding.REST_TEXT) {
                return offsets[i];
            }
        }
        return minimumSize;
    }
}
