package traceglass.ingest.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.json.text.RecentTexts;
import traceglass.store.table.StringPool;

/// Reads the fields of single events into blocks. Times are in microseconds with fractions, as numbers or text. Ids
/// are numbers or text, in `id` or in `id2.local` and `id2.global`.
///
/// The importer has an instance with its own strings for the events that it reads itself. Threads that read ahead
/// have instances with separate strings, which leave events with callstacks to the importer.
final class JsonEventFields {

    /// Smallest number of microseconds whose nanoseconds a double may not hold, about 104 days.
    private static final double INEXACT_US = (1L << 53) / 1e3;

    /// Number of microseconds below which the nanoseconds fit into a long.
    private static final double MAX_US = Long.MAX_VALUE / 1001.0;

    private final StringPool strings;
    private final RecentTexts names;
    private final @Nullable JsonStacks stacks;
    private final JsonCursor inner = new JsonCursor();

    // State of the event being read.
    byte phase;
    /// Time in the clock of the file, in ns; [JsonEvents#UNSET] if there is none.
    long ts;
    /// Range of the JSON text of the arguments in the buffer; negative if there are none.
    int argsStart;

    int argsEnd;

    @Nullable
    String problem;
    /// Whether the event has fields that only the importer can read.
    boolean isForImporter;

    private byte localType;
    private long local;
    private byte globalType;
    private long global;

    /// @param strings string pool for the ids in the blocks
    /// @param stacks reader of callstacks; null to leave events with callstacks to the importer
    JsonEventFields(StringPool strings, @Nullable JsonStacks stacks) {
        this.strings = strings;
        names = new RecentTexts(strings);
        this.stacks = stacks;
    }

    /// Reads the fields of an event whose opening brace was already read; returns false if the event has no fields.
    boolean read(JsonCursor c, JsonEvents b, int i) {
        b.clear(i);
        phase = 0;
        ts = JsonEvents.UNSET;
        argsStart = -1;
        argsEnd = 0;
        localType = 0;
        local = 0;
        globalType = 0;
        global = 0;
        problem = null;
        isForImporter = false;
        boolean hasAny = false;
        while (c.nextKey()) {
            hasAny = true;
            Field field = Field.of(c);
            c.readValue();
            try {
                read(field, c, b, i);
            } catch (JsonSyntaxException e) {
                // The value is complete, so loading more of the file does not help.
                throw e == JsonSyntaxException.INCOMPLETE ? new JsonSyntaxException("invalid value of " + c.key()) : e;
            }
        }
        return hasAny;
    }

    private void read(Field field, JsonCursor c, JsonEvents b, int i) {
        switch (field) {
            case PH -> phase = c.kind() == JsonKind.STRING && c.textLength() > 0 ? c.text()[c.textStart()] : 0;
            case TS -> ts = readTime(c);
            case DUR -> {
                long dur = readTime(c);
                b.dur.set(i, dur);
                problem = dur == JsonEvents.UNSET ? "dur is not a number" : problem;
            }
            case TTS -> b.threadTs.set(i, readTime(c));
            case TDUR -> b.threadDur.set(i, readTime(c));
            case PID -> {
                long pid = processOrThread(c);
                b.pid.set(i, pid);
                b.flags[i] |= identityFlags(c, pid, JsonEvents.HAS_PID, JsonEvents.PID_IS_NAME);
            }
            case TID -> {
                long tid = processOrThread(c);
                b.tid.set(i, tid);
                b.flags[i] |= identityFlags(c, tid, JsonEvents.HAS_TID, JsonEvents.TID_IS_NAME);
            }
            case ID -> b.setId(i, readIdType(c, b.idType(i)), readIdValue(c, b.id(i)));
            case BIND_ID -> b.setBindId(i, readIdType(c, b.bindType(i)), readIdValue(c, b.bindId(i)));
            case CAT -> b.category[i] = readName(c);
            case NAME -> b.name[i] = readName(c);
            case CNAME -> {
                isForImporter = true;
                b.setColor(i, readName(c));
            }
            case FLOW_IN -> setFlag(b, i, c, JsonEvents.FLOW_IN);
            case FLOW_OUT -> setFlag(b, i, c, JsonEvents.FLOW_OUT);
            case BP -> {
                if (c.isText("e")) {
                    b.flags[i] |= JsonEvents.BIND_ENCLOSING;
                }
            }
            case S -> b.scope[i] = readScope(c);
            case ID_SCOPE -> b.setIdScope(i, readName(c));
            case SF -> readStackOfFrame(b, i, c, false);
            case ESF -> readStackOfFrame(b, i, c, true);
            case STACK -> inlineStack(b, i, c, false);
            case ESTACK -> inlineStack(b, i, c, true);
            case ARGS -> {
                if (c.kind() == JsonKind.OBJECT) {
                    argsStart = c.start();
                    argsEnd = c.end();
                }
            }
            case ID2 -> readScopedIds(c);
            case OTHER -> {}
        }
    }

