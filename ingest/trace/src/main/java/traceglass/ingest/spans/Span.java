package traceglass.ingest.spans;

import java.util.LinkedHashMap;
import java.util.Map;

/// Span as read from a file. Times are in ns since 1970.
public final class Span {

    /// Duration of a span whose end is unknown.
    public static final long UNFINISHED = -1;

    /// Role of a span in a call between services, numbered as in OTLP.
    public enum Kind {
        UNSPECIFIED(""),
        INTERNAL("internal"),
        SERVER("server"),
        CLIENT("client"),
        PRODUCER("producer"),
        CONSUMER("consumer");

        private static final Kind[] VALUES = values();
        final String text;

        Kind(String text) {
            this.text = text;
        }

        /// Returns the kind with this number; [#UNSPECIFIED] for an unknown number.
        public static Kind of(long number) {
            return number > 0 && number < VALUES.length ? VALUES[(int) number] : UNSPECIFIED;
        }

        /// Returns the kind with this name, ignoring case and an optional prefix `SPAN_KIND_`.
        public static Kind of(String name) {
            for (Kind kind : VALUES) {
                if (kind != UNSPECIFIED && (kind.text.equalsIgnoreCase(name) || name.endsWith("_" + kind.name()))) {
                    return kind;
                }
            }
            return UNSPECIFIED;
        }

        /// Returns whether the span handles a request or message from another service.
        boolean isReceiver() {
            return this == SERVER || this == CONSUMER;
        }
    }

    public String traceId = "";
    public String id = "";
    public String parentId = "";
    public String name = "";
    /// Instrumentation library that created the span, or null.
    public String category;
    public long ts;
    public long dur = UNFINISHED;
    public Kind kind = Kind.UNSPECIFIED;
    public boolean isError;
    /// Index of the span's [Resource].
    public int resource;
    /// Arguments, whose values are strings, numbers, booleans, lists and maps.
    public final Map<String, Object> args = new LinkedHashMap<>();
}
