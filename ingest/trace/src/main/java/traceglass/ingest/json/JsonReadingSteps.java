package traceglass.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonSyntaxException;

/// The steps of reading an array of events, each on the calling thread and without an importer, to measure them.
public final class JsonReadingSteps {

    private static final byte[] EVENTS_KEY = "\"traceEvents\"".getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNK_BYTES = 1 << 20;

    private final byte[] bytes;
    private final int start;

    /// @param bytes a JSON trace or the beginning of one; not copied
    public JsonReadingSteps(byte[] bytes) {
        this.bytes = bytes;
        start = eventsStart(bytes);
    }

    /// Returns the position after the opening bracket of the events; the length of the bytes if there is none.
    private static int eventsStart(byte[] b) {
        int i = 0;
        while (i < b.length && b[i] != '[' && b[i] != '{') {
            i++;
        }
        if (i < b.length && b[i] == '{') {
            while (i < b.length
                    && !Arrays.equals(
                            b, i, Math.min(b.length, i + EVENTS_KEY.length), EVENTS_KEY, 0, EVENTS_KEY.length)) {
                i++;
            }
            while (i < b.length && b[i] != '[') {
                i++;
            }
        }
        return Math.min(b.length, i + 1);
    }

    /// Finds the boundaries of all values.
    ///
    /// @return number of bytes read
    public long skipValues() {
        JsonCursor c = new JsonCursor();
        c.reset(bytes, start, bytes.length);
        int end = start;
        try {
            while (c.nextElement()) {
                c.readValue();
                end = c.position();
            }
        } catch (JsonSyntaxException e) {
            // The bytes end within an event.
        }
        return end - start;
    }

    /// Reads the events as the threads do that read ahead of the importer.
    ///
    /// @return number of bytes read
    public long readEvents() {
        JsonChunkReader reader = new JsonChunkReader();
        JsonChunk chunk = new JsonChunk(0);
        int from = start;
        for (long size = CHUNK_BYTES; from < bytes.length; ) {
            chunk.clear();
            chunk.bytes = bytes;
            chunk.length = (int) Math.min(bytes.length, from + size);
            reader.read(chunk, from);
            boolean hasRead = chunk.stoppedAt > from;
            if (!hasRead && (chunk.length == bytes.length || size > bytes.length)) {
                break;
            }
            from = chunk.stoppedAt;
            // An event may be longer than a chunk.
            size = hasRead ? CHUNK_BYTES : size * 2;
        }
        return from - start;
    }
}
