package traceglass.sdk.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import traceglass.sdk.Category;
import traceglass.sdk.Trace;
import traceglass.sdk.TraceEvent;

/// Writes OpenTelemetry spans as slices of the category `opentelemetry` while a session records this category.
///
/// ```java
/// SdkTracerProvider.builder().addSpanProcessor(new TraceSpanProcessor())…
/// ```
///
/// A span can end on a different thread, and spans can overlap, so they have their own tracks. A child is nested
/// in its parent unless the parent already has an open child; in that case, the child is on another track,
/// connected by a flow. Attributes and the status become arguments, span events become instants. Flows also
/// connect client and producer spans with the spans in other processes that continue them.
public final class TraceSpanProcessor implements SpanProcessor {

    private static final Category SPANS = Category.of("opentelemetry", "OpenTelemetry spans");

    private final Map<String, OpenSpan> open = new HashMap<>();
    private final SpanTracks lanes = new SpanTracks();

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {
        if (SPANS.isEnabled()) {
            start(span.getSpanContext(), Span.fromContext(parentContext).getSpanContext(), span.toSpanData());
        }
    }

    private synchronized void start(SpanContext self, SpanContext parent, SpanData data) {
        OpenSpan parentSpan = parent.isValid() ? open.get(parent.getSpanId()) : null;
        // All spans of an OpenTelemetry trace use one clock offset, which is measured at its first span.
        long offset = parentSpan == null ? System.nanoTime() - epochNs(Instant.now()) : parentSpan.offsetNs();
        long timeNs = offset + data.getStartEpochNanos();
        SpanTracks.Lane lane = lanes.laneFor(self.getSpanId(), parentSpan == null ? null : parentSpan.lane(), parent);
        boolean isNested = parentSpan != null && parentSpan.lane() == lane;
        long id = Long.parseUnsignedLong(self.getSpanId(), 16);
        if (parentSpan != null && !isNested) {
            Trace.event(SPANS, "start " + data.getName())
                    .on(parentSpan.lane().track())
                    .at(timeNs)
                    .globalFlow(id)
                    .instant();
        }
        TraceEvent begin = Trace.event(SPANS, data.getName())
                .on(lane.track())
                .at(timeNs)
                .arg("trace_id", self.getTraceId())
                .arg("span_id", self.getSpanId())
                .arg("kind", data.getKind().name());
        if (parentSpan != null && !isNested) {
            begin.endGlobalFlow(id);
        } else if (parent.isValid() && parent.isRemote()) {
            begin.arg("parent_span_id", parent.getSpanId())
                    .endGlobalFlow(Long.parseUnsignedLong(parent.getSpanId(), 16));
        }
        if (data.getKind() == SpanKind.CLIENT || data.getKind() == SpanKind.PRODUCER) {
            begin.globalFlow(id);
        }
        begin.begin();
        open.put(self.getSpanId(), new OpenSpan(lane, offset, data.getName()));
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        SpanData data = span.toSpanData();
        synchronized (this) {
            OpenSpan ended = open.remove(data.getSpanId());
            if (ended != null) {
                end(data, ended);
            }
        }
    }

    private void end(SpanData data, OpenSpan span) {
        for (EventData event : data.getEvents()) {
            TraceEvent instant = Trace.event(SPANS, event.getName())
                    .on(span.lane().track())
                    .at(span.offsetNs() + event.getEpochNanos());
            event.getAttributes().forEach((key, value) -> SpanArguments.add(instant, key.getKey(), value));
            instant.instant();
        }
        long timeNs = span.offsetNs() + data.getEndEpochNanos();
        TraceEvent end = Trace.event(SPANS, "").on(span.lane().track()).at(timeNs);
        data.getAttributes().forEach((key, value) -> SpanArguments.add(end, key.getKey(), value));
        StatusData status = data.getStatus();
        if (status != StatusData.unset()) {
            end.arg("status", status.getStatusCode().name());
            if (!status.getDescription().isEmpty()) {
                end.arg("status_description", status.getDescription());
            }
        }
        // A slice can't outlast its parent on the same track: open children continue on another track.
        for (String child : lanes.childrenAbove(data.getSpanId(), span.lane())) {
            Trace.event(SPANS, "")
                    .on(span.lane().track())
                    .at(timeNs)
                    .arg("continues", true)
                    .end();
            move(child, timeNs);
        }
        end.end();
        lanes.end(data.getSpanId(), span.lane());
    }

    /// Continues a span on another track.
    private void move(String spanId, long timeNs) {
        OpenSpan span = open.get(spanId);
        if (span != null) {
            lanes.end(spanId, span.lane());
            SpanTracks.Lane lane = lanes.takeFreeLane(spanId);
            Trace.event(SPANS, span.name())
                    .on(lane.track())
                    .at(timeNs)
                    .arg("span_id", spanId)
                    .arg("continued", true)
                    .begin();
            open.put(spanId, new OpenSpan(lane, span.offsetNs(), span.name()));
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    private static long epochNs(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /// An open span.
    ///
    /// @param offsetNs [System#nanoTime] minus nanoseconds since the epoch
    private record OpenSpan(SpanTracks.Lane lane, long offsetNs, String name) {}
}
