package traceglass.sdk;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.TraceEvent.Entry;
import traceglass.sdk.proto.ProtoWriter;

/// Encodes the entries of a [TraceEvent], interning strings on its sequence.
final class EventFields {

    private static final int ARGUMENT_NAMES = 3;
    private static final int LOCATIONS = 4;
    private static final int LOG_TEXTS = 20;
    private static final int TYPE_NAMES = 27;
    private static final int ARGUMENT_TEXTS = 29;
    private static final int CORRELATIONS = 43;

    private final SequenceWriter sequence;
    private final Interner argumentNames = new Interner();
    private final Interner argumentTexts = new Interner();
    private final Interner locations = new Interner();
    private final Interner logTexts = new Interner();
    private final Interner typeNames = new Interner();
    private final Interner correlations = new Interner();
    private final PlainFields plainFields = new PlainFields(argumentNames, argumentTexts);
    private final CallstackTable callstacks;
    private int[] opened = new int[16];
    private boolean[] isArray = new boolean[16];
    private int depth;

    EventFields(SequenceWriter sequence) {
        this.sequence = sequence;
        callstacks = new CallstackTable(sequence);
    }

    void clear() {
        argumentNames.clear();
        argumentTexts.clear();
        locations.clear();
        logTexts.clear();
        typeNames.clear();
        correlations.clear();
        callstacks.clear();
    }

    /// Returns the writer for events that need no new interned strings.
    PlainFields plain() {
        return plainFields;
    }

    void write(ProtoWriter to, TraceEvent event, TracingOptions options) {
        depth = 0;
        for (int i = 0; i < event.count(); i++) {
            Entry entry = event.entry(i);
            if (!entry.isArgument()) {
                writeField(to, event, i);
            } else if (!options.filtersArguments()) {
                writeArgument(to, event, i);
            }
        }
        while (depth > 0) {
            to.close(opened[--depth]);
        }
    }

    private void writeField(ProtoWriter to, TraceEvent event, int i) {
        long number = event.number(i);
        Object object = event.object(i);
        switch (event.entry(i)) {
            case CATEGORY -> to.string(22, text(object));
            case FLOW -> to.fixed64(47, number);
            case END_FLOW -> to.fixed64(48, number);
            case CORRELATION -> to.varint(52, number);
            case CORRELATION_TEXT -> writeTextOrId(to, correlations, CORRELATIONS, 54, 53, text(object));
            case LOCATION -> writeLocation(to, (TraceEvent.Location) Objects.requireNonNull(object));
            case LOG -> writeLog(to, (int) number, text(object));
            case CALLSTACK -> callstacks.write(to, (StackTraceElement[]) Objects.requireNonNull(object));
            case FIELD -> writeField(to, number, object);
            default -> throw new IllegalStateException();
        }
    }

    private static String text(@Nullable Object object) {
        return object == null ? "" : (String) object;
    }

    private void writeTextOrId(ProtoWriter to, Interner table, int internedField, int idField, int field, String text) {
        int id = sequence.id(table, internedField, text);
        if (id == 0) {
            to.string(field, text);
        } else {
            to.varint(idField, id);
        }
    }

    private void writeLocation(ProtoWriter to, TraceEvent.Location location) {
        int id = locations.id(location);
        if (id < 0) {
            ProtoWriter interned = sequence.interned();
            int entry = interned.open(LOCATIONS);
            interned.varint(1, -id);
            writeLocation(interned, location.file(), location.function(), location.line());
            interned.close(entry);
        }
        if (id == 0) {
            int inline = to.open(33);
            writeLocation(to, location.file(), location.function(), location.line());
            to.close(inline);
        } else {
            to.varint(34, Math.abs(id));
        }
    }

    private static void writeLocation(ProtoWriter to, String file, String function, int line) {
        to.string(2, file).string(3, function).varint(4, line);
    }

    private void writeLog(ProtoWriter to, int priority, String text) {
        int log = to.open(21);
        int id = sequence.id(logTexts, LOG_TEXTS, text);
        if (id != 0) {
            to.varint(2, id);
        }
        to.varint(3, priority);
        to.close(log);
    }

    private static void writeField(ProtoWriter to, long number, @Nullable Object content) {
        switch (content) {
            case byte[] message -> to.bytes((int) number, message);
            case String text -> to.string((int) number, text);
            case Integer field -> to.varint(field, number);
            case null, default -> throw new IllegalStateException();
        }
    }

    private void writeArgument(ProtoWriter to, TraceEvent event, int i) {
        Entry entry = event.entry(i);
        if (entry == Entry.CLOSE) {
            if (depth > 0) {
                if (event.object(i) instanceof byte[] message) {
                    to.bytes(14, message);
                }
                to.close(opened[--depth]);
            }
            return;
        }
        boolean isInArray = depth > 0 && isArray[depth - 1];
        int start = to.open(depth == 0 ? 4 : isInArray ? 12 : 11);
        String name = event.name(i);
        if (!isInArray && name != null) {
            if (depth == 0) {
                writeTextOrId(to, argumentNames, ARGUMENT_NAMES, 1, 10, name);
            } else {
                to.string(10, name);
            }
        }
        if (entry == Entry.DICT || entry == Entry.ARRAY || entry == Entry.PROTO) {
            if (entry == Entry.PROTO) {
                writeTextOrId(to, typeNames, TYPE_NAMES, 13, 16, text(event.object(i)));
            }
            push(start, entry == Entry.ARRAY);
            return;
        }
        if (entry == Entry.INTERNED) {
            writeTextOrId(to, argumentTexts, ARGUMENT_TEXTS, 17, 6, text(event.object(i)));
        } else {
            writeValue(to, entry, event.number(i), event.object(i));
        }
        to.close(start);
    }

    private static void writeValue(ProtoWriter to, Entry entry, long number, @Nullable Object object) {
        switch (entry) {
            case BOOL -> to.varint(2, number);
            case UNSIGNED -> to.varint(3, number);
            case INT -> to.varint(4, number);
            case DOUBLE -> to.fixed64(5, number);
            case STRING -> to.string(6, text(object));
            case POINTER -> to.varint(7, number);
            case JSON -> to.string(9, text(object));
            default -> throw new IllegalStateException();
        }
    }

    private void push(int start, boolean startsArray) {
        if (depth == opened.length) {
            opened = Arrays.copyOf(opened, 2 * depth);
            isArray = Arrays.copyOf(isArray, 2 * depth);
        }
        opened[depth] = start;
        isArray[depth++] = startsArray;
    }
}
