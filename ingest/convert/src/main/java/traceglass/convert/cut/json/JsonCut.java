package traceglass.convert.cut.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.convert.cut.state.LatestEvents;
import traceglass.convert.cut.state.OpenEvents;
import traceglass.convert.cut.state.RangeCut;
import traceglass.ingest.TraceInput;

/// Cuts a time range out of a Chrome JSON trace. Writes the events in the range, metadata, and at its start the open
/// slices and the last values of counters. Keeps other keys of the trace.
public final class JsonCut implements RangeCut {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<Character> NESTABLE_ENDS = Set.of('e');
    private static final Set<Character> ASYNC_ENDS = Set.of('F', ')');

    private final long start;
    private final long end;
    private final Map<Long, Long> moved = new HashMap<>();
    private long eventsInRange;

    /// @param start first time of the range in ns
    /// @param end end of the range, exclusive
    public JsonCut(long start, long end) {
        this.start = start;
        this.end = end;
    }

    /// Returns the earliest and latest time of events in ns. If there are no events, the first is greater than the
    /// second.
    public static long[] span(TraceInput input) throws IOException {
        long[] span = {Long.MAX_VALUE, Long.MIN_VALUE};
        JsonTraceText.read(input, new JsonTraceText.Visitor() {
            @Override
            public void onEvent(JsonEvent event, long ordinal) {
                if (event.ts() != JsonEvent.NO_TIME && event.phase() != 'M') {
                    span[0] = Math.min(span[0], event.ts());
                    span[1] = Math.max(span[1], event.end());
                }
            }

            @Override
            public void onOtherMember(String key, JsonParser parser) throws IOException {
                parser.skipChildren();
            }
        });
        return span;
    }

    @Override
    public boolean scan(TraceInput input) throws IOException {
        OpenEvents open = new OpenEvents();
        LatestEvents latest = new LatestEvents();
        JsonTraceText.read(input, new JsonTraceText.Visitor() {
            @Override
            public void onEvent(JsonEvent event, long ordinal) {
                if (isInRange(event)) {
                    eventsInRange += event.phase() == 'M' ? 0 : 1;
                } else if (event.ts() < start) {
                    scanBefore(event, ordinal, open, latest);
                }
            }

            @Override
            public void onOtherMember(String key, JsonParser parser) throws IOException {
                parser.skipChildren();
            }
        });
        open.forEach((ordinal, levelsAbove) -> moved.put(ordinal, start - levelsAbove));
        latest.forEachId(ordinal -> moved.put(ordinal, start));
        return eventsInRange > 0;
    }

    private boolean isInRange(JsonEvent event) {
        return event.phase() == 'M' || event.ts() == JsonEvent.NO_TIME || event.ts() >= start && event.ts() < end;
    }

    private void scanBefore(JsonEvent event, long ordinal, OpenEvents open, LatestEvents latest) {
        char phase = event.phase();
        if (phase == 'B') {
            open.begin(event.threadKey(), event.ts(), ordinal);
        } else if (phase == 'E') {
            open.end(event.threadKey(), event.ts());
        } else if (phase == 'b') {
            open.begin(event.nestableKey(), event.ts(), ordinal);
        } else if (NESTABLE_ENDS.contains(phase)) {
            open.end(event.nestableKey(), event.ts());
        } else if (phase == 'S' || phase == '(') {
            open.begin(event.asyncKey(), event.ts(), ordinal);
        } else if (ASYNC_ENDS.contains(phase)) {
            open.end(event.asyncKey(), event.ts());
        } else if (phase == 'C') {
            latest.add(event.counterKey(), event.ts(), ordinal);
        } else if (phase == 'X' && event.end() > start) {
            moved.put(ordinal, start);
        }
    }

    @Override
    public boolean write(TraceInput input, OutputStream out) throws IOException {
        List<byte[]> others = new ArrayList<>();
        boolean[] hasEvents = {false};
        out.write("{\"traceEvents\":[\n".getBytes(StandardCharsets.UTF_8));
        boolean isDamaged = JsonTraceText.read(input, new JsonTraceText.Visitor() {
            @Override
            public void onEvent(JsonEvent event, long ordinal) throws IOException {
                Long time = moved.get(ordinal);
                boolean isInRange = isInRange(event);
                if (!isInRange && time == null) {
                    return;
                }
                if (hasEvents[0]) {
                    out.write(",\n".getBytes(StandardCharsets.UTF_8));
                }
                hasEvents[0] = true;
                if (isInRange || time == null) {
                    event.write(out);
                } else {
                    event.writeFrom(time, out);
                }
            }

            @Override
            public void onOtherMember(String key, JsonParser parser) throws IOException {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                try (JsonGenerator json = FACTORY.createGenerator(text)) {
                    json.writeString(key);
                    json.writeRaw(':');
                    json.flush();
                }
                try (JsonGenerator json = FACTORY.createGenerator(text)) {
                    json.copyCurrentStructure(parser);
                }
                others.add(text.toByteArray());
            }
        });
        out.write("\n]".getBytes(StandardCharsets.UTF_8));
        for (byte[] other : others) {
            out.write(",\n".getBytes(StandardCharsets.UTF_8));
            out.write(other);
        }
        out.write("}\n".getBytes(StandardCharsets.UTF_8));
        return isDamaged;
    }
}
