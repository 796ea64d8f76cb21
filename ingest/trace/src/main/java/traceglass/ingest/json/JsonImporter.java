package traceglass.ingest.json;

import java.io.IOException;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports Chrome's JSON trace format.
public final class JsonImporter implements Importer {

    private final JsonPrefetcher.Sizes sizes;

    public JsonImporter() {
        this(JsonPrefetcher.Sizes.ofMachine());
    }

    JsonImporter(JsonPrefetcher.Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public String id() {
        return "json";
    }

    @Override
    public String displayName() {
        return "Chrome JSON trace";
    }

    @Override
    public int priority() {
        return 110;
    }

    /// Accepts an object or an array of objects, `{"` or `[{"` with any whitespace in between, or an empty array.
    @Override
    public boolean sniff(byte[] head) {
        int i = head.length > 2 && head[0] == (byte) 0xef && head[1] == (byte) 0xbb && head[2] == (byte) 0xbf ? 3 : 0;
        i = skipSpace(head, i);
        if (i < head.length && head[i] == '[') {
            i = skipSpace(head, i + 1);
            if (i < head.length && head[i] == ']') {
                return skipSpace(head, i + 1) == head.length;
            }
            i = skipEmptyObjects(head, i);
            if (hasNoEvent(head, i)) {
                return false;
            }
        }
        if (i >= head.length || head[i] != '{') {
            return false;
        }
        i = skipSpace(head, i + 1);
        return i < head.length && head[i] == '"';
    }

    private static int skipEmptyObjects(byte[] b, int from) {
        int start = from;
        while (start < b.length && b[start] == '{') {
            int end = skipSpace(b, start + 1);
            if (end >= b.length || b[end] != '}') {
                break;
            }
            start = skipSpace(b, end + 1);
            start = start < b.length && b[start] == ',' ? skipSpace(b, start + 1) : start;
        }
        return start;
    }

    /// Returns whether none of the objects at the start of an array is an event, as in logs of Chrome's DevTools
    /// protocol: events have a phase.
    ///
    /// @param from offset of the first object
    private static boolean hasNoEvent(byte[] head, int from) {
        JsonCursor c = new JsonCursor();
        c.reset(head, from, head.length);
        int objects = 0;
        try {
            do {
                c.expect('{');
                boolean isEmpty = true;
                while (c.nextKey()) {
                    boolean isPhase = c.isKey("ph");
                    c.readValue();
                    if (isPhase) {
                        return false;
                    }
                    isEmpty = false;
                }
                objects += isEmpty ? 0 : 1;
                if (c.peek() != ',') {
                    break;
                }
                c.expect(',');
            } while (c.peek() == '{');
        } catch (JsonSyntaxException e) {
            // The bytes end within an object, which may be an event.
        }
        return objects > 0;
    }

    private static int skipSpace(byte[] b, int from) {
        int i = from;
        while (i < b.length && JsonCursor.isSpace(b[i])) {
            i++;
        }
        return i;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        JsonStacks stacks = new JsonStacks(context);
        EventSorter.Queue queue = context.sorter().queue(new JsonParser(context, stacks), new JsonEventCodec());
        LongUnaryOperator toTraceTime = ts -> {
            long t = clocks.defaultToTraceTime(ts);
            return t == ClockTracker.NONE ? Long.MIN_VALUE : t;
        };
        JsonTokenizer tokenizer = new JsonTokenizer(context, queue, toTraceTime, stacks);
        new JsonReader(input, tokenizer, new JsonTraceMembers(context, toTraceTime, stacks), sizes).read();
        tokenizer.finish();
    }
}
