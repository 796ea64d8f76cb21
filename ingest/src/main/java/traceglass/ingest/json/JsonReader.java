package traceglass.ingest.json;

import java.io.IOException;
import java.util.function.Consumer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Goes through a file of either form (an array of events, or an object with `traceEvents` anywhere in it), hands each event to
/// [EventReader] and what stands beside them to the [Aside]. A file cut off anywhere gives what is before the cut.
final class JsonReader {

    /// Reads one event; the cursor stands behind its opening brace.
    interface EventReader {

        /// @throws JsonSyntax as the cursor does; the event is then read again when more of the file is there, or left out
        void event(JsonCursor cursor, int start, long offset);

        /// An event could not be read.
        void bad(byte[] buffer, int start, int end, long offset, String why);
    }

    /// Takes what stands beside the events; each value whole, in the cursor after [JsonCursor#readValue].
    interface Aside {

        void value(String key, JsonCursor cursor, byte[] buffer);

        /// The file ended before its last brace or bracket.
        void truncated(long offset);
    }

    private final String name;
    private final JsonInput in;
    private final JsonCursor cursor = new JsonCursor();
    private final EventReader events;
    private final Aside aside;
    private int position;

    JsonReader(TraceInput input, EventReader events, Aside aside) {
        this.name = input.name();
        this.in = new JsonInput(input);
        this.events = events;
        this.aside = aside;
    }

    void read() throws IOException, TraceProblem {
        in.more(0);
        skipByteOrderMark();
        cursor.reset(in.buffer(), position, in.limit());
        byte first = read(JsonCursor::peek) ? cursor.peek() : 0;
        if (first == '[') {
            take();
            if (!array()) {
                return;
            }
        } else if (first == '{') {
            take();
            object();
        } else {
            throw new TraceProblem(name + " is no JSON trace: it begins with neither [ nor {");
        }
    }

    private void skipByteOrderMark() {
        byte[] b = in.buffer();
        if (in.limit() >= 3 && b[0] == (byte) 0xef && b[1] == (byte) 0xbb && b[2] == (byte) 0xbf) {
            position = 3;
        }
    }

    private void take() {
        cursor.expect((char) cursor.peek());
        position = cursor.position();
    }

    /// Does one step of reading from `position` on, with more of the file as often as it needs; false if the file ends in it.
    private boolean read(Consumer<JsonCursor> step) throws IOException {
        while (true) {
            cursor.reset(in.buffer(), position, in.limit());
            try {
                step.accept(cursor);
                return true;
            } catch (JsonSyntax e) {
                if (e != JsonSyntax.INCOMPLETE) {
                    throw e;
                }
                boolean more = in.more(afterSpace());
                position = 0;
                if (!more) {
                    cursor.reset(in.buffer(), 0, in.limit());
                    return false;
                }
            }
        }
    }

    /// Where what is to be read next begins, so that a file full of blanks needs no memory.
    private int afterSpace() {
        cursor.reset(in.buffer(), position, in.limit());
        cursor.skipSpace();
        return cursor.position();
    }

    private void object() throws IOException {
        boolean[] open = new boolean[1];
        while (true) {
            try {
                if (!read(c -> open[0] = c.nextKey())) {
                    aside.truncated(in.offset(in.limit()));
                    return;
                }
                if (!open[0]) {
                    position = cursor.position();
                    return;
                }
                String key = cursor.key();
                position = cursor.position();
                if (!read(JsonCursor::peek)) {
                    aside.truncated(in.offset(in.limit()));
                    return;
                }
                if (key.equals("traceEvents") && cursor.peek() == '[') {
                    take();
                    if (!array()) {
                        return;
                    }
                    continue;
                }
                if (!read(JsonCursor::readValue)) {
                    aside.truncated(in.offset(in.limit()));
                    return;
                }
                position = cursor.position();
                aside.value(key, cursor, in.buffer());
            } catch (JsonSyntax e) {
                events.bad(in.buffer(), position, position, in.offset(position), e.getMessage());
                return;
            }
        }
    }

    /// Reads events up to the array's end; false if the file ends first.
    private boolean array() throws IOException {
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
                    events.bad(in.buffer(), start, cursor.position(), in.offset(start), "an event is no object");
                } else {
                    cursor.expect('{');
                    events.event(cursor, start, in.offset(start));
                }
                position = cursor.position();
            } catch (JsonSyntax e) {
                if (e == JsonSyntax.INCOMPLETE) {
                    boolean more = in.more(afterSpace());
                    position = 0;
                    if (!more) {
                        truncatedArray();
                        return false;
                    }
                } else if (!skipBad(start, e)) {
                    return false;
                }
            }
        }
    }

    /// Arrays without their closing bracket are part of the format; an event cut in two is not.
    private void truncatedArray() {
        cursor.reset(in.buffer(), position, in.limit());
        cursor.skipSpace();
        int p = cursor.position();
        if (p < in.limit() && in.buffer()[p] == ',') {
            cursor.reset(in.buffer(), p + 1, in.limit());
            cursor.skipSpace();
            p = cursor.position();
        }
        if (p < in.limit()) {
            aside.truncated(in.offset(p));
        }
    }

    /// Leaves an event out that is no JSON inside, if its end can be found.
    private boolean skipBad(int start, JsonSyntax why) throws IOException {
        position = start;
        boolean[] found = new boolean[1];
        try {
            found[0] = read(JsonCursor::readValue);
        } catch (JsonSyntax e) {
            found[0] = false;
        }
        if (!found[0]) {
            events.bad(in.buffer(), position, position, in.offset(position), why.getMessage());
            return false;
        }
        events.bad(in.buffer(), position, cursor.position(), in.offset(position), why.getMessage());
        position = cursor.position();
        return true;
    }
}
