package traceglass.ingest.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Reads single events and passes them to the sorter. Times are in microseconds with fractions, as numbers or text. Ids
/// are numbers or text, in `id` or in `id2.local` and `id2.global`.
final class JsonTokenizer implements JsonReader.EventReader {

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final LongUnaryOperator toTraceTime;
    private final JsonArgs args;
    private final int deviceMemory;
    private final JsonProfiles profiles;
    private final JsonStacks stacks;
    private final JsonCursor inner = new JsonCursor();
    private JsonEvents block = new JsonEvents();
    private boolean sawComplete;

    // State of the event being read.
    private byte phase;
    private long ts;
    private int argsStart;
    private int argsEnd;
    private byte localType;
    private long local;
    private byte globalType;
    private long global;
    private String problem;

    /// @param toTraceTime converts a time of the file, in ns, to trace time; [Long#MIN_VALUE] if it has none
    JsonTokenizer(ImportContext context, EventSorter.Queue queue, LongUnaryOperator toTraceTime, JsonStacks stacks) {
        this.context = context;
        this.strings = context.strings();
        deviceMemory = strings.intern(JsonArgEvents.DEVICE_MEMORY);
        this.queue = queue;
        this.toTraceTime = toTraceTime;
        this.args = new JsonArgs(context);
        this.stacks = stacks;
        profiles = new JsonProfiles(context, LongUnaryOperator.identity(), toTraceTime);
    }

    @Override
    public void bad(byte[] buffer, int start, int end, long offset, String why) {
        record("json_tokenizer_failure", buffer, start, end, offset, why);
    }

    private void record(String stat, byte[] buffer, int start, int end, long offset, String why) {
        String raw = new String(buffer, start, Math.min(end - start, 1000), java.nio.charset.StandardCharsets.UTF_8);
        context.logs().recordAt(stat, offset, a -> {
            a.addString(strings.intern("raw_event"), strings.intern(raw));
            a.addString(strings.intern("error"), strings.intern(why));
        });
    }

    @Override
    public void event(JsonCursor c, int start, long offset) {
        if (block.size == JsonEvents.SIZE) {
            block = new JsonEvents();
        }
        JsonEvents b = block;
        int i = b.size;
        clear(b, i);
        boolean any = readFields(c, b, i);
        byte[] buffer = c.buffer();
        if (phase == 0) {
            // Writers may end the array with {} to avoid a trailing comma; that is not an error.
            if (any) {
                bad(buffer, start, c.position(), offset, "the event has no ph");
            }
            return;
        }
        if (problem != null) {
            bad(buffer, start, c.position(), offset, problem);
            return;
        }
        if (ts == JsonEvents.UNSET) {
            if (phase != 'M') {
                bad(buffer, start, c.position(), offset, "the event has no ts");
                return;
            }
            ts = 0;
        }
        b.phase[i] = phase;
        if (phase == 'X' && b.dur[i] == JsonEvents.UNSET) {
            // Writers may measure only the time that the thread was running.
            b.dur[i] = b.threadDur[i];
        }
        if (b.tid[i] == 0 && b.pid[i] != 0 && (b.flags[i] & JsonEvents.TID_IS_NAME) == 0) {
            b.tid[i] = b.pid[i];
        }
        if (phase == 'P'
                && b.stackType(i, false) == JsonEvents.STACK_NONE
                && b.idType[i] != JsonEvents.ID_NONE
                && argsStart >= 0) {
            profile(b, i, buffer, argsStart, argsEnd, start, c.position(), offset);
            return;
        }
        cookie(b, i);
        long traceTs = toTraceTime.applyAsLong(ts);
        if (traceTs == Long.MIN_VALUE) {
            return;
        }
        if (argsStart >= 0 && argsEnd - argsStart > 2) {
            arguments(b, i, phase, buffer, argsStart, argsEnd);
        }
        b.size++;
        queue.push(traceTs, tieKey(phase, b.dur[i]), i, b);
    }

    /// Reads the fields of an event; returns false if it has none.
    private boolean readFields(JsonCursor c, JsonEvents b, int i) {
        phase = 0;
        ts = JsonEvents.UNSET;
        argsStart = -1;
        argsEnd = 0;
        localType = 0;
        local = 0;
        globalType = 0;
        global = 0;
        problem = null;
        boolean any = false;
        while (c.nextKey()) {
            any = true;
            Field field = Field.of(c);
            c.readValue();
            read(field, c, b, i);
        }
        return any;
    }

