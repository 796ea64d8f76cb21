package traceglass.ingest.systrace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.EncodedEvents;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEvent;
import traceglass.protos.ftrace.PrintFtraceEvent;
import traceglass.store.names.StatNames;

/// Encodes printed events in the format of Perfetto's recorder, so that they become raw rows with arguments, and
/// slices, counters and states as in the binary formats.
final class TextEvents implements PrintedFields.Sink {

    /// Statistic that counts events with text in which no fields were found.
    private static final String NOT_SPLIT = StatNames.SYSTRACE_EVENT_WITHOUT_FIELDS;

    private static final int TYPE_STRING = 9;
    private static final int TYPE_MESSAGE = 11;
    private static final int TYPE_BYTES = 12;
    private static final int TYPE_UINT32 = 13;
    /// System calls return errors as negative numbers down to this one.
    private static final long MIN_ERROR = -4095;

    private static final long UINT32 = 0xFFFF_FFFFL;
    /// Maximum number of events, and of fields of an event, whose encoding is cached. Only damaged files have more.
    private static final int MAX_PLANS = 4096;

    /// Size of the encoded fields in bytes beyond which further fields are dropped.
    private static final int MAX_SIZE = 1 << 20;

    private static final String TEXT = "text";

    private final ImportContext context;
    private final EncodedEvents events;
    private final PrintedFields printed = new PrintedFields();
    private final NumberParser numbers = new NumberParser();
    private final ProtoBytes fields = new ProtoBytes();
    private final ProtoBytes named = new ProtoBytes();
    private final Map<String, Plan> plans = new HashMap<>();
    private int[] bounds = new int[2];
    /// Name of the last marker's event, and its string id.
    private String markerEvent;

    private int markerName;
    private Plan plan;
    /// Index of the target after the previous field's target, because fields usually come in the same order.
    private int expected;

    /// Field of an event and its counterpart in the schema.
    ///
    /// @param key printed name
    /// @param number field number; 0 for a field that is not in the schema
    /// @param type type of the field in the schema, as in `FieldDescriptorProto.Type`
    private record Target(String key, byte[] name, int number, int type, boolean isFunction, FieldFormat format) {}

    /// How to encode one event.
    private static final class Plan {

        final PrintFormats formats;
        final int id;
        final int nameId;
        /// Format of the fields that are not in the schema.
        final FieldFormat format;
        final Map<String, Target> targets = new HashMap<>();
        /// Targets in the order in which they were first printed.
        Target[] order = new Target[8];

        int ordered;
        long unparsedCount;

        Plan(PrintFormats formats, int id, int nameId, FieldFormat format) {
            this.format = format;
            this.formats = formats;
            this.id = id;
            this.nameId = nameId;
        }
    }

    TextEvents(ImportContext context) {
        this.context = context;
        events = new EncodedEvents(context);
        context.session().atEnd(this::countUnsplitEvents);
    }

    /// Adds the raw row of an event.
    ///
    /// @param shouldHandle whether to add slices, counters and states as well
    void add(SystraceLine line, boolean shouldHandle) {
        add(line, FieldFormat.PLAIN, shouldHandle);
    }

    /// Adds the raw row of an event whose numbers are hexadecimal.
    void addHexadecimal(SystraceLine line) {
        add(line, FieldFormat.HEX, false);
    }

    private void add(SystraceLine line, FieldFormat format, boolean shouldHandle) {
        plan = plans.get(line.event());
        if (plan == null) {
            plan = plan(line.event(), format);
        }
        fields.clear();
        boolean isSplit = encode(line.args());
        if (!isSplit) {
            addText(TEXT, line.args());
            plan.unparsedCount += shouldHandle ? 1 : 0;
        }
        events.set(line.ts(), line.cpu(), line.tid(), plan.id, fields);
        events.addRow(plan.nameId);
        if (shouldHandle && isSplit && plan.formats.isComplete()) {
            events.handle();
        }
    }