    /// Returns flags for whether the event has a process or thread, and whether a name identifies it.
    private static byte identityFlags(JsonCursor c, long id, byte has, byte isName) {
        if (id >= JsonEvents.NAMED) {
            return (byte) (has | isName);
        }
        return c.isNumber() || c.kind() == JsonKind.STRING ? has : 0;
    }

    /// Reads `id2`: ids that are local to the process or global.
    private void readScopedIds(JsonCursor c) {
        if (c.kind() != JsonKind.OBJECT) {
            return;
        }
        inner.reset(c.buffer(), c.start() + 1, c.end());
        while (inner.nextKey()) {
            boolean isLocal = inner.isKey("local");
            boolean isGlobal = inner.isKey("global");
            inner.readValue();
            if (isLocal) {
                localType = readIdType(inner, localType);
                local = readIdValue(inner, local);
            } else if (isGlobal) {
                globalType = readIdType(inner, globalType);
                global = readIdValue(inner, global);
            }
        }
    }

    private void readStackOfFrame(JsonEvents b, int i, JsonCursor c, boolean isAtEnd) {
        isForImporter = true;
        if (stacks == null) {
            return;
        }
        int frame = stacks.readFrameId(c);
        if (frame != StringPool.NULL) {
            b.setStack(i, isAtEnd, JsonEvents.STACK_OF_FRAME, frame);
        }
    }

    private void inlineStack(JsonEvents b, int i, JsonCursor c, boolean isAtEnd) {
        isForImporter = true;
        if (stacks != null && c.kind() == JsonKind.ARRAY) {
            int callsite = stacks.inline(c.buffer(), c.start(), c.end());
            if (callsite != JsonStacks.NONE) {
                b.setStack(i, isAtEnd, JsonEvents.STACK_INLINE, callsite);
            }
        }
    }

    /// Derives missing fields of an event with a phase and a time from its other fields.
    void complete(JsonEvents b, int i) {
        b.phase[i] = phase;
        if (phase == 'X' && b.dur.get(i) == JsonEvents.UNSET) {
            // Some writers measure only the time for which the thread was running.
            b.dur.set(i, b.threadDur.get(i));
        }
        if (b.tid.get(i) == 0 && b.pid.get(i) != 0 && (b.flags[i] & JsonEvents.TID_IS_NAME) == 0) {
            b.tid.set(i, b.pid.get(i));
        }
    }

    /// Sets the id that identifies an asynchronous event: `id`, or one of the ids in `id2`.
    void identify(JsonEvents b, int i) {
        byte type;
        long id;
        if (b.idType(i) != JsonEvents.ID_NONE) {
            b.setCookieType(i, JsonEvents.COOKIE_ID);
            return;
        } else if (globalType != JsonEvents.ID_NONE) {
            b.setCookieType(i, JsonEvents.COOKIE_GLOBAL);
            type = globalType;
            id = global;
        } else if (localType != JsonEvents.ID_NONE) {
            b.setCookieType(i, JsonEvents.COOKIE_LOCAL);
            type = localType;
            id = local;
        } else {
            return;
        }
        switch (phase) {
            case 'C', 's', 't', 'f' -> {}
            default -> b.setId(i, type, id);
        }
    }

    private static void setFlag(JsonEvents b, int i, JsonCursor c, byte bit) {
        if (c.kind() == JsonKind.TRUE) {
            b.flags[i] |= bit;
        } else if (c.kind() == JsonKind.FALSE) {
            b.flags[i] &= (byte) ~bit;
        }
    }

    private int readName(JsonCursor c) {
        return c.kind() == JsonKind.STRING && c.textLength() > 0
                ? names.intern(c.text(), c.textStart(), c.textLength())
                : StringPool.NULL;
    }

    private static byte readScope(JsonCursor c) {
        if (c.kind() != JsonKind.STRING) {
            return JsonEvents.SCOPE_NONE;
        }
        return c.isText("p")
                ? JsonEvents.SCOPE_PROCESS
                : c.isText("t")
                        ? JsonEvents.SCOPE_THREAD
                        : c.isText("g") ? JsonEvents.SCOPE_GLOBAL : JsonEvents.SCOPE_OTHER;
    }

