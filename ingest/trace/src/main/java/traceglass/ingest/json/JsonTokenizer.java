package traceglass.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonArgs;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.json.text.JsonTexts;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Passes events to the sorter: events that it reads itself, and events that other threads have read ahead.
final class JsonTokenizer implements JsonReader.EventReader {

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final LongUnaryOperator toTraceTime;
    private final JsonArgs args;
    private final int deviceMemory;
    private final JsonProfileEvents profiles;
    private final JsonEventFields fields;
    private final JsonCursor fallbackCursor = new JsonCursor();
    private JsonEvents block = new JsonEvents();
    private boolean hasCompleteEvent;

    /// @param toTraceTime converts a time in the clock of the file, in ns, to trace time; returns
    ///     [Long#MIN_VALUE] on failure
    JsonTokenizer(ImportContext context, EventSorter.Queue queue, LongUnaryOperator toTraceTime, JsonStacks stacks) {
        this.context = context;
        this.strings = context.strings();
        deviceMemory = strings.intern(JsonArgEvents.DEVICE_MEMORY);
        this.queue = queue;
        this.toTraceTime = toTraceTime;
        this.args = new JsonArgs(context);
        fields = new JsonEventFields(strings, stacks);
        profiles = new JsonProfileEvents(
                new JsonProfiles(context, LongUnaryOperator.identity(), toTraceTime),
                (stat, e, reason) -> record(stat, e.buffer(), e.start(), e.end(), e.offset(), reason));
    }

    @Override
    public void onInvalid(byte[] buffer, int start, int end, long offset, String reason) {
        record(StatNames.JSON_TOKENIZER_FAILURE, buffer, start, end, offset, reason);
    }

    private void record(String stat, byte[] buffer, int start, int end, long offset, String reason) {
        String raw = new String(buffer, start, Math.min(end - start, 1000), StandardCharsets.UTF_8);
        context.logs().recordAt(stat, offset, a -> {
            a.addString(strings.intern("raw_event"), strings.intern(raw));
            a.addString(strings.intern("error"), strings.intern(reason));
        });
    }

    @Override
    public void onEvent(JsonCursor c, int start, long offset) {
        if (block.isFull()) {
            block = JsonEvents.after(block);
        }
        JsonEvents b = block;
        int i = b.size;
        JsonEventFields f = fields;
        boolean hasAny = f.read(c, b, i);
        byte[] buffer = c.buffer();
        if (f.phase == 0) {
            // Some writers end the array with {} to avoid a trailing comma; that is not an error.
            if (hasAny) {
                onInvalid(buffer, start, c.position(), offset, "the event has no ph");
            }
            return;
        }
        if (f.problem != null) {
            onInvalid(buffer, start, c.position(), offset, f.problem);
            return;
        }
        if (f.ts == JsonEvents.UNSET) {
            if (f.phase != 'M') {
                onInvalid(buffer, start, c.position(), offset, "the event has no ts");
                return;
            }
            f.ts = 0;
        }
        f.complete(b, i);
        if (f.phase == 'P'
                && b.stackType(i, false) == JsonEvents.STACK_NONE
                && b.idType(i) != JsonEvents.ID_NONE
                && f.argsStart >= 0) {
            readProfile(b, i, buffer, f, start, c.position(), offset);
            return;
        }
        f.identify(b, i);
        setCookie(b, i);
        long traceTs = toTraceTime.applyAsLong(f.ts);
        if (traceTs == Long.MIN_VALUE) {
            return;
        }
        if (f.argsStart >= 0 && f.argsEnd - f.argsStart > 2) {
            readArguments(b, i, buffer, f.argsStart, f.argsEnd);
        }
        b.size++;
        queue.push(traceTs, tieKey(f.phase, b.dur.get(i)), i, b);
    }

    @Override
    public void onChunk(JsonChunk chunk) {
        JsonTexts.Snapshot texts = Objects.requireNonNull(chunk.texts);
        int blocks = 0;
        JsonEvents b = null;
        for (int k = 0; k < chunk.size; k++) {
            int entry = chunk.entries[k];
            if (entry == JsonChunk.NEXT_BLOCK) {
                b = chunk.blocks[blocks++];
            } else if (entry < 0) {
                readRareFields(chunk, ~entry);
            } else {
                resolve(texts, b, entry, chunk.times[k]);
            }
        }
    }

    private void readRareFields(JsonChunk chunk, int start) {
        long offset = chunk.offset + start;
        fallbackCursor.reset(chunk.bytes, start + 1, chunk.length);
        try {
            onEvent(fallbackCursor, start, offset);
        } catch (JsonSyntaxException e) {
            fallbackCursor.reset(chunk.bytes, start, chunk.length);
            fallbackCursor.readValue();
            onInvalid(chunk.bytes, start, fallbackCursor.position(), offset, e.getMessage());
        }
    }

