package traceglass.ingest.ftrace;

import java.util.List;
import java.util.Locale;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSetBuilder.Type;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEventDecoder;
import traceglass.protos.ftrace.GenericFtraceFieldDecoder;
import traceglass.store.lazy.LazyArgs;
import traceglass.store.names.TableNames;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Converts the stored fields of raw kernel events to arguments: one per field, named as in the schema.
public final class FtraceArgs implements LazyArgs {

    @Override
    public String name() {
        return FTRACE;
    }

    @Override
    public Decoder open(TraceStorage storage) {
        return new FieldDecoder(storage);
    }

    /// Argument type of a field.
    private enum Kind {
        INT,
        UINT,
        SIGNED,
        TEXT,
        REAL
    }

    private record Field(int nameId, Kind kind) {}

    private static final Field[] NO_FIELDS = {};

    /// Returns the argument type for the number of a `FieldDescriptorProto.Type`; null for messages and groups.
    private static Kind kind(int protoType) {
        return switch (protoType) {
            case 1, 2 -> Kind.REAL;
            case 3, 5, 8, 14, 15, 16 -> Kind.INT;
            case 4, 6, 7, 13 -> Kind.UINT;
            case 9, 12 -> Kind.TEXT;
            case 17, 18 -> Kind.SIGNED;
            default -> null;
        };
    }

    private static final class FieldDecoder implements Decoder {

        private final StringPool strings;
        private final Table table;
        private final IntColumn argSetId;
        private final IntColumn flatKey;
        private final IntColumn key;
        private final LongColumn intValue;
        private final IntColumn stringValue;
        private final DoubleColumn realValue;
        private final IntColumn valueType;
        private final int[] typeNames = new int[Type.values().length];
        private final ArgSetBuilder args = new ArgSetBuilder();
        private final ProtoCursor cursor = new ProtoCursor();
        private final ProtoCursor inner = new ProtoCursor();
        private final GenericFtraceEventDecoder genericEvent = new GenericFtraceEventDecoder();
        private final GenericFtraceFieldDecoder namedField = new GenericFtraceFieldDecoder();
        private final Field[][] events = new Field[EventNames.count()][];

        FieldDecoder(TraceStorage storage) {
            strings = storage.strings();
            table = storage.table(TableNames.Args.TABLE);
            argSetId = table.ints(TableNames.Args.ARG_SET_ID);
            flatKey = table.strings(TableNames.Args.FLAT_KEY);
            key = table.strings(TableNames.Args.KEY);
            intValue = table.longs(TableNames.Args.INT_VALUE);
            stringValue = table.strings(TableNames.Args.STRING_VALUE);
            realValue = table.doubles(TableNames.Args.REAL_VALUE);
            valueType = table.strings(TableNames.Args.VALUE_TYPE);
            for (Type t : Type.values()) {
                typeNames[t.ordinal()] = strings.intern(t.name().toLowerCase(Locale.ROOT));
            }
        }

        @Override
        public void decode(int row, int eventId, byte[] payload) {
            args.clear();
            cursor.enter(payload, 0, payload.length);
            if (eventId == FtraceEvent.GENERIC_FIELD_NUMBER) {
                addLegacyGenericFields(payload);
            } else if (eventId >= EventNames.FIRST_GENERIC) {
                addDescribedFields();
            } else {
                if (eventId == FtraceEvent.SCHED_SWITCH_FIELD_NUMBER) {
                    addAllFields(fields(eventId));
                }
                addTypedFields(fields(eventId));
            }
            for (int i = 0; i < args.size(); i++) {
                write(row, i);
            }
        }

        /// Adds all arguments of a scheduler switch, including those that the recorder omitted.
        private void addAllFields(Field[] fields) {
            for (Field f : fields) {
                if (f != null) {
                    args.add(f.nameId, f.nameId, f.kind == Kind.TEXT ? Type.STRING : Type.INT, 0);
                }
            }
        }

        private void addTypedFields(Field[] fields) {
            while (cursor.next()) {
                if (cursor.field() == EventNames.PRINTED_FIELD) {
                    namedField.decode(cursor.buffer(), cursor.offset(), cursor.length());
                    addNamedField();
                    continue;
                }
                Field f = cursor.field() < fields.length ? fields[cursor.field()] : null;
                if (f != null) {
                    add(f.nameId, f.kind, cursor);
                }
            }
        }

        private void add(int name, Kind kind, ProtoCursor c) {
            if (c.wire() == ProtoCursor.BYTES) {
                // Text in a numeric field is the name of a kernel function, inserted by the importer.
                args.addString(name, c.asStringId(strings));
                return;
            }
            switch (kind) {
                case INT -> args.addInt(name, c.asLong());
                case UINT -> args.addUint(name, c.asLong());
                case SIGNED -> args.addInt(name, c.asSigned());
                case REAL -> args.addReal(name, c.asDouble());
                case TEXT -> {}
            }
        }

        private void addLegacyGenericFields(byte[] payload) {
            genericEvent.decode(payload, 0, payload.length);
            for (int i = 0; i < genericEvent.fieldCount(); i++) {
                genericEvent.field(i, namedField);
                addNamedField();
            }
        }

        private void addNamedField() {
            int name = namedField.nameId(strings);
            if (namedField.hasIntValue()) {
                args.addInt(name, namedField.intValue());
            } else if (namedField.hasUintValue()) {
                args.addInt(name, namedField.uintValue());
            } else if (namedField.hasStrValue()) {
                args.addString(name, namedField.strValueId(strings));
            }
        }

        private void addDescribedFields() {
            while (cursor.next()) {
                int name = StringPool.NULL;
                Kind kind = null;
                for (inner.enter(cursor); inner.next(); ) {
                    switch (inner.field()) {
                        case GenericEvents.STORED_NAME -> name = inner.asStringId(strings);
                        case GenericEvents.STORED_TYPE -> kind = kind(inner.asInt());
                        default -> {
                            if (kind != null) {
                                add(name, kind, inner);
                            }
                        }
                    }
                }
            }
        }

        private Field[] fields(int eventId) {
            if (eventId >= events.length) {
                return NO_FIELDS;
            }
            if (events[eventId] == null) {
                List<MessageType.Field> message = EventNames.fields(eventId);
                events[eventId] = message == null ? NO_FIELDS : describe(message);
            }
            return events[eventId];
        }

        private Field[] describe(List<MessageType.Field> message) {
            Field[] fields = new Field[EventNames.MAX_FIELDS];
            for (MessageType.Field f : message) {
                Kind kind = kind(f.type());
                if (f.number() < fields.length && kind != null) {
                    fields[f.number()] = new Field(strings.intern(f.name()), kind);
                }
            }
            return fields;
        }

        private void write(int event, int i) {
            int row = table.addRow();
            argSetId.set(row, event);
            flatKey.set(row, args.flatKey(i));
            key.set(row, args.key(i));
            Type type = args.type(i);
            long value = args.value(i);
            switch (type) {
                case STRING -> stringValue.set(row, (int) value);
                case REAL -> realValue.set(row, Double.longBitsToDouble(value));
                default -> intValue.set(row, value);
            }
            valueType.set(row, typeNames[type.ordinal()]);
        }
    }
}