    private void read(Field field, JsonCursor c, JsonEvents b, int i) {
        switch (field) {
            case PH -> phase = c.kind() == JsonCursor.Kind.STRING && c.textLength() > 0 ? c.text()[c.textStart()] : 0;
            case TS -> ts = time(c);
            case DUR -> {
                b.dur[i] = time(c);
                problem = b.dur[i] == JsonEvents.UNSET ? "dur is not a number" : problem;
            }
            case TTS -> b.threadTs[i] = time(c);
            case TDUR -> b.threadDur[i] = time(c);
            case PID -> {
                b.pid[i] = processOrThread(c);
                b.flags[i] |= isKnown(c, b.pid[i], JsonEvents.HAS_PID, JsonEvents.PID_IS_NAME);
            }
            case TID -> {
                b.tid[i] = processOrThread(c);
                b.flags[i] |= isKnown(c, b.tid[i], JsonEvents.HAS_TID, JsonEvents.TID_IS_NAME);
            }
            case ID -> {
                b.idType[i] = idType(c, b.idType[i]);
                b.id[i] = idValue(c, b.id[i]);
            }
            case BIND_ID -> {
                b.bindType[i] = idType(c, b.bindType[i]);
                b.bindId[i] = idValue(c, b.bindId[i]);
            }
            case CAT -> b.category[i] = name(c);
            case NAME -> b.name[i] = name(c);
            case CNAME -> b.setColor(i, name(c));
            case FLOW_IN -> flag(b, i, c, JsonEvents.FLOW_IN);
            case FLOW_OUT -> flag(b, i, c, JsonEvents.FLOW_OUT);
            case BP -> {
                if (c.textIs("e")) {
                    b.flags[i] |= JsonEvents.BIND_ENCLOSING;
                }
            }
            case S -> b.scope[i] = scope(c);
            case ID_SCOPE -> b.idScope[i] = name(c);
            case SF -> stackOfFrame(b, i, c, false);
            case ESF -> stackOfFrame(b, i, c, true);
            case STACK -> inlineStack(b, i, c, false);
            case ESTACK -> inlineStack(b, i, c, true);
            case ARGS -> {
                if (c.kind() == JsonCursor.Kind.OBJECT) {
                    argsStart = c.start();
                    argsEnd = c.end();
                }
            }
            case ID2 -> scopedIds(c);
            case OTHER -> {}
        }
    }

    /// Returns the flags of a process or thread given by number or by name.
    private static byte isKnown(JsonCursor c, long id, byte has, byte isName) {
        if (id >= JsonEvents.NAMED) {
            return (byte) (has | isName);
        }
        return c.isNumber() || c.kind() == JsonCursor.Kind.STRING ? has : 0;
    }

    /// Reads `id2`: ids that are local to the process or global.
    private void scopedIds(JsonCursor c) {
        if (c.kind() != JsonCursor.Kind.OBJECT) {
            return;
        }
        inner.reset(c.buffer(), c.start() + 1, c.end());
        while (inner.nextKey()) {
            boolean isLocal = inner.keyIs("local");
            boolean isGlobal = inner.keyIs("global");
            inner.readValue();
            if (isLocal) {
                localType = idType(inner, localType);
                local = idValue(inner, local);
            } else if (isGlobal) {
                globalType = idType(inner, globalType);
                global = idValue(inner, global);
            }
        }
    }

    private void profile(
            JsonEvents b, int i, byte[] buffer, int argsStart, int argsEnd, int start, int end, long offset) {
        long id = b.id[i];
        if (b.idType[i] == JsonEvents.ID_STRING) {
            String text = strings.get((int) id);
            try {
                id = Long.parseUnsignedLong(
                        text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text, 16);
            } catch (NumberFormatException e) {
                bad(buffer, start, end, offset, "the id is not a hexadecimal number");
                return;
            }
        }
        List<String> problems = new ArrayList<>();
        String problem = profiles.event(id, b.pid[i], b.tid[i], buffer, argsStart, argsEnd, problems);
        for (String p : problems) {
            record("legacy_v8_cpu_profile_invalid_callsite", buffer, start, end, offset, p);
        }
        if (problem != null) {
            bad(buffer, start, end, offset, problem);
        }
    }

    private void stackOfFrame(JsonEvents b, int i, JsonCursor c, boolean atEnd) {
        int frame = stacks.frameId(c);
        if (frame != StringPool.NULL) {
            b.setStack(i, atEnd, JsonEvents.STACK_OF_FRAME, frame);
        }
    }

