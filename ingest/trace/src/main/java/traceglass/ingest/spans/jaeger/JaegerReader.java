package traceglass.ingest.spans.jaeger;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.spans.Resource;
import traceglass.ingest.spans.Resources;
import traceglass.ingest.spans.Span;
import traceglass.ingest.spans.SpanWriter;
import traceglass.ingest.text.JsonTree;

/// Writes Jaeger spans (model/json of Jaeger: Trace, Span, Process, Reference).
final class JaegerReader {

    private static final long NS_PER_MS = 1_000_000;

    private final SpanWriter spans;
    private final Resources resources;
    /// Services of the current trace by id.
    private final Map<String, Resource> processes = new HashMap<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private int depth = -1;

    JaegerReader(SpanWriter spans) {
        this.spans = spans;
        resources = spans.resources();
    }

    /// Begins the spans of an object at this nesting depth.
    void startTrace(int objectDepth) {
        depth = objectDepth;
    }

    /// Ends the trace if its spans were in an object at this depth, because service ids are valid only within a
    /// trace.
    void endObject(int objectDepth) {
        if (objectDepth <= depth) {
            endTrace();
        }
    }

    void endTrace() {
        indices.forEach((id, index) -> {
            Resource resource = processes.get(id);
            if (resource != null) {
                resources.set(index, resource);
            }
        });
        indices.clear();
        processes.clear();
        depth = -1;
    }

    /// Adds the services of the trace, by id.
    void readProcesses(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            map.forEach((id, process) -> processes.put(id.toString(), resource(process)));
        }
    }

    /// Sets the service of the spans of the trace that do not specify one.
    void readProcess(Object process) {
        processes.put("", resource(process));
    }

    private static Resource resource(Object process) {
        return Resource.of(JsonTree.text(process, "serviceName"), tags(JsonTree.get(process, "tags", "tag")));
    }

    void readSpan(Object tree) {
        Span span = new Span();
        span.traceId = JaegerValues.id(tree, "traceID", "traceId");
        span.id = JaegerValues.id(tree, "spanID", "spanId");
        span.parentId = JsonTree.text(tree, "parentSpanID");
        span.name = JsonTree.text(tree, "operationName");
        Object start = JsonTree.get(tree, "startTime");
        span.ts = start != null ? JaegerValues.time(start) : JsonTree.number(tree, "startTimeMillis") * NS_PER_MS;
        span.dur = JsonTree.get(tree, "duration") == null
                ? Span.UNFINISHED
                : JaegerValues.duration(JsonTree.get(tree, "duration"));
        span.resource = index(tree);
        span.args.putAll(tags(JsonTree.get(tree, "tags")));
        if (JsonTree.get(tree, "tag") instanceof Map<?, ?> flat) {
            span.args.putAll(tags(flat));
        }
        if (!JsonTree.list(tree, "warnings").isEmpty()) {
            span.args.put("warnings", JsonTree.list(tree, "warnings"));
        }
        span.kind = Span.Kind.of(remove(span.args, "span.kind"));
        span.category = category(span.args);
        Object error = span.args.get("error");
        span.isError =
                Boolean.TRUE.equals(error) || "true".equals(error) || "ERROR".equals(span.args.get("otel.status_code"));
        for (Object reference : JsonTree.list(tree, "references")) {
            if (span.parentId.isEmpty() && isParent(reference)) {
                span.parentId = JaegerValues.id(reference, "spanID", "spanId");
            }
        }
        int index = spans.add(span);
        if (index >= 0) {
            readLinksAndLogs(tree, span, index);
        }
    }

    private void readLinksAndLogs(Object tree, Span span, int index) {
        for (Object reference : JsonTree.list(tree, "references")) {
            String id = JaegerValues.id(reference, "spanID", "spanId");
            String trace = JaegerValues.id(reference, "traceID", "traceId");
            boolean isParent =
                    id.equals(span.parentId) && (trace.isEmpty() || trace.equals(span.traceId)) && isParent(reference);
            if (!isParent) {
                spans.addLink(index, trace.isEmpty() ? span.traceId : trace, id);
            }
        }
        for (Object log : JsonTree.list(tree, "logs")) {
            Map<String, Object> fields = tags(JsonTree.get(log, "fields"));
            Object name = fields.getOrDefault("event", fields.getOrDefault("message", fields.get("error.kind")));
            long time = JaegerValues.time(JsonTree.get(log, "timestamp"));
            spans.addEvent(index, time, name instanceof String s ? s : "log", fields);
        }
    }

    /// Returns whether a reference is to the parent, which is the default in Jaeger's messages.
    private static boolean isParent(Object reference) {
        String type = JsonTree.text(reference, "refType");
        return type.equals("CHILD_OF") || type.isEmpty() && JsonTree.get(reference, "spanId") != null;
    }

    private int index(Object tree) {
        Object embedded = JsonTree.get(tree, "process");
        if (JsonTree.get(embedded, "serviceName") != null) {
            return resources.indexOf(resource(embedded));
        }
        String id = JsonTree.text(tree, "processID", "processId");
        Resource existing = processes.get(id);
        return existing != null ? resources.indexOf(existing) : indices.computeIfAbsent(id, k -> resources.reserve());
    }

    private static String remove(Map<String, Object> args, String key) {
        return args.remove(key) instanceof String s ? s : "";
    }

    private static @Nullable String category(Map<String, Object> args) {
        Object scope = args.getOrDefault("otel.scope.name", args.get("otel.library.name"));
        return scope instanceof String s && !s.isEmpty() ? s : null;
    }

    /// Returns the tags in a list of keys, types and values, or in a plain map.
    private static Map<String, Object> tags(Object tags) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (tags instanceof List<?> list) {
            for (Object tag : list) {
                String key = JsonTree.text(tag, "key");
                if (!key.isEmpty()) {
                    map.put(key, JaegerValues.tag(tag));
                }
            }
        } else if (tags instanceof Map<?, ?> flat) {
            flat.forEach((key, value) -> map.put(key.toString(), value));
        }
        return map;
    }
}
