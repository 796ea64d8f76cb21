package traceglass.ingest.json;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.text.JsonHead;

/// Reads a file in any of the supported layouts: an array of events, an object with a `traceEvents` member at any
/// position, or one event after another as in JSON lines. Passes each event to [EventReader] and the other top-level
/// members to [MemberHandler]. Several such texts in one file are read in sequence. A truncated file yields everything
/// before the cut.
final class JsonReader {

    /// Reads one event; the cursor is after the event's opening brace.
    interface EventReader {

        /// @throws JsonSyntaxException thrown by the cursor; the event is then read again with more of the file loaded,
        ///     or skipped
        void onEvent(JsonCursor cursor, int start, long offset);

        /// Receives events of an array that were read ahead, as a chunk.
        default void onChunk(JsonChunk chunk) {
            throw new UnsupportedOperationException("this reader needs single events");
        }

        /// Reports an event that could not be read.
        void onInvalid(byte[] buffer, int start, int end, long offset, String reason);
    }

    /// Receives the top-level members other than events. Each value is complete and has been read by the cursor
    /// with [JsonCursor#readValue].
    interface MemberHandler {

        void onMember(String key, JsonCursor cursor, byte[] buffer);

        /// Reports that the file ended before its last brace or bracket.
        void onTruncated(long offset);
    }

    /// Minimum number of chunks to read ahead for the threads to be worth starting again.
    private static final int MIN_CHUNKS = 8;

    /// Maximum number of keys in the message about a file without events.
    private static final int MAX_SHOWN_KEYS = 8;

    private static final byte[] NO_BYTES = {};
    private static final Set<String> TRACE_KEYS = Set.of("traceEvents", "systemTraceEvents", "stackFrames");

    private final String name;
    private final byte[] head;
    private final JsonInput in;
    private final JsonCursor cursor = new JsonCursor();
    private final EventReader events;
    private final MemberHandler members;
    private final JsonPrefetcher.Sizes sizes;
    private final ImportProgress progress;
    private int position;
    /// Whether anything typical of a JSON trace was found.
    private boolean isFound;

    /// @param sizes thread and chunk sizes for reading ahead in an array of events
    JsonReader(TraceInput input, EventReader events, MemberHandler members, JsonPrefetcher.Sizes sizes) {
        this.name = input.name();
        head = input.head();
        this.in = new JsonInput(input, sizes.windowBytes());
        this.sizes = sizes;
        this.progress = input.progress();
        this.events = events;
        this.members = members;
    }

    void read() throws IOException, TraceProblem {
        in.readMore(0);
        skipByteOrderMark();
        if (!read(JsonCursor::peek)) {
            throw notATrace("it does not start with [ or {");
        }
        while (readText() && read(JsonCursor::peek)) {
            continue;
        }
        if (!isFound) {
            throw notATrace("it has no traceEvents" + keys());
        }
    }

    /// Reads one of the texts in the file; returns false if nothing after it can be read.
    private boolean readText() throws IOException, TraceProblem {
        switch (cursor.peek()) {
            case '[' -> {
                skipChar();
                isFound = true;
                return readArray(false);
            }
            case '{' -> {
                if (isEvent()) {
                    isFound = true;
                    readArray(true);
                    return false;
                }
                skipChar();
                return readObject();
            }
            case ',' -> {
                skipChar();
                return true;
            }
            default -> {
                if (!isFound) {
                    throw notATrace("it does not start with [ or {");
                }
                events.onInvalid(
                        in.buffer(),
                        cursor.position(),
                        in.limit(),
                        in.offset(cursor.position()),
                        "unexpected text after the last bracket of the trace");
                return false;
            }
        }
    }

    /// Returns the first keys of a file without events, for an error message.
    private String keys() {
        List<String> keys = JsonHead.of(head).keys().stream()
                .filter(k -> k.indexOf('.') < 0)
                .limit(MAX_SHOWN_KEYS)
                .map(k -> "“" + k + "”")
                .toList();
        return keys.isEmpty() ? "" : ", but " + (keys.size() == 1 ? "the key " : "the keys ") + String.join(", ", keys);
    }

