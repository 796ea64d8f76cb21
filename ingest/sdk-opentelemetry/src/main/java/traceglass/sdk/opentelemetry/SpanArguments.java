package traceglass.sdk.opentelemetry;

import java.util.List;
import traceglass.sdk.TraceEvent;

/// Writes span attributes as arguments.
final class SpanArguments {

    private SpanArguments() {}

    /// Adds an argument with a value or a list of values.
    static void add(TraceEvent to, String name, Object value) {
        switch (value) {
            case String text -> to.arg(name, text);
            case Long number -> to.arg(name, number.longValue());
            case Double number -> to.arg(name, number.doubleValue());
            case Boolean flag -> to.arg(name, flag.booleanValue());
            case List<?> list -> {
                to.array(name);
                list.forEach(item -> add(to, "", item));
                to.close();
            }
            default -> to.arg(name, value.toString());
        }
    }
}
