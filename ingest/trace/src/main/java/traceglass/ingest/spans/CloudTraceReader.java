package traceglass.ingest.spans;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.text.JsonTree;

/// Writes spans of Google Cloud Trace (cloudtrace v1 and v2). Traces of version 1 contain their spans; spans of
/// version 2 have the trace in their names.
final class CloudTraceReader {

    private static final long NS_PER_S = 1_000_000_000;
    private static final String TRACES = "/traces/";
    private static final String SPANS = "/spans/";
    private static final String STATUS = "/http/status_code";
    private static final int MIN_ERROR = 500;

    private final SpanWriter spans;

    CloudTraceReader(SpanWriter spans) {
        this.spans = spans;
    }

    /// Reads a trace, a response with several traces or spans, or a single span; the parser is at its first token.
    void read(JsonParser in) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        List<Object> spans = new ArrayList<>();
        try {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String key = in.currentName();
                JsonToken value = in.nextToken();
                boolean isList = value == JsonToken.START_ARRAY;
                if (isList && (key.equals("spans") || key.equals("traces"))) {
                    while (in.nextToken() != JsonToken.END_ARRAY && in.currentToken() != null) {
                        if (key.equals("spans")) {
                            spans.add(JsonTree.read(in));
                        } else if (in.currentToken() == JsonToken.START_OBJECT) {
                            trace(JsonTree.read(in));
                        } else {
                            in.skipChildren();
                        }
                    }
                } else {
                    members.put(key, JsonTree.read(in));
                }
            }
        } finally {
            // Keep the spans before the end of a truncated file.
            String service = JsonTree.text(members, "projectId");
            String trace = JsonTree.text(members, "traceId");
            spans.forEach(span -> readSpan(service, trace, span));
        }
        if (members.containsKey("spanId")) {
            readSpan("", "", members);
        }
    }

    private void trace(Object tree) {
        String service = JsonTree.text(tree, "projectId");
        String trace = JsonTree.text(tree, "traceId");
        JsonTree.list(tree, "spans").forEach(span -> readSpan(service, trace, span));
    }

    /// @param service project; empty to take it from the name of the span
    /// @param trace trace; empty to take it from the name of the span
    private void readSpan(String service, String trace, Object tree) {
        Span span = new Span();
        String path = JsonTree.text(tree, "name");
        int traces = path.indexOf(TRACES);
        int end = path.lastIndexOf(SPANS);
        boolean isPath = path.startsWith("projects/") && traces > 0 && end > traces;
        span.traceId = trace.isEmpty() && isPath ? path.substring(traces + TRACES.length(), end) : trace;
        span.id = JsonTree.text(tree, "spanId");
        span.parentId = JsonTree.text(tree, "parentSpanId");
        span.name = isPath ? JsonTree.text(JsonTree.get(tree, "displayName"), "value") : path;
        span.kind = Span.Kind.of(JsonTree.text(tree, "kind", "spanKind").replace("RPC_", "SPAN_KIND_"));
        span.ts = parseTime(JsonTree.text(tree, "startTime"));
        long finished = parseTime(JsonTree.text(tree, "endTime"));
        span.dur = finished < span.ts || finished == 0 ? Span.UNFINISHED : finished - span.ts;
        if (JsonTree.get(tree, "labels") instanceof Map<?, ?> labels) {
            labels.forEach((key, value) -> span.args.put(key.toString(), value));
        }
        addAttributes(span.args, JsonTree.get(tree, "attributes"));
        long code = JsonTree.number(JsonTree.get(tree, "status"), "code");
        span.isError = code != 0 || JsonTree.number(span.args, STATUS) >= MIN_ERROR;
        String project = service.isEmpty() && isPath ? path.substring("projects/".length(), traces) : service;
        Object module = JsonTree.get(span.args, "g.co/gae/app/module", "service.name");
        span.resource = spans.resources().indexOf(Resource.of(module == null ? project : module.toString(), Map.of()));
        int index = spans.add(span);
        for (Object event : JsonTree.list(JsonTree.get(tree, "timeEvents"), "timeEvent")) {
            Object annotation = JsonTree.get(event, "annotation");
            Map<String, Object> args = new LinkedHashMap<>();
            addAttributes(args, JsonTree.get(annotation, "attributes"));
            if (index >= 0 && annotation != null) {
                String text = JsonTree.text(JsonTree.get(annotation, "description"), "value");
                spans.addEvent(index, parseTime(JsonTree.text(event, "time")), text, args);
            }
        }
    }

    private static void addAttributes(Map<String, Object> to, Object attributes) {
        if (JsonTree.get(attributes, "attributeMap") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                Object text = JsonTree.get(JsonTree.get(value, "stringValue"), "value");
                Object scalar = text == null ? JsonTree.get(value, "intValue", "boolValue") : text;
                if (scalar != null) {
                    to.put(key.toString(), scalar);
                }
            });
        }
    }

    /// Returns a time such as `2017-05-01T10:00:00.123Z` in ns since 1970; 0 if it is invalid.
    private static long parseTime(String time) {
        try {
            Instant instant = Instant.parse(time);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_S), instant.getNano());
        } catch (DateTimeParseException | ArithmeticException e) {
            return 0;
        }
    }
}