    private TraceProblem notATrace(String reason) {
        return new TraceProblem(name + " is not a JSON trace: " + reason);
    }

    /// Returns whether the object at the cursor is itself an event, as in JSON lines: events have a phase.
    private boolean isEvent() {
        cursor.reset(in.buffer(), position, in.limit());
        try {
            cursor.expect('{');
            boolean hasPhase = false;
            while (cursor.nextKey()) {
                if (cursor.isKey("traceEvents")) {
                    return false;
                }
                boolean isPhase = cursor.isKey("ph");
                cursor.readValue();
                hasPhase |= isPhase && cursor.kind() == JsonKind.STRING;
            }
            return hasPhase;
        } catch (JsonSyntaxException e) {
            // Not JSON, or longer than the window, which is longer than any event.
            return false;
        } finally {
            cursor.reset(in.buffer(), position, in.limit());
        }
    }

    private void skipByteOrderMark() {
        byte[] b = in.buffer();
        if (in.limit() >= 3 && b[0] == (byte) 0xef && b[1] == (byte) 0xbb && b[2] == (byte) 0xbf) {
            position = 3;
        }
    }

    private void skipChar() {
        cursor.expect((char) cursor.peek());
        position = cursor.position();
    }

    /// Runs one reading step from `position`, loading more of the file as often as needed; returns false if the
    /// file ends within the step.
    private boolean read(Consumer<JsonCursor> step) throws IOException {
        while (true) {
            cursor.reset(in.buffer(), position, in.limit());
            try {
                step.accept(cursor);
                return true;
            } catch (JsonSyntaxException e) {
                if (e != JsonSyntaxException.INCOMPLETE) {
                    throw e;
                }
                position = skipSpace();
                if (!readMore()) {
                    cursor.reset(in.buffer(), position, in.limit());
                    return false;
                }
            }
        }
    }

    /// Returns the position of the next byte that is not whitespace, skipping whitespace without keeping it in
    /// memory.
    private int skipSpace() {
        cursor.reset(in.buffer(), position, in.limit());
        cursor.skipSpace();
        return cursor.position();
    }

    /// Loads more of the file, keeping the bytes from `position` on.
    private boolean readMore() throws IOException {
        long offset = in.offset(position);
        boolean hasMore = in.readMore(position);
        position = (int) (offset - in.offset(0));
        return hasMore;
    }

    /// Reads an object to its end; returns false if the file ends first or the object is not valid JSON.
    private boolean readObject() throws IOException {
        boolean[] open = new boolean[1];
        while (true) {
            try {
                if (!read(c -> open[0] = c.nextKey())) {
                    members.onTruncated(in.offset(in.limit()));
                    return false;
                }
                if (!open[0]) {
                    position = cursor.position();
                    return true;
                }
                String key = cursor.key();
                isFound |= TRACE_KEYS.contains(key);
                position = cursor.position();
                if (!read(JsonCursor::peek)) {
                    members.onTruncated(in.offset(in.limit()));
                    return false;
                }
                if (key.equals("traceEvents") && cursor.peek() == '[') {
                    skipChar();
                    if (!readArray(false)) {
                        return false;
                    }
                    continue;
                }
                if (!read(JsonCursor::readValue)) {
                    members.onTruncated(in.offset(in.limit()));
                    return false;
                }
                position = cursor.position();
                if (key.equals("traceEvents")) {
                    events.onInvalid(
                            in.buffer(),
                            cursor.start(),
                            cursor.end(),
                            in.offset(cursor.start()),
                            "traceEvents is not an array");
                }
                members.onMember(key, cursor, in.buffer());
            } catch (JsonSyntaxException e) {
                events.onInvalid(in.buffer(), position, position, in.offset(position), e.getMessage());
                return false;
            }
        }
    }