    private void inlineStack(JsonEvents b, int i, JsonCursor c, boolean atEnd) {
        if (c.kind() == JsonCursor.Kind.ARRAY) {
            int callsite = stacks.inline(c.buffer(), c.start(), c.end());
            if (callsite != JsonStacks.NONE) {
                b.setStack(i, atEnd, JsonEvents.STACK_INLINE, callsite);
            }
        }
    }

    private static void clear(JsonEvents b, int i) {
        b.flags[i] = 0;
        b.scope[i] = 0;
        b.idType[i] = 0;
        b.bindType[i] = 0;
        b.cookieType[i] = 0;
        b.pid[i] = 0;
        b.tid[i] = 0;
        b.name[i] = StringPool.NULL;
        b.category[i] = StringPool.NULL;
        b.dur[i] = JsonEvents.UNSET;
        b.threadTs[i] = JsonEvents.UNSET;
        b.threadDur[i] = JsonEvents.UNSET;
        b.argSet[i] = IntColumn.NULL;
        b.argsLength[i] = 0;
        b.idScope[i] = StringPool.NULL;
        b.setColor(i, StringPool.NULL);
        b.clearStacks(i);
    }

    /// Returns the sort key of events with equal times: ends come before begins, and of slices that begin together
    /// the longer one comes first.
    private long tieKey(byte phase, long dur) {
        sawComplete |= phase == 'X';
        if (!sawComplete) {
            return Long.MAX_VALUE;
        }
        return phase == 'E' ? Long.MIN_VALUE : phase == 'X' ? Long.MAX_VALUE - dur : Long.MAX_VALUE;
    }

    /// Writes the arguments immediately if no other event can add to them; otherwise stores their text.
    private void arguments(JsonEvents b, int i, byte phase, byte[] buffer, int start, int end) {
        switch (phase) {
            case 'X', 'i', 'I', 'R', 'n' -> {
                ArgSetBuilder out = context.args().builder();
                args.write(buffer, start, end, "args", out);
                b.argSet[i] = context.args().commit(out);
                if (b.name[i] == deviceMemory) {
                    b.storeArgs(i, buffer, start, end - start);
                }
            }
            default -> b.storeArgs(i, buffer, start, end - start);
        }
    }

    private static void flag(JsonEvents b, int i, JsonCursor c, byte bit) {
        if (c.kind() == JsonCursor.Kind.TRUE) {
            b.flags[i] |= bit;
        } else if (c.kind() == JsonCursor.Kind.FALSE) {
            b.flags[i] &= (byte) ~bit;
        }
    }

    private int name(JsonCursor c) {
        return c.kind() == JsonCursor.Kind.STRING && c.textLength() > 0
                ? strings.intern(c.text(), c.textStart(), c.textLength())
                : StringPool.NULL;
    }

    private static byte scope(JsonCursor c) {
        if (c.kind() != JsonCursor.Kind.STRING) {
            return JsonEvents.SCOPE_NONE;
        }
        return c.textIs("p")
                ? JsonEvents.SCOPE_PROCESS
                : c.textIs("t")
                        ? JsonEvents.SCOPE_THREAD
                        : c.textIs("g") ? JsonEvents.SCOPE_GLOBAL : JsonEvents.SCOPE_OTHER;
    }

    /// Returns a number as it is, even if it is written as text, or an id for the import alone, since writers may
    /// use names. Negative numbers are kept: writers count down from −1 for processes and threads without an id,
    /// and for those whose id is used by another one.
    private long processOrThread(JsonCursor c) {
        if (c.kind() == JsonCursor.Kind.STRING) {
            long number = decimal(c.text(), c.textStart(), c.textLength());
            return number >= 0 ? number : JsonEvents.NAMED + strings.intern(c.text(), c.textStart(), c.textLength());
        }
        if (!c.isNumber()) {
            return 0;
        }
        long n = c.kind() == JsonCursor.Kind.LONG ? c.longValue() : (long) c.number();
        return n < Integer.MIN_VALUE || n > 0xffff_ffffL ? 0 : n;
    }

