package traceglass.convert.cut.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonStream;

/// Parses the text of a Chrome JSON trace: an object with `traceEvents` and other keys, or an array of events, which
/// can be incomplete.
final class JsonTraceText {

    /// Receives the content in file order.
    interface Visitor {

        /// @param ordinal index of the event
        void onEvent(JsonEvent event, long ordinal) throws IOException;

        /// Receives a key other than `traceEvents`. The parser is at its value, which must be read.
        void onOtherMember(String key, JsonParser parser) throws IOException;
    }

    private JsonTraceText() {}

    /// Reads the trace. Returns whether the text is incomplete or malformed, so that the rest of it is lost.
    static boolean read(TraceInput input, Visitor visitor) throws IOException {
        long[] ordinal = {0};
        try (JsonParser parser = JsonStream.open(input)) {
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                readEvents(parser, visitor, ordinal);
            } else {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String key = parser.currentName();
                    if (parser.nextToken() == JsonToken.START_ARRAY && key.equals("traceEvents")) {
                        readEvents(parser, visitor, ordinal);
                    } else {
                        visitor.onOtherMember(key, parser);
                    }
                }
            }
            return false;
        } catch (JacksonException e) {
            return true;
        }
    }

    private static void readEvents(JsonParser parser, Visitor visitor, long[] ordinal) throws IOException {
        JsonEvent event = new JsonEvent();
        for (JsonToken t = next(parser); t != null && t != JsonToken.END_ARRAY; t = next(parser)) {
            if (t == JsonToken.START_OBJECT) {
                event.read(parser);
                visitor.onEvent(event, ordinal[0]++);
            } else {
                parser.skipChildren();
            }
        }
    }

    /// Returns the next token, or null at the end of the text. A program that is killed leaves the array open.
    private static @Nullable JsonToken next(JsonParser parser) throws IOException {
        try {
            return parser.nextToken();
        } catch (JsonEOFException e) {
            return null;
        }
    }
}