    /// Reads events to the end of the array; returns false if the file ends first.
    ///
    /// @param isBare whether the events are lines rather than array elements, so that invalid JSON ends at the end
    ///     of its line
    private boolean readArray(boolean isBare) throws IOException {
        boolean mayReadAhead = !isBare && sizes.threads() > 0;
        while (true) {
            cursor.reset(in.buffer(), position, in.limit());
            int start = position;
            try {
                if (!cursor.nextElement()) {
                    position = cursor.position();
                    return true;
                }
                start = cursor.position();
                if (cursor.peek() != '{') {
                    cursor.readValue();
                    events.onInvalid(
                            in.buffer(), start, cursor.position(), in.offset(start), "an event is not an object");
                } else {
                    cursor.expect('{');
                    events.onEvent(cursor, start, in.offset(start));
                }
                int before = position;
                position = cursor.position();
                byte[] separator = mayReadAhead && !in.isAtEnd() ? separator(before, start) : NO_BYTES;
                if (separator.length > 0) {
                    mayReadAhead = readAhead(separator);
                }
            } catch (JsonSyntaxException e) {
                if (e == JsonSyntaxException.INCOMPLETE) {
                    position = skipSpace();
                    if (!readMore()) {
                        reportTruncatedArray();
                        return false;
                    }
                } else if (!skipInvalid(start, e, isBare)) {
                    return false;
                }
            }
        }
    }

    /// Returns the bytes from the closing brace of an event to the end of the first key of the next one; an
    /// empty array if these elements are not both events.
    private byte[] separator(int end, int start) {
        byte[] b = in.buffer();
        if (end == 0 || b[end - 1] != '}' || b[start] != '{') {
            return NO_BYTES;
        }
        cursor.reset(b, start + 1, in.limit());
        return cursor.nextKey() && cursor.keyBytes() == b
                ? Arrays.copyOfRange(b, end - 1, cursor.keyOffset() + cursor.keyLength() + 1)
                : NO_BYTES;
    }

    /// Reads the following events on other threads. Returns whether reading ahead is worth trying again after the
    /// element at which it stopped.
    private boolean readAhead(byte[] separator) throws IOException {
        long offset = in.offset(position);
        in.suspend(position);
        position = 0;
        return new JsonPrefetcher(in, separator, offset, sizes, progress).readAll(events::onChunk) >= MIN_CHUNKS;
    }

    /// Reports a truncated array. The format allows arrays without a closing bracket, but not a truncated event.
    private void reportTruncatedArray() {
        cursor.reset(in.buffer(), position, in.limit());
        cursor.skipSpace();
        int p = cursor.position();
        if (p < in.limit() && in.buffer()[p] == ',') {
            cursor.reset(in.buffer(), p + 1, in.limit());
            cursor.skipSpace();
            p = cursor.position();
        }
        if (p < in.limit()) {
            members.onTruncated(in.offset(p));
        }
    }

    /// Skips an event with invalid JSON if its end can be found.
    private boolean skipInvalid(int start, JsonSyntaxException problem, boolean isLine) throws IOException {
        position = start;
        if (isLine) {
            events.onInvalid(
                    in.buffer(),
                    position,
                    Math.min(in.limit(), position + 200),
                    in.offset(position),
                    problem.getMessage());
            return skipLine();
        }
        boolean[] hasEnd = new boolean[1];
        try {
            hasEnd[0] = read(JsonCursor::readValue);
        } catch (JsonSyntaxException e) {
            hasEnd[0] = false;
        }
        if (!hasEnd[0]) {
            events.onInvalid(in.buffer(), position, position, in.offset(position), problem.getMessage());
            return false;
        }
        events.onInvalid(in.buffer(), position, cursor.position(), in.offset(position), problem.getMessage());
        position = cursor.position();
        return true;
    }

    /// Skips the rest of the line; returns false if the file ends first.
    private boolean skipLine() throws IOException {
        while (true) {
            byte[] buffer = in.buffer();
            while (position < in.limit()) {
                if (buffer[position++] == '\n') {
                    return true;
                }
            }
            if (!readMore()) {
                return false;
            }
        }
    }
}
