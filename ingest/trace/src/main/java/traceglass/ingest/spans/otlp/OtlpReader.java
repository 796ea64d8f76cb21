package traceglass.ingest.spans.otlp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.spans.LogWriter;
import traceglass.ingest.spans.Resource;
import traceglass.ingest.spans.Resources;
import traceglass.ingest.spans.Span;
import traceglass.ingest.spans.SpanWriter;
import traceglass.ingest.text.JsonTree;

/// Writes spans, log records, metrics and profiles of OTLP (opentelemetry-proto: trace.proto, logs.proto,
/// metrics.proto, profiles.proto), as parsed from JSON, or from protobuf with the field names of JSON.
final class OtlpReader {

    private static final int ERROR = 2;

    private final SpanWriter spans;
    private final LogWriter logs;
    private final MetricWriter metrics;
    private final Resources resources;
    private final OtlpProfiles profiles;
    private int resource;
    private String scope;
    private Map<String, Object> scopeArgs = Map.of();
    private int scopeStart;

    OtlpReader(ImportContext context) {
        spans = new SpanWriter(context);
        resources = spans.resources();
        logs = new LogWriter(context, resources);
        metrics = new MetricWriter(context, resources);
        profiles = new OtlpProfiles(context, resources);
    }

    /// Begins the data of a resource; [#setResource] may set the resource later.
    void startResource() {
        resource = -1;
    }

    private int resource() {
        if (resource < 0) {
            resource = resources.reserve();
        }
        return resource;
    }

    /// Sets the resource of the current data.
    void setResource(Object tree) {
        Map<String, Object> attributes = OtlpValues.map(JsonTree.list(tree, "attributes"));
        Resource created = Resource.of(null, attributes);
        if (resource >= 0) {
            // Data that was already read keeps the reserved index, which leads to the same process.
            resources.set(resource, created);
        }
        resource = resources.indexOf(created);
    }

    void startScope() {
        scope = null;
        scopeArgs = Map.of();
        scopeStart = spans.count();
    }

    void setScope(Object tree) {
        String name = JsonTree.text(tree, "name");
        if (name.isEmpty()) {
            return;
        }
        scope = name;
        scopeArgs = new LinkedHashMap<>();
        String version = JsonTree.text(tree, "version");
        if (!version.isEmpty()) {
            scopeArgs.put("otel.scope.version", version);
        }
        OtlpValues.addTo(scopeArgs, JsonTree.list(tree, "attributes"));
        spans.setCategory(scopeStart, name);
    }

    void readSpan(Object tree) {
        Span span = new Span();
        span.resource = resource();
        span.category = scope;
        span.traceId = JsonTree.text(tree, "traceId", "trace_id");
        span.id = JsonTree.text(tree, "spanId", "span_id");
        span.parentId = parent(JsonTree.text(tree, "parentSpanId", "parent_span_id"));
        span.name = JsonTree.text(tree, "name");
        span.ts = JsonTree.number(tree, "startTimeUnixNano", "start_time_unix_nano");
        long end = JsonTree.number(tree, "endTimeUnixNano", "end_time_unix_nano");
        span.dur = end == 0 || end < span.ts ? Span.UNFINISHED : end - span.ts;
        span.kind = kind(JsonTree.get(tree, "kind"));
        span.args.putAll(scopeArgs);
        OtlpValues.addTo(span.args, JsonTree.list(tree, "attributes"));
        putText(span.args, "otel.trace_state", JsonTree.text(tree, "traceState", "trace_state"));
        readStatus(span, JsonTree.get(tree, "status"));
        int index = spans.add(span);
        if (index < 0) {
            return;
        }
        for (Object event : JsonTree.list(tree, "events")) {
            spans.addEvent(
                    index,
                    JsonTree.number(event, "timeUnixNano", "time_unix_nano"),
                    JsonTree.text(event, "name"),
                    OtlpValues.map(JsonTree.list(event, "attributes")));
        }
        for (Object link : JsonTree.list(tree, "links")) {
            spans.addLink(index, JsonTree.text(link, "traceId", "trace_id"), JsonTree.text(link, "spanId", "span_id"));
        }
    }

    private static String parent(String id) {
        return id.chars().allMatch(c -> c == '0') ? "" : id;
    }

    private static Span.Kind kind(Object kind) {
        return kind instanceof String s && !s.isEmpty() && !Character.isDigit(s.charAt(0))
                ? Span.Kind.of(s)
                : Span.Kind.of(JsonTree.toLong(kind));
    }

    private static void readStatus(Span span, Object status) {
        Object code = JsonTree.get(status, "code");
        span.isError = code instanceof String s && s.endsWith("ERROR") || JsonTree.toLong(code) == ERROR;
        if (!span.isError && (code instanceof String s && s.endsWith("OK") || JsonTree.toLong(code) == 1)) {
            span.args.put("otel.status", "ok");
        }
        putText(span.args, "otel.status_message", JsonTree.text(status, "message"));
    }

    private static void putText(Map<String, Object> args, String key, String value) {
        if (!value.isEmpty()) {
            args.put(key, value);
        }
    }

    void readLogRecord(Object tree) {
        long time = JsonTree.number(tree, "timeUnixNano", "time_unix_nano");
        if (time == 0) {
            time = JsonTree.number(tree, "observedTimeUnixNano", "observed_time_unix_nano");
        }
        Map<String, Object> args = new LinkedHashMap<>(scopeArgs);
        OtlpValues.addTo(args, JsonTree.list(tree, "attributes"));
        putText(args, "otel.trace_id", JsonTree.text(tree, "traceId", "trace_id"));
        putText(args, "otel.span_id", JsonTree.text(tree, "spanId", "span_id"));
        putText(args, "severity", JsonTree.text(tree, "severityText", "severity_text"));
        String event = JsonTree.text(tree, "eventName", "event_name");
        putText(args, "event.name", event);
        Object body = OtlpValues.toJava(JsonTree.get(tree, "body"));
        String message = event;
        if (body instanceof Map || body instanceof List) {
            args.put("body", body);
            message = event.isEmpty() ? body.toString() : event;
        } else if (body != null) {
            message = body.toString();
        }
        Object severity = JsonTree.get(tree, "severityNumber", "severity_number");
        int level = severity instanceof String s && s.startsWith("SEVERITY")
                ? LogWriter.levelOf(s)
                : (int) JsonTree.toLong(severity);
        logs.add(resource(), time, level, scope, message, args);
    }

    void readMetric(Object tree) {
        metrics.add(resource(), tree);
    }

    /// Begins a profile, whose members and samples follow.
    OtlpProfiles startProfile() {
        profiles.start(resource());
        return profiles;
    }

    /// Adds an entry to a table that the profiles of the message share.
    void readDictionaryEntry(String table, Object tree) {
        profiles.readEntry(table, tree);
    }

    /// Ends a message.
    void end() {
        profiles.end();
    }
}
