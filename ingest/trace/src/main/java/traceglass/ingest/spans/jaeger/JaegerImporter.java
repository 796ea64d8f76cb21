package traceglass.ingest.spans.jaeger;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.spans.SpanWriter;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.store.names.StatNames;

/// Imports Jaeger traces as JSON: downloads from its user interface, responses of its API, and one span per line as in
/// its storage or, in the JSON form of its messages, in Kafka. Every array named `spans` is read; its services are in
/// `processes` or `process` of the same object, or within each span.
public final class JaegerImporter implements Importer {

    private static final Pattern SPAN_KEYS = Pattern.compile("\"(spanID|operationName|processID|processes)\"\\s*:");
    private static final String OPERATION = "\"operationName\"";
    private static final Pattern ID_IN_MESSAGES = Pattern.compile("\"spanId\"\\s*:\\s*\"");
    private static final Pattern TRACE_KEY = Pattern.compile("\"traceID\"\\s*:");

    @Override
    public String id() {
        return "jaeger";
    }

    @Override
    public String displayName() {
        return "Jaeger JSON";
    }

    @Override
    public int priority() {
        return 104;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (!json.has("data") && !json.has("traceID") && !json.has("traceId") && !json.has("spans")) {
            return false;
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (ID_IN_MESSAGES.matcher(text).find() && text.contains(OPERATION)) {
            return true;
        }
        // Arrays of other programs have spans with the same ids but other names.
        return TRACE_KEY.matcher(text).find()
                && (json.isArray()
                        ? text.contains(OPERATION)
                        : SPAN_KEYS.matcher(text).find());
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        SpanWriter spans = new SpanWriter(context);
        JaegerReader reader = new JaegerReader(spans);
        try (JsonParser in = JsonStream.open(input)) {
            read(in, reader);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SPANS_TRUNCATED, input.position(), null);
        }
        reader.endTrace();
    }

    private static void read(JsonParser in, JaegerReader reader) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        String key = "";
        for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
            switch (token) {
                case FIELD_NAME -> {
                    key = in.currentName();
                    boolean isSpan = mayBeSpan(in.getParsingContext().getParent());
                    if (key.equals("spans")) {
                        in.nextToken();
                        readSpans(in, reader);
                    } else if (key.equals("processes")) {
                        in.nextToken();
                        reader.readProcesses(JsonTree.read(in));
                    } else if (isSpan && !key.equals("data")) {
                        in.nextToken();
                        members.put(key, JsonTree.read(in));
                    }
                }
                case END_OBJECT -> {
                    if (mayBeSpan(in.getParsingContext())) {
                        if (members.containsKey("spanID") || members.containsKey("spanId")) {
                            reader.readSpan(members);
                        } else if (members.get("process") != null) {
                            reader.readProcess(members.get("process"));
                        }
                        members = new HashMap<>();
                    }
                    reader.endObject(in.getParsingContext().getNestingDepth());
                }
                default -> {}
            }
        }
    }

    /// Returns whether objects in this context may be spans: on lines of their own, or in an array.
    private static boolean mayBeSpan(@Nullable JsonStreamContext context) {
        return context == null
                || context.inRoot()
                || context.inArray() && context.getParent().inRoot();
    }

    private static void readSpans(JsonParser in, JaegerReader reader) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        reader.startTrace(in.getParsingContext().getNestingDepth() - 2);
        while (in.nextToken() != JsonToken.END_ARRAY && in.currentToken() != null) {
            reader.readSpan(JsonTree.read(in));
        }
    }
}
