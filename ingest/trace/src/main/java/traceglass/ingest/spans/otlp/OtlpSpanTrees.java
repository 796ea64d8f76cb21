package traceglass.ingest.spans.otlp;

import static traceglass.ingest.spans.otlp.OtlpAttributeTrees.hex;
import static traceglass.ingest.spans.otlp.OtlpAttributeTrees.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import traceglass.protos.foreign.otlp.AnyValueDecoder;
import traceglass.protos.foreign.otlp.EventDecoder;
import traceglass.protos.foreign.otlp.InstrumentationScopeDecoder;
import traceglass.protos.foreign.otlp.LinkDecoder;
import traceglass.protos.foreign.otlp.LogRecordDecoder;
import traceglass.protos.foreign.otlp.ResourceDecoder;
import traceglass.protos.foreign.otlp.SpanDecoder;
import traceglass.protos.foreign.otlp.StatusDecoder;

/// Reads resources, scopes, spans and log records of OTLP as protobuf into the same maps that
/// [traceglass.ingest.text.JsonTree] creates from the equivalent JSON.
final class OtlpSpanTrees {

    private final OtlpAttributeTrees attributes;
    private final ResourceDecoder resource = new ResourceDecoder();
    private final InstrumentationScopeDecoder scope = new InstrumentationScopeDecoder();
    private final SpanDecoder span = new SpanDecoder();
    private final EventDecoder event = new EventDecoder();
    private final LinkDecoder link = new LinkDecoder();
    private final StatusDecoder status = new StatusDecoder();
    private final LogRecordDecoder logRecord = new LogRecordDecoder();
    private final AnyValueDecoder body = new AnyValueDecoder();

    OtlpSpanTrees(OtlpAttributeTrees attributes) {
        this.attributes = attributes;
    }

    Map<String, Object> resource(byte[] bytes, int from, int size) {
        resource.decode(bytes, from, size);
        return tree("attributes", attributes.list(resource.attributesCount(), resource::attributes));
    }

    Map<String, Object> scope(byte[] bytes, int from, int size) {
        scope.decode(bytes, from, size);
        Map<String, Object> tree = tree("name", scope.name());
        tree.put("version", scope.version());
        tree.put("attributes", attributes.list(scope.attributesCount(), scope::attributes));
        return tree;
    }

    Map<String, Object> span(byte[] bytes, int from, int size) {
        span.decode(bytes, from, size);
        Map<String, Object> tree = tree("traceId", hex(span, span.traceIdOffset(), span.traceIdLength()));
        tree.put("spanId", hex(span, span.spanIdOffset(), span.spanIdLength()));
        if (span.hasTraceState()) {
            tree.put("traceState", span.traceState());
        }
        if (span.hasParentSpanId()) {
            tree.put("parentSpanId", hex(span, span.parentSpanIdOffset(), span.parentSpanIdLength()));
        }
        tree.put("name", span.name());
        tree.put("kind", (long) span.kind());
        tree.put("startTimeUnixNano", span.startTimeUnixNano());
        tree.put("endTimeUnixNano", span.endTimeUnixNano());
        tree.put("attributes", attributes.list(span.attributesCount(), span::attributes));
        if (span.eventsCount() > 0) {
            tree.put("events", events());
        }
        if (span.linksCount() > 0) {
            tree.put("links", links());
        }
        if (span.hasStatus()) {
            span.status(status);
            Map<String, Object> result = tree("message", status.message());
            result.put("code", (long) status.code());
            tree.put("status", result);
        }
        return tree;
    }

    private List<Object> events() {
        List<Object> events = new ArrayList<>(span.eventsCount());
        for (int i = 0; i < span.eventsCount(); i++) {
            events.add(event(span.events(i, event)));
        }
        return events;
    }

    private List<Object> links() {
        List<Object> links = new ArrayList<>(span.linksCount());
        for (int i = 0; i < span.linksCount(); i++) {
            links.add(link(span.links(i, link)));
        }
        return links;
    }

    private Map<String, Object> event(EventDecoder decoded) {
        Map<String, Object> tree = tree("timeUnixNano", decoded.timeUnixNano());
        tree.put("name", decoded.name());
        tree.put("attributes", attributes.list(decoded.attributesCount(), decoded::attributes));
        return tree;
    }

    private static Map<String, Object> link(LinkDecoder decoded) {
        Map<String, Object> tree = tree("traceId", hex(decoded, decoded.traceIdOffset(), decoded.traceIdLength()));
        tree.put("spanId", hex(decoded, decoded.spanIdOffset(), decoded.spanIdLength()));
        return tree;
    }

    Map<String, Object> logRecord(byte[] bytes, int from, int size) {
        logRecord.decode(bytes, from, size);
        Map<String, Object> tree = tree("timeUnixNano", logRecord.timeUnixNano());
        tree.put("observedTimeUnixNano", logRecord.observedTimeUnixNano());
        tree.put("severityNumber", (long) logRecord.severityNumber());
        tree.put("severityText", logRecord.severityText());
        tree.put("body", OtlpAttributeTrees.value(logRecord.body(body)));
        tree.put("attributes", attributes.list(logRecord.attributesCount(), logRecord::attributes));
        tree.put("traceId", hex(logRecord, logRecord.traceIdOffset(), logRecord.traceIdLength()));
        tree.put("spanId", hex(logRecord, logRecord.spanIdOffset(), logRecord.spanIdLength()));
        tree.put("eventName", logRecord.eventName());
        return tree;
    }
}