    /// Adds the raw row of a marker, and the slices or counters that it defines.
    ///
    /// @param text the marker as written by the program
    void addMarker(SystraceLine line, String text, boolean shouldHandle) {
        fields.clear().bytes(PrintFtraceEvent.BUF_FIELD_NUMBER, text.getBytes(StandardCharsets.UTF_8));
        events.set(line.ts(), line.cpu(), line.tid(), FtraceEvent.PRINT_FIELD_NUMBER, fields);
        events.addRow(markerName(line.event()));
        if (shouldHandle) {
            events.handle();
        }
    }

    private int markerName(String event) {
        if (!event.equals(markerEvent)) {
            markerEvent = event;
            markerName = context.strings().intern(event);
        }
        return markerName;
    }

    /// Adds the slices, counters and states of an event that was derived from a line.
    void handle(SystraceLine line, int id, ProtoBytes encoded) {
        events.set(line.ts(), line.cpu(), line.tid(), id, encoded);
        events.handle();
    }

    private void countUnsplitEvents() {
        for (Map.Entry<String, Plan> p : plans.entrySet()) {
            long count = p.getValue().unparsedCount;
            if (count > 0) {
                context.logs()
                        .record(
                                NOT_SPLIT,
                                b -> b.addString(context.strings().intern("event"), p.getValue().nameId)
                                        .addInt(context.strings().intern("count"), count));
                context.stats().add(NOT_SPLIT, count - 1);
            }
        }
    }

    private Plan plan(String event, FieldFormat format) {
        int id = EventNames.number(event);
        Plan plan = new Plan(
                PrintFormats.of(event),
                id > 0 ? id : FtraceEvent.GENERIC_FIELD_NUMBER,
                context.strings().intern(event),
                format);
        if (id > 0) {
            for (MessageType.Field f : EventNames.fields(id)) {
                if (f.type() != TYPE_MESSAGE) {
                    plan.targets.put(f.name(), target(f.name(), id, f, FieldFormat.PLAIN));
                }
            }
        }
        plan.formats.keys().forEach((key, field) -> plan.targets.put(key, schemaTarget(plan, key, field)));
        if (plans.size() < MAX_PLANS) {
            plans.put(event, plan);
        }
        return plan;
    }

    private static Target schemaTarget(Plan plan, String key, PrintFormat.Field field) {
        Target existing = plan.targets.get(field.name());
        return existing == null
                ? new Target(key, utf8(field.name()), 0, 0, false, field.format())
                : new Target(key, existing.name, existing.number, existing.type, existing.isFunction, field.format());
    }