    /// Replaces the local ids in an event that was read ahead with the importer's, and passes the event to the
    /// sorter.
    private void resolve(JsonTexts.Snapshot texts, JsonEvents b, int i, long ts) {
        b.name[i] = texts.id(b.name[i], strings);
        b.category[i] = texts.id(b.category[i], strings);
        int idScope = b.idScope(i);
        if (idScope != StringPool.NULL) {
            b.setIdScope(i, texts.id(idScope, strings));
        }
        if (b.idType(i) == JsonEvents.ID_STRING) {
            b.setId(i, JsonEvents.ID_STRING, texts.id((int) b.id(i), strings));
        }
        if (b.bindType(i) == JsonEvents.ID_STRING) {
            b.setBindId(i, JsonEvents.ID_STRING, texts.id((int) b.bindId(i), strings));
        }
        resolveName(texts, b.pid, i);
        resolveName(texts, b.tid, i);
        setCookie(b, i);
        long traceTs = toTraceTime.applyAsLong(ts);
        if (traceTs == Long.MIN_VALUE) {
            return;
        }
        if (b.argSet[i] != IntColumn.NULL) {
            b.argSet[i] = texts.argSet(b.argSet[i], strings, context.args());
        }
        queue.push(traceTs, tieKey(b.phase[i], b.dur.get(i)), i, b);
    }

    private void resolveName(JsonTexts.Snapshot texts, JsonNumbers ids, int i) {
        long id = ids.get(i);
        if (id >= JsonEvents.NAMED) {
            ids.set(i, JsonEvents.NAMED + texts.id((int) (id - JsonEvents.NAMED), strings));
        }
    }

    private void readProfile(JsonEvents b, int i, byte[] buffer, JsonEventFields f, int start, int end, long offset) {
        long id = b.id(i);
        if (b.idType(i) == JsonEvents.ID_STRING) {
            String text = strings.get((int) id);
            try {
                id = Long.parseUnsignedLong(
                        text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text, 16);
            } catch (NumberFormatException e) {
                onInvalid(buffer, start, end, offset, "the id is not a hexadecimal number");
                return;
            }
        }
        profiles.add(new JsonProfileEvents.Event(
                id, b.pid.get(i), b.tid.get(i), buffer, start, end, f.argsStart, f.argsEnd, offset));
    }

    /// Adds the parts of profiles whose start is missing from the file.
    void finish() {
        profiles.finish();
    }

    /// Returns the sort key of events with equal times: ends come before begins, and of slices that begin at
    /// the same time, the longer one comes first.
    private long tieKey(byte phase, long dur) {
        hasCompleteEvent |= phase == 'X';
        if (!hasCompleteEvent) {
            return Long.MAX_VALUE;
        }
        return phase == 'E' ? Long.MIN_VALUE : phase == 'X' ? Long.MAX_VALUE - dur : Long.MAX_VALUE;
    }

    /// Writes the arguments immediately if no other event can add to them; otherwise stores their JSON text.
    private void readArguments(JsonEvents b, int i, byte[] buffer, int start, int end) {
        boolean isComplete = JsonEvents.hasOwnArgs(b.phase[i]);
        if (isComplete) {
            ArgSetBuilder out = context.args().builder();
            args.write(buffer, start, end, "args", out);
            b.argSet[i] = context.args().commit(out);
        }
        if (!isComplete || b.name[i] == deviceMemory) {
            b.storeArgs(i, buffer, start, end - start);
        }
    }

    /// Sets the identity of an asynchronous event: its category and id. Events of the oldest form, `S T p F`, are
    /// identified by their id alone here (and by their name later).
    private static void setCookie(JsonEvents b, int i) {
        if (b.cookieType(i) == JsonEvents.COOKIE_NONE) {
            return;
        }
        switch (b.phase[i]) {
            case 'S', 'T', 'p', 'F' -> b.setCookie(i, mix(StringPool.NULL, b.idType(i), b.id(i)));
            case 'C', 's', 't', 'f' -> {}
            default -> b.setCookie(i, mix(b.category[i], b.idType(i), b.id(i)));
        }
    }

    private static long mix(int category, byte type, long id) {
        long h = (category * 31L + type) * 0x9E3779B97F4A7C15L ^ id * 0xC2B2AE3D27D4EB4FL;
        h ^= h >>> 29;
        return h * 0xBF58476D1CE4E5B9L;
    }
}
