package traceglass.convert.cut.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An event of a Chrome JSON trace. Its fields are stored as text; time and duration are stored separately.
final class JsonEvent {

    static final long NO_TIME = Long.MIN_VALUE;

    private static final int NS_DIGITS = 3;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final ByteArrayOutputStream others = new ByteArrayOutputStream();
    private final Map<String, String> values = new TreeMap<>();
    private @Nullable String ts;
    private @Nullable String dur;

    /// Reads the object at the parser.
    void read(JsonParser parser) throws IOException {
        others.reset();
        values.clear();
        ts = null;
        dur = null;
        try (JsonGenerator out = FACTORY.createGenerator(others)) {
            out.writeStartObject();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                if (field.equals("ts") && value.isScalarValue()) {
                    ts = parser.getText();
                } else if (field.equals("dur") && value.isScalarValue()) {
                    dur = parser.getText();
                } else {
                    if (value.isScalarValue()) {
                        values.put(field, parser.getText());
                    }
                    out.writeFieldName(field);
                    out.copyCurrentStructure(parser);
                }
            }
            out.writeEndObject();
        }
    }

    char phase() {
        String phase = values.getOrDefault("ph", "");
        return phase.isEmpty() ? ' ' : phase.charAt(0);
    }

    /// Returns the time in ns, or [#NO_TIME].
    long ts() {
        return toNanos(ts);
    }

    /// Returns the end of a complete slice in ns; for other events, their time.
    long end() {
        long length = toNanos(dur);
        return length == NO_TIME ? ts() : ts() + length;
    }

    private static long toNanos(@Nullable String micros) {
        if (micros == null) {
            return NO_TIME;
        }
        try {
            return new BigDecimal(micros).movePointRight(NS_DIGITS).longValue();
        } catch (NumberFormatException e) {
            return NO_TIME;
        }
    }

    private static String toMicros(long ns) {
        return BigDecimal.valueOf(ns, NS_DIGITS).stripTrailingZeros().toPlainString();
    }

    /// Returns the key of the thread, to which synchronous slices belong.
    List<String> threadKey() {
        return List.of("thread", value("pid"), value("tid"));
    }

    /// Returns the key of an asynchronous slice.
    List<String> asyncKey() {
        return List.of("async", value("cat"), value("id"), value("scope"), value("name"));
    }

    /// Returns the key of a nestable asynchronous slice. Does not include the name, which its end can lack.
    List<String> nestableKey() {
        return List.of("nestable", value("cat"), value("id"), value("scope"));
    }

    /// Returns the key of a counter.
    List<String> counterKey() {
        return List.of("counter", value("pid"), value("name"), value("id"));
    }

    private String value(String field) {
        return values.getOrDefault(field, "");
    }

    /// Writes the event.
    void write(OutputStream out) throws IOException {
        writeOthers(out);
        writeField(out, "ts", ts);
        writeField(out, "dur", dur);
        out.write('}');
    }

    /// Writes the event with a later start.
    ///
    /// @param start new start in ns
    void writeFrom(long start, OutputStream out) throws IOException {
        writeOthers(out);
        writeField(out, "ts", toMicros(start));
        if (dur != null) {
            writeField(out, "dur", toMicros(Math.max(0, end() - start)));
        }
        out.write('}');
    }

    private void writeOthers(OutputStream out) throws IOException {
        byte[] text = others.toByteArray();
        out.write(text, 0, text.length - 1);
    }

    private void writeField(OutputStream out, String name, @Nullable String value) throws IOException {
        if (value != null) {
            String before = values.isEmpty() && name.equals("ts") ? "" : ",";
            boolean isNumber = toNanos(value) != NO_TIME;
            out.write((before + '"' + name + "\":" + (isNumber ? value : '"' + value + '"'))
                    .getBytes(StandardCharsets.UTF_8));
        }
    }
}
