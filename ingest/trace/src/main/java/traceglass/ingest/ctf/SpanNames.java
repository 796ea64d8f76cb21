package traceglass.ingest.ctf;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Finds pairs of events that mark the start and the end of a span, such as `order_begin` and `order_end`.
final class SpanNames {

    private static final List<String[]> PAIRS = List.of(
            new String[] {"begin", "end"},
            new String[] {"start", "end"},
            new String[] {"start", "stop"},
            new String[] {"entry", "exit"},
            new String[] {"enter", "exit"},
            new String[] {"enter", "leave"});
    private static final String CALLS = "lttng_ust_cyg_profile";

    private final CtfTrace trace;
    private final Map<String, Span> spans = new HashMap<>();

    /// Start or end of a span.
    ///
    /// @param isCall whether it is a function call; an end closes the innermost open call
    record Span(String name, boolean isStart, boolean isCall) {}

    SpanNames(CtfTrace trace) {
        this.trace = trace;
    }

    /// Returns the span that an event starts or ends, or null.
    Span of(String event, StructValue fields) {
        Span span = spans.containsKey(event) ? spans.get(event) : find(event);
        spans.putIfAbsent(event, span);
        if (span != null && event.startsWith(CALLS) && fields != null && fields.get("addr") instanceof Long address) {
            return new Span("0x" + Long.toHexString(address), span.isStart, true);
        }
        return span;
    }

    private Span find(String event) {
        String lower = event.toLowerCase(Locale.ROOT);
        for (String[] pair : PAIRS) {
            for (int side = 0; side < 2; side++) {
                String suffix = pair[side];
                int index = event.length() - suffix.length();
                boolean isMark = index > 1 && lower.endsWith(suffix) && isSeparated(event, index);
                String partner =
                        isMark ? event.substring(0, index) + matchCase(pair[1 - side], event.charAt(index)) : null;
                if (isMark && trace.hasEvent(partner)) {
                    boolean hasSeparator = !Character.isLetterOrDigit(event.charAt(index - 1));
                    return new Span(
                            event.substring(0, hasSeparator ? index - 1 : index), side == 0, event.startsWith(CALLS));
                }
            }
        }
        return null;
    }

    private static boolean isSeparated(String event, int index) {
        return !Character.isLetterOrDigit(event.charAt(index - 1)) || Character.isUpperCase(event.charAt(index));
    }

    private static String matchCase(String word, char first) {
        return Character.isUpperCase(first) ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word;
    }
}
