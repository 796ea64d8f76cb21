package traceglass.ingest.json;

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

    /// Marks a field that does not have the common form.
    private static final int NOT_COMMON = -1;

    private static final int MAX_COMMON_DIGITS = 12;
    /// Nanoseconds of the last digit of a number of microseconds, by its number of decimals.
    private static final int[] NS_PER_UNIT = {1000, 100, 10, 1};

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
        clear(b, i);
        byte[] text = c.buffer();
        int limit = c.limit();
        int p = c.position();
        boolean hasAny = false;
        // The first compiler, which compiles most imports, inlines hardly anything. So the common forms of fields are
        // read here with few calls, and the cursor reads all others.
        while (true) {
            int start = p;
            byte next = p < limit ? text[p] : 0;
            if (next == ',') {
                next = ++p < limit ? text[p] : 0;
            }
            while (next == ' ' || next == '\n') {
                next = ++p < limit ? text[p] : 0;
            }
            if (next == '}') {
                c.moveTo(p + 1);
                return hasAny;
            }
            int end = next == '"' ? readCommonField(text, p + 1, limit, b, i) : NOT_COMMON;
            if (end == NOT_COMMON) {
                c.moveTo(start);
                if (!c.nextKey()) {
                    return hasAny;
                }
                readAnyField(c, b, i);
                end = c.position();
            }
            p = end;
            hasAny = true;
        }
    }

    private void clear(JsonEvents b, int i) {
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
    }

    private void readAnyField(JsonCursor c, JsonEvents b, int i) {
        JsonField field = JsonField.of(c.keyWord(), c.keyLength());
        c.readValue();
        try {
            read(field, c, b, i);
        } catch (JsonSyntaxException e) {
            // The value is complete, so loading more of the file does not help.
            throw e == JsonSyntaxException.INCOMPLETE ? new JsonSyntaxException("invalid value of " + c.key()) : e;
        }
    }

    /// Reads a field if its key and value have common forms; otherwise changes nothing.
    ///
    /// @param from position after the opening quote of the key
    /// @return position after the value, or [#NOT_COMMON]
    private int readCommonField(byte[] text, int from, int limit, JsonEvents b, int i) {
        int p = from;
        byte next = 0;
        long word = 0;
        for (; p < limit && (next = text[p]) != '"' && next != '\\'; p++) {
            word = word << 8 | next & 0xff;
        }
        // After the key, at least a colon, a value and a comma or brace follow.
        if (next != '"' || p + 3 >= limit || text[p + 1] != ':') {
            return NOT_COMMON;
        }
        JsonField field = JsonField.of(word, p - from);
        p += 2;
        next = text[p];
        if (next == ' ') {
            next = text[++p];
        }
        if (next == '"') {
            return readCommonText(field, text, p + 1, limit, b, i);
        }
        if (next >= '0' && next <= '9') {
            return readCommonNumber(field, text, p, limit, b, i);
        }
        if (field == JsonField.ARGS && next == '{' && p + 1 < limit && text[p + 1] == '}') {
            argsStart = p;
            argsEnd = p + 2;
            return argsEnd;
        }
        return NOT_COMMON;
    }

    private int readCommonText(JsonField field, byte[] text, int from, int limit, JsonEvents b, int i) {
        int p = from;
        byte next = 0;
        while (p < limit && (next = text[p]) != '"' && next != '\\') {
            p++;
        }
        if (p >= limit || next != '"') {
            return NOT_COMMON;
        }
        int length = p - from;
        if (field == JsonField.NAME) {
            b.name[i] = length == 0 ? StringPool.NULL : names.intern(text, from, length);
        } else if (field == JsonField.CAT) {
            b.category[i] = length == 0 ? StringPool.NULL : names.intern(text, from, length);
        } else if (field == JsonField.PH) {
            phase = length == 0 ? 0 : text[from];
        } else if (field == JsonField.ID) {
            b.setId(i, JsonEvents.ID_STRING, strings.intern(text, from, length));
        } else {
            return NOT_COMMON;
        }
        return p + 1;
    }

    /// Reads an integer, or a number of microseconds with up to three decimals.
    private int readCommonNumber(JsonField field, byte[] text, int from, int limit, JsonEvents b, int i) {
        int p = from;
        byte next = 0;
        long value = 0;
        for (; p < limit && (next = text[p]) >= '0' && next <= '9'; p++) {
            value = value * 10 + (next - '0');
        }
        if (p >= limit || p - from > MAX_COMMON_DIGITS) {
            return NOT_COMMON;
        }
        if (field == JsonField.PID || field == JsonField.TID) {
            if (next == '.' || next == 'e' || next == 'E') {
                return NOT_COMMON;
            }
            setProcessOrThread(field, value, b, i);
            return p;
        }
        // The nanoseconds are below 2^50, so a calculation with doubles would have the same result.
        int decimals = 0;
        if (next == '.') {
            for (p++; p < limit && (next = text[p]) >= '0' && next <= '9'; p++) {
                value = value * 10 + (next - '0');
                decimals++;
            }
            if (decimals == 0 || decimals > 3) {
                return NOT_COMMON;
            }
        }
        if (p >= limit || next == 'e' || next == 'E') {
            return NOT_COMMON;
        }
        return setTime(field, value * NS_PER_UNIT[decimals], b, i) ? p : NOT_COMMON;
    }

    private static void setProcessOrThread(JsonField field, long value, JsonEvents b, int i) {
        if (field == JsonField.PID) {
            b.pid.set(i, value);
            b.flags[i] |= JsonEvents.HAS_PID;
        } else {
            b.tid.set(i, value);
            b.flags[i] |= JsonEvents.HAS_TID;
        }
    }

    /// Sets a time; returns false if the field is not a time.
    private boolean setTime(JsonField field, long ns, JsonEvents b, int i) {
        if (field == JsonField.TS) {
            ts = ns;
        } else if (field == JsonField.DUR) {
            b.dur.set(i, ns);
        } else if (field == JsonField.TTS) {
            b.threadTs.set(i, ns);
        } else if (field == JsonField.TDUR) {
            b.threadDur.set(i, ns);
        } else {
            return false;
        }
        return true;
    }

    private void read(JsonField field, JsonCursor c, JsonEvents b, int i) {
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

    /// Returns the number of up to 15 hexadecimal digits at the end of a text; −1 for any other text.
    static long hexadecimal(byte[] text, int from) {
        if (from == text.length || text.length - from > 15) {
            return -1;
        }
        long n = 0;
        for (int i = from; i < text.length; i++) {
            int c = text[i];
            int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
            if (digit < 0 || digit > 15 || c > '9' && digit < 10) {
                return -1;
            }
            n = n << 4 | digit;
        }
        return n;
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
        return JsonTimes.readTimeNs(c, inner);
    }
}