    /// Returns a decimal number of 32 bits; −1 if the text is something else.
    private static long decimal(byte[] text, int start, int length) {
        if (length == 0 || length > 10) {
            return -1;
        }
        long n = 0;
        for (int i = start; i < start + length; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return -1;
            }
            n = n * 10 + text[i] - '0';
        }
        return n <= 0xffff_ffffL ? n : -1;
    }

    private static byte idType(JsonCursor c, byte before) {
        return c.kind() == JsonCursor.Kind.STRING
                ? JsonEvents.ID_STRING
                : c.kind() == JsonCursor.Kind.LONG ? JsonEvents.ID_NUMBER : before;
    }

    private long idValue(JsonCursor c, long before) {
        return c.kind() == JsonCursor.Kind.STRING
                ? strings.intern(c.text(), c.textStart(), c.textLength())
                : c.kind() == JsonCursor.Kind.LONG ? c.longValue() : before;
    }

    /// Sets the identity of an asynchronous event: its category and id. Events of the oldest form, `S T p F`, are
    /// identified by their id alone (and, later, by their name).
    private void cookie(JsonEvents b, int i) {
        byte type = b.idType[i];
        long id = b.id[i];
        if (type != JsonEvents.ID_NONE) {
            b.cookieType[i] = JsonEvents.COOKIE_ID;
        } else if (globalType != JsonEvents.ID_NONE) {
            b.cookieType[i] = JsonEvents.COOKIE_GLOBAL;
            type = globalType;
            id = global;
        } else if (localType != JsonEvents.ID_NONE) {
            b.cookieType[i] = JsonEvents.COOKIE_LOCAL;
            type = localType;
            id = local;
        } else {
            return;
        }
        switch (b.phase[i]) {
            case 'S', 'T', 'p', 'F' -> b.cookie[i] = mix(StringPool.NULL, type, id);
            case 'C', 's', 't', 'f' -> {}
            default -> {
                b.cookie[i] = mix(b.category[i], type, id);
                b.idType[i] = type;
                b.id[i] = id;
            }
        }
    }

    private static long mix(int category, byte type, long id) {
        long h = (category * 31L + type) * 0x9E3779B97F4A7C15L ^ id * 0xC2B2AE3D27D4EB4FL;
        h ^= h >>> 29;
        return h * 0xBF58476D1CE4E5B9L;
    }

    /// Returns the nanoseconds of a number or text in microseconds.
    private long time(JsonCursor c) {
        return c.kind() == JsonCursor.Kind.STRING ? textTime(c) : timeNs(c);
    }

    /// Returns the nanoseconds of a number in microseconds; [JsonEvents#UNSET] for other values.
    static long timeNs(JsonCursor c) {
        return switch (c.kind()) {
            case LONG -> c.longValue() * 1000;
            case DOUBLE -> {
                double d = c.number();
                yield d == Math.rint(d) ? (long) d * 1000 : Math.round(d * 1000);
            }
            default -> JsonEvents.UNSET;
        };
    }

    private long textTime(JsonCursor c) {
        byte[] number = Arrays.copyOfRange(c.text(), c.textStart(), c.textStart() + c.textLength() + 1);
        number[number.length - 1] = '"';
        inner.reset(number, 0, number.length);
        try {
            inner.readValue();
            boolean whole = inner.position() == number.length - 1 && inner.isNumber();
            return whole ? time(inner) : JsonEvents.UNSET;
        } catch (JsonSyntax e) {
            return JsonEvents.UNSET;
        }
    }

    /// Known fields of an event. Within one length, the most frequent field comes first.
    private enum Field {
        PH("ph"),
        TS("ts"),
        DUR("dur"),
        PID("pid"),
        TID("tid"),
        ID("id"),
        BIND_ID("bind_id"),
        CAT("cat"),
        NAME("name"),
        CNAME("cname"),
        FLOW_IN("flow_in"),
        FLOW_OUT("flow_out"),
        S("s"),
        BP("bp"),
        TTS("tts"),
        TDUR("tdur"),
        ARGS("args"),
        ID2("id2"),
        ID_SCOPE("scope"),
        SF("sf"),
        ESF("esf"),
        STACK("stack"),
        ESTACK("estack"),
        OTHER("");

        private static final Field[][] BY_LENGTH = new Field[9][];

        static {
            for (int length = 0; length < BY_LENGTH.length; length++) {
                int of = length;
                BY_LENGTH[length] = Arrays.stream(values())
                        .filter(f -> f != OTHER && f.key.length() == of)
                        .toArray(Field[]::new);
            }
        }

        private final String key;
        private final long word;

        Field(String key) {
            this.key = key;
            word = JsonCursor.word(key);
        }

        static Field of(JsonCursor c) {
            int length = c.keyLength();
            if (length < BY_LENGTH.length) {
                long word = c.keyWord();
                for (Field field : BY_LENGTH[length]) {
                    if (field.word == word) {
                        return field;
                    }
                }
            }
            return OTHER;
        }
    }
}
