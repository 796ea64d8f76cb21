package traceglass.ingest.spans;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.text.JsonTree;

/// Writes Zipkin spans (zipkin2-api.yaml and zipkin-api.yaml of zipkin-api).
final class ZipkinReader {

    private static final long NS_PER_US = 1000;
    /// Annotations of version 1 that mark the start or end of one side of a call.
    private static final Map<String, Span.Kind> STARTS =
            Map.of("cs", Span.Kind.CLIENT, "sr", Span.Kind.SERVER, "ms", Span.Kind.PRODUCER, "mr", Span.Kind.CONSUMER);
    private static final Map<String, Span.Kind> ENDS = Map.of("cr", Span.Kind.CLIENT, "ss", Span.Kind.SERVER);

    private final SpanWriter spans;

    ZipkinReader(SpanWriter spans) {
        this.spans = spans;
    }

    void readSpan(Object tree) {
        if (JsonTree.get(tree, "binaryAnnotations") != null || hasEndpoints(tree)) {
            readOldSpan(tree);
            return;
        }
        Span span = start(tree);
        span.kind = Span.Kind.of(JsonTree.text(tree, "kind"));
        span.ts = JsonTree.number(tree, "timestamp") * NS_PER_US;
        if (JsonTree.get(tree, "duration") != null) {
            span.dur = JsonTree.number(tree, "duration") * NS_PER_US;
        }
        Object local = JsonTree.get(tree, "localEndpoint");
        span.resource = spans.resources().indexOf(service(local));
        addEndpoint(span, "local", local);
        addEndpoint(span, "remote", JsonTree.get(tree, "remoteEndpoint"));
        if (JsonTree.get(tree, "tags") instanceof Map<?, ?> tags) {
            tags.forEach((key, value) -> span.args.put(key.toString(), value));
        }
        add(span, tree, null);
    }

    private static Span start(Object tree) {
        Span span = new Span();
        span.traceId = JsonTree.text(tree, "traceId");
        span.id = JsonTree.text(tree, "id");
        span.parentId = JsonTree.text(tree, "parentId");
        span.name = JsonTree.text(tree, "name");
        return span;
    }

    private static Resource service(Object endpoint) {
        return Resource.of(JsonTree.text(endpoint, "serviceName"), Map.of());
    }

    private static void addEndpoint(Span span, String side, Object endpoint) {
        if (endpoint instanceof Map<?, ?> map) {
            map.forEach((key, value) -> span.args.put(side + "." + key, value));
        }
    }

    /// @param service service whose annotations belong to the span, or null if all do
    private void add(Span span, Object tree, String service) {
        Object error = span.args.get("error");
        span.isError = error != null && !Boolean.FALSE.equals(error) && !"false".equals(error);
        int index = spans.add(span);
        for (Object annotation : JsonTree.list(tree, "annotations")) {
            String value = JsonTree.text(annotation, "value");
            Object endpoint = JsonTree.get(annotation, "endpoint");
            boolean isOwn = service == null || service(endpoint).name().equals(service);
            if (index >= 0 && isOwn && !STARTS.containsKey(value) && !ENDS.containsKey(value)) {
                spans.addEvent(
                        index, JsonTree.number(annotation, "timestamp") * NS_PER_US, value, new LinkedHashMap<>());
            }
        }
    }

    private static boolean hasEndpoints(Object tree) {
        for (Object annotation : JsonTree.list(tree, "annotations")) {
            if (JsonTree.get(annotation, "endpoint") != null) {
                return true;
            }
        }
        return false;
    }

    /// Adds a span of version 1, which may contain both sides of a call.
    private void readOldSpan(Object tree) {
        Map<Span.Kind, Span> sides = new EnumMap<>(Span.Kind.class);
        for (Object annotation : JsonTree.list(tree, "annotations")) {
            Span.Kind kind = STARTS.get(JsonTree.text(annotation, "value"));
            if (kind != null) {
                Span span = readOldSide(tree, JsonTree.get(annotation, "endpoint"));
                span.kind = kind;
                span.ts = JsonTree.number(annotation, "timestamp") * NS_PER_US;
                sides.putIfAbsent(kind, span);
            }
        }
        for (Object annotation : JsonTree.list(tree, "annotations")) {
            Span span = sides.get(ENDS.get(JsonTree.text(annotation, "value")));
            if (span != null) {
                span.dur = Math.max(JsonTree.number(annotation, "timestamp") * NS_PER_US - span.ts, Span.UNFINISHED);
            }
        }
        long ts = JsonTree.number(tree, "timestamp") * NS_PER_US;
        long dur = JsonTree.get(tree, "duration") == null
                ? Span.UNFINISHED
                : JsonTree.number(tree, "duration") * NS_PER_US;
        Span singleSide = null;
        if (sides.size() == 1) {
            singleSide = sides.values().iterator().next();
        } else if (sides.isEmpty()) {
            singleSide = readOldSide(tree, firstEndpoint(tree));
        }
        if (singleSide != null) {
            singleSide.ts = ts == 0 ? singleSide.ts : ts;
            singleSide.dur = dur < 0 ? singleSide.dur : dur;
            add(singleSide, tree, null);
            return;
        }
        for (Span span : sides.values()) {
            add(span, tree, spans.resources().get(span.resource).name());
        }
    }

    private Span readOldSide(Object tree, Object endpoint) {
        Span span = start(tree);
        span.resource = spans.resources().indexOf(service(endpoint));
        addEndpoint(span, "local", endpoint);
        for (Object annotation : JsonTree.list(tree, "binaryAnnotations")) {
            String key = JsonTree.text(annotation, "key");
            Object value = JsonTree.get(annotation, "value");
            // These are addresses of the two sides of a call rather than tags.
            if ((key.equals("sa") || key.equals("ca") || key.equals("ma")) && value instanceof Boolean) {
                addEndpoint(span, "remote", JsonTree.get(annotation, "endpoint"));
            } else if (!key.isEmpty()) {
                span.args.put(key, value);
            }
        }
        return span;
    }

    private static Object firstEndpoint(Object tree) {
        for (String key : new String[] {"annotations", "binaryAnnotations"}) {
            for (Object annotation : JsonTree.list(tree, key)) {
                if (JsonTree.get(annotation, "endpoint") != null) {
                    return JsonTree.get(annotation, "endpoint");
                }
            }
        }
        return null;
    }
}