    /// Returns the number of a process or thread, even if it is written as a string; for a name, and for an
    /// integer that is too large, an id used only during the import. Negative numbers are kept: some writers
    /// count down from −1 for processes and threads without an id and for those whose id is already used.
    private long processOrThread(JsonCursor c) {
        if (c.kind() == JsonKind.STRING) {
            long number = decimal(c.text(), c.textStart(), c.textLength());
            return number >= 0 ? number : JsonEvents.NAMED + strings.intern(c.text(), c.textStart(), c.textLength());
        }
        if (!c.isNumber()) {
            return 0;
        }
        long n = c.kind() == JsonKind.LONG ? c.longValue() : (long) c.number();
        // Some profilers write the ids of POSIX threads, which are addresses, others hashes of 64 bits.
        return n < Integer.MIN_VALUE || n >= JsonEvents.NAMED ? largeInteger(c) : n;
    }

    private long largeInteger(JsonCursor c) {
        if (c.kind() == JsonKind.LONG) {
            return JsonEvents.NAMED + strings.intern(Long.toString(c.longValue()));
        }
        for (int i = c.start() + 1; i < c.end(); i++) {
            if (c.buffer()[i] < '0' || c.buffer()[i] > '9') {
                return 0;
            }
        }
        return JsonEvents.NAMED + strings.intern(c.buffer(), c.start(), c.end() - c.start());
    }

    /// Returns an unsigned 32-bit decimal number; −1 for any other string.
    static long decimal(byte[] text, int start, int length) {
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

    private static byte readIdType(JsonCursor c, byte before) {
        return c.kind() == JsonKind.STRING
                ? JsonEvents.ID_STRING
                : c.kind() == JsonKind.LONG ? JsonEvents.ID_NUMBER : before;
    }

    private long readIdValue(JsonCursor c, long before) {
        return c.kind() == JsonKind.STRING
                ? strings.intern(c.text(), c.textStart(), c.textLength())
                : c.kind() == JsonKind.LONG ? c.longValue() : before;
    }

    /// Converts a number or string in microseconds to nanoseconds.
    private long readTime(JsonCursor c) {
        return readTimeNs(c, inner);
    }

    /// Returns the nanoseconds of a number or text in microseconds; [JsonEvents#UNSET] for other values.
    ///
    /// @param inner reads the text
    static long readTimeNs(JsonCursor c, JsonCursor inner) {
        return c.kind() == JsonKind.STRING ? readTextTime(c, inner) : readTimeNs(c);
    }

    /// Converts a number in microseconds to nanoseconds; returns [JsonEvents#UNSET] for other values.
    private static long readTimeNs(JsonCursor c) {
        return switch (c.kind()) {
            case LONG -> c.longValue() * 1000;
            case DOUBLE -> {
                double d = c.number();
                if (Math.abs(d) >= INEXACT_US && Math.abs(d) < MAX_US) {
                    yield longTimeNs(c);
                }
                yield d == Math.rint(d) ? (long) d * 1000 : Math.round(d * 1000);
            }
            default -> JsonEvents.UNSET;
        };
    }

    /// Converts a real number in microseconds to nanoseconds. Uses its digits, because a double would lose some.
    private static long longTimeNs(JsonCursor c) {
        long ns = 0;
        int decimals = -1;
        boolean roundsUp = false;
        for (int p = c.start(); p < c.end(); p++) {
            byte b = c.buffer()[p];
            if (b == '.') {
                decimals = 0;
            } else if (b == 'e' || b == 'E') {
                return Math.round(c.number() * 1000);
            } else if (b != '-' && decimals < 3) {
                ns = ns * 10 + (b - '0');
                decimals += decimals < 0 ? 0 : 1;
            } else if (b != '-') {
                roundsUp |= decimals == 3 && b >= '5';
                decimals++;
            }
        }
        for (int i = Math.max(0, decimals); i < 3; i++) {
            ns *= 10;
        }
        ns += roundsUp ? 1 : 0;
        return c.number() < 0 ? -ns : ns;
    }

    private static long readTextTime(JsonCursor c, JsonCursor inner) {
        byte[] number = Arrays.copyOfRange(c.text(), c.textStart(), c.textStart() + c.textLength() + 1);
        number[number.length - 1] = '"';
        inner.reset(number, 0, number.length);
        try {
            inner.readValue();
            boolean isNumeric = inner.position() == number.length - 1 && inner.isNumber();
            return isNumeric ? readTimeNs(inner) : JsonEvents.UNSET;
        } catch (JsonSyntaxException e) {
            return JsonEvents.UNSET;
        }
    }

    /// Known fields of an event. Among names of equal length, the most frequent one comes first.
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
                int keyLength = length;
                BY_LENGTH[length] = Arrays.stream(values())
                        .filter(f -> f != OTHER && f.key.length() == keyLength)
                        .toArray(Field[]::new);
            }
        }

        private final String key;
        private final long word;

        Field(String key) {
            this.key = key;
            word = JsonCursor.wordOf(key);
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
