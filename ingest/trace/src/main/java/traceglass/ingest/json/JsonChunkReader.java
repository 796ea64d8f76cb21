package traceglass.ingest.json;

import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.json.text.JsonTexts;
import traceglass.store.table.StringPool;

/// Reads the events of chunks on a thread ahead of the importer, as far as they do not depend on the importer's state.
/// Rare kinds of events are only located; reading stops at anything that is not an event.
final class JsonChunkReader {

    private static final int CHUNK_END = -1;
    private static final int OTHER = -2;

    private final JsonCursor cursor = new JsonCursor();
    private JsonTexts texts = new JsonTexts();
    private JsonEventFields fields = new JsonEventFields(texts.strings(), null);
    private int deviceMemory = StringPool.NULL;
    private JsonEvents block = new JsonEvents();
    /// Number of events in the last chunk.
    private int lastCount = JsonEvents.SIZE;
    /// Number of events read so far in this chunk.
    private int count;

    /// Reads a chunk, which starts before, after or between elements of the array.
    void read(JsonChunk chunk) {
        read(chunk, 0);
    }

    void read(JsonChunk chunk, int from) {
        if (deviceMemory == StringPool.NULL || texts.isFull()) {
            texts = new JsonTexts();
            fields = new JsonEventFields(texts.strings(), null);
            deviceMemory = texts.strings().intern(JsonArgEvents.DEVICE_MEMORY);
        }
        // The importer changes the events of earlier chunks while this thread reads, so chunks share no block.
        block = JsonEvents.after(block, lastCount + lastCount / 16);
        count = 0;
        chunk.addBlock(block);
        JsonCursor c = cursor;
        c.reset(chunk.bytes, from, chunk.length);
        int offset = from;
        try {
            int start;
            while ((start = nextEvent(chunk, offset)) >= 0) {
                readEvent(c, chunk, start);
                offset = c.position();
            }
            offset = start == CHUNK_END ? chunk.length : offset;
        } catch (JsonSyntaxException e) {
            // The importer reads this event again and reports the problem.
        }
        lastCount = count;
        chunk.stoppedAt = offset;
        chunk.texts = texts.snapshot();
    }

    /// Returns the position of the opening brace of the next event; [#CHUNK_END] if only whitespace follows, and
    /// [#OTHER] if something else does.
    private int nextEvent(JsonChunk chunk, int from) {
        byte[] b = chunk.bytes;
        int n = chunk.length;
        int p = from;
        if (p < n && b[p] == ',') {
            p++;
        }
        while (p < n && (b[p] == '\n' || b[p] == ' ')) {
            p++;
        }
        if (p < n && b[p] == '{') {
            return p;
        }
        JsonCursor c = cursor;
        c.moveTo(from);
        c.skipSpace();
        if (c.position() == n && !chunk.isLast) {
            return CHUNK_END;
        }
        return c.nextElement() && c.peek() == '{' ? c.position() : OTHER;
    }

    private void readEvent(JsonCursor c, JsonChunk chunk, int start) {
        if (block.isFull()) {
            block = JsonEvents.after(block, Math.max(lastCount, count) / 4);
            chunk.addBlock(block);
        }
        JsonEvents b = block;
        int i = b.size;
        c.moveTo(start + 1);
        JsonEventFields f = fields;
        f.read(c, b, i);
        if (f.isForImporter
                || f.phase == 0
                || f.phase == 'P'
                || f.problem != null
                || f.ts == JsonEvents.UNSET
                || b.name[i] == deviceMemory
                || !readArguments(b, i, c.buffer())) {
            b.reset(i);
            chunk.add(~start, 0);
            return;
        }
        f.complete(b, i);
        f.identify(b, i);
        chunk.add(i, f.ts);
        b.size++;
        count++;
    }

    /// Reads the arguments if no other event can add to them; otherwise stores their JSON text. Returns false
    /// if only the importer can read them.
    private boolean readArguments(JsonEvents b, int i, byte[] buffer) {
        int from = fields.argsStart;
        int to = fields.argsEnd;
        if (from < 0 || to - from <= 2) {
            return true;
        }
        if (!JsonEvents.hasOwnArgs(fields.phase)) {
            b.storeArgs(i, buffer, from, to - from);
            return true;
        }
        int args = texts.args(buffer, from, to);
        b.argSet[i] = args;
        return args >= 0;
    }
}
