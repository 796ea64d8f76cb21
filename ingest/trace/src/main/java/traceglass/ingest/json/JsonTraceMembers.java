package traceglass.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;
import traceglass.ingest.systrace.EmbeddedSystrace;
import traceglass.ingest.text.PrintedNumbers;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Handles the top-level members of a JSON trace other than events: metadata, the display time unit and kernel events.
final class JsonTraceMembers implements JsonReader.MemberHandler {

    private static final long NS_PER_US = 1_000;

    private final ImportContext context;
    private final LongUnaryOperator toTraceTime;
    private final JsonStacks stacks;
    private final JsonCursor inner = new JsonCursor();

    /// @param toTraceTime converts a time in the clock of the file, in ns, to trace time; returns
    ///     [Long#MIN_VALUE] on failure
    JsonTraceMembers(ImportContext context, LongUnaryOperator toTraceTime, JsonStacks stacks) {
        this.context = context;
        this.stacks = stacks;
        this.toTraceTime = toTraceTime;
    }

    @Override
    public void onMember(String key, JsonCursor cursor, byte[] buffer) {
        switch (key) {
            case "displayTimeUnit" -> context.stats().increment(StatNames.JSON_DISPLAY_TIME_UNIT);
            case "metadata" -> {
                if (cursor.kind() == JsonKind.OBJECT) {
                    readMetadata(buffer, cursor.start() + 1, cursor.end());
                }
            }
            case "baseTimeNanoseconds" -> readWallClock(cursor, 1);
            case "beginningOfTime" -> readWallClock(cursor, NS_PER_US);
            case "systemTraceEvents" -> {
                if (cursor.kind() == JsonKind.STRING) {
                    new EmbeddedSystrace(context, toTraceTime).read(cursor.textString());
                }
            }
            case "stackFrames" -> {
                if (cursor.kind() == JsonKind.OBJECT) {
                    stacks.readFrames(buffer, cursor.start(), cursor.end());
                }
            }
            case "samples" -> {
                if (cursor.kind() == JsonKind.ARRAY) {
                    stacks.readSamples(buffer, cursor.start(), cursor.end(), this::traceTime);
                }
            }
            default -> {}
        }
    }

    /// Relates the clock of the file to the wall clock, if the file states the wall-clock time of its time 0:
    /// PyTorch does so in ns, Clang in µs.
    private void readWallClock(JsonCursor value, long unitNs) {
        if (value.kind() == JsonKind.LONG && value.longValue() > 0 && value.longValue() < Long.MAX_VALUE / unitNs) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(ClockId.ofFile(context.traceId()), 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), value.longValue() * unitNs)));
        }
    }

    /// Converts a time to trace time; returns [Long#MIN_VALUE] on failure. Hermes writes times as strings.
    private long traceTime(JsonCursor value) {
        long ts = JsonTimes.readTimeNs(value, inner);
        return ts == JsonEvents.UNSET ? Long.MIN_VALUE : toTraceTime.applyAsLong(ts);
    }

    private void readMetadata(byte[] buffer, int from, int to) {
        JsonCursor c = new JsonCursor();
        c.reset(buffer, from, to);
        try {
            while (c.nextKey()) {
                String name = "json_metadata." + c.key();
                c.readValue();
                switch (c.kind()) {
                    case TRUE -> context.metadata().setDynamic(name, 1);
                    case FALSE -> context.metadata().setDynamic(name, 0);
                    case LONG -> context.metadata().setDynamic(name, c.longValue());
                    case DOUBLE -> addNumber(name, c.number());
                    case STRING -> context.metadata().setDynamic(name, c.textString());
                    case OBJECT, ARRAY ->
                        context.metadata()
                                .setDynamic(
                                        name,
                                        new String(buffer, c.start(), c.end() - c.start(), StandardCharsets.UTF_8));
                    case NULL -> {}
                }
            }
        } catch (JsonSyntaxException e) {
            // Values read before the syntax error are kept.
        }
    }

    private void addNumber(String name, double d) {
        if (d == Math.rint(d) && Math.abs(d) < 9.2e18) {
            context.metadata().setDynamic(name, (long) d);
        } else {
            context.metadata().setDynamic(name, PrintedNumbers.shortest(d, 6));
        }
    }

    @Override
    public void onTruncated(long offset) {
        context.logs()
                .recordAt(
                        StatNames.JSON_TOKENIZER_FAILURE,
                        offset,
                        a -> a.addString(
                                context.strings().intern("error"),
                                context.strings().intern("the file ends before its closing bracket")));
    }
}