    private static Target target(String key, int id, MessageType.Field f, FieldFormat format) {
        return new Target(key, utf8(f.name()), f.number(), f.type(), EncodedEvents.isFunction(id, f.number()), format);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Encodes the fields; returns false if there is text but no fields.
    private boolean encode(String args) {
        expected = 0;
        for (PrintFormat pattern : plan.formats.patterns()) {
            int count = pattern.fields().size();
            if (bounds.length < 2 * count) {
                bounds = new int[2 * count];
            }
            if (pattern.match(args, bounds)) {
                for (int i = 0; i < count; i++) {
                    PrintFormat.Field f = pattern.fields().get(i);
                    if (!f.name().isEmpty()) {
                        add(patternTarget(f), args, bounds[2 * i], bounds[2 * i + 1]);
                    }
                }
                return true;
            }
        }
        return args.isEmpty() || printed.split(args, this);
    }

    /// Returns the target of a pattern's field, whose number format may differ from that of a printed key with this
    /// name.
    private Target patternTarget(PrintFormat.Field field) {
        Target next = expected < plan.ordered ? plan.order[expected] : null;
        if (next != null && next.key.equals(field.name()) && next.format == field.format()) {
            expected++;
            return next;
        }
        return addToOrder(schemaTarget(plan, field.name(), field));
    }

    @Override
    public void onField(String text, int keyStart, int keyEnd, int from, int to) {
        add(keyTarget(text, keyStart, keyEnd), text, from, to);
    }

    private Target keyTarget(String text, int keyStart, int keyEnd) {
        Target next = expected < plan.ordered ? plan.order[expected] : null;
        int length = keyEnd - keyStart;
        if (next != null && next.key.length() == length && text.startsWith(next.key, keyStart)) {
            expected++;
            return next;
        }
        String key = text.substring(keyStart, keyEnd);
        Target existing = plan.targets.get(key);
        if (existing == null) {
            existing = new Target(key, utf8(key), 0, 0, false, plan.format);
            if (plan.targets.size() < MAX_PLANS) {
                plan.targets.put(key, existing);
            }
        }
        return addToOrder(existing);
    }

    private Target addToOrder(Target target) {
        if (expected == plan.ordered && expected < EventNames.MAX_FIELDS) {
            if (expected == plan.order.length) {
                plan.order = Arrays.copyOf(plan.order, 2 * expected);
            }
            plan.order[plan.ordered++] = target;
            expected++;
        } else {
            // The field may be one of the earlier targets; the next field may then follow it again.
            for (int i = 0; i < plan.ordered; i++) {
                if (plan.order[i] == target) {
                    expected = i + 1;
                    break;
                }
            }
        }
        return target;
    }

    private void add(Target t, String text, int from, int to) {
        if (fields.size() > MAX_SIZE) {
            return;
        }
        if (t.number == 0) {
            addUntyped(t, text, from, to);
        } else if (t.type == TYPE_STRING || t.type == TYPE_BYTES) {
            fields.bytes(t.number, utf8(text.substring(from, to)));
        } else if (t.format.kind() == FieldFormat.Kind.HEX_LIST) {
            addList(t, text, from, to);
        } else if (numbers.parse(t.format, text, from, to)) {
            fields.number(t.number, t.type == TYPE_UINT32 ? numbers.number() & UINT32 : numbers.number());
        } else if (t.isFunction && to > from) {
            fields.number(t.number, EncodedEvents.address(context.strings().intern(text.substring(from, to))));
        } else {
            addText(t.name, utf8(text.substring(from, to)));
        }
    }

    /// Adds a field that is not in the schema. Addresses become strings, as in the binary formats, but error codes
    /// returned by system calls become numbers.
    private void addUntyped(Target t, String text, int from, int to) {
        boolean isHex = t.format.kind() == FieldFormat.Kind.HEX;
        boolean isNumber = t.format.kind() == FieldFormat.Kind.PLAIN
                        || isHex && text.indexOf(' ', from) >= 0 && text.indexOf(' ', from) < to
                ? numbers.parseUntyped(text, from, to)
                : numbers.parse(t.format, text, from, to);
        if (!isNumber) {
            addText(t.name, utf8(text.substring(from, to)));
        } else if (isHex && numbers.number() < MIN_ERROR) {
            addText(t.name, utf8("0x" + Long.toHexString(numbers.number())));
        } else {
            addNumber(t.name, numbers.number());
        }
    }

    private void addList(Target t, String text, int from, int to) {
        for (int start = from; start < to; ) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 || comma > to ? to : comma;
            if (numbers.parse(FieldFormat.HEX, text, start, end)) {
                fields.number(t.number, numbers.number());
            }
            start = end + 1;
            while (start < to && text.charAt(start) == ' ') {
                start++;
            }
        }
    }

    private void addText(String name, String text) {
        addText(utf8(name), utf8(text));
    }

    private void addText(byte[] name, byte[] text) {
        named.clear().bytes(GenericFtraceEvent.Field.NAME_FIELD_NUMBER, name);
        named.bytes(GenericFtraceEvent.Field.STR_VALUE_FIELD_NUMBER, text);
        addNamed();
    }

    private void addNumber(byte[] name, long number) {
        named.clear().bytes(GenericFtraceEvent.Field.NAME_FIELD_NUMBER, name);
        named.number(GenericFtraceEvent.Field.INT_VALUE_FIELD_NUMBER, number);
        addNamed();
    }

    private void addNamed() {
        int field = plan.id == FtraceEvent.GENERIC_FIELD_NUMBER
                ? GenericFtraceEvent.FIELD_FIELD_NUMBER
                : EventNames.PRINTED_FIELD;
        fields.bytes(field, named.buffer(), 0, named.size());
    }
}
