package traceglass.ingest.json;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;

/// What stands beside the events in a JSON trace: metadata, and the unit that times are to be shown in.
final class JsonAside implements JsonReader.Aside {

    private final ImportContext context;

    JsonAside(ImportContext context) {
        this.context = context;
    }

    @Override
    public void value(String key, JsonCursor cursor, byte[] buffer) {
        switch (key) {
            case "displayTimeUnit" -> context.stats().increment("json_display_time_unit");
            case "metadata" -> {
                if (cursor.kind() == JsonCursor.Kind.OBJECT) {
                    metadata(buffer, cursor.start() + 1, cursor.end());
                }
            }
            default -> { }
        }
    }

    private void metadata(byte[] buffer, int from, int to) {
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
                    case DOUBLE -> number(name, c.number());
                    case STRING -> context.metadata().setDynamic(name, c.textString());
                    case OBJECT, ARRAY -> context.metadata().setDynamic(name,
                            new String(buffer, c.start(), c.end() - c.start(), StandardCharsets.UTF_8));
                    case NULL -> { }
                }
            }
        } catch (JsonSyntax e) {
            // What was read before the slip stays.
        }
    }

    private void number(String name, double d) {
        if (d == Math.rint(d) && Math.abs(d) < 9.2e18) {
            context.metadata().setDynamic(name, (long) d);
        } else {
            context.metadata().setDynamic(name, String.format(java.util.Locale.ROOT, "%g", d));
        }
    }

    @Override
    public void truncated(long offset) {
        context.logs().recordAt("json_tokenizer_failure", offset, a -> a.addString(context.strings().intern("error"),
                context.strings().intern("the file ends before its last bracket")));
    }
}
