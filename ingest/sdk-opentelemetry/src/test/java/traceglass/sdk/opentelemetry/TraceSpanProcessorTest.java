package traceglass.sdk.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import traceglass.sdk.InProcessRecording;
import traceglass.sdk.SdkTrace;
import traceglass.sdk.TracingOptions;

/// Records spans of OpenTelemetry's SDK.
class TraceSpanProcessorTest {

    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(new TraceSpanProcessor())
            .build();
    private final Tracer tracer = provider.get("test");

    @AfterEach
    void shutDown() {
        provider.close();
    }

    private static InProcessRecording start() {
        return InProcessRecording.start(
                new TracingOptions().enable("opentelemetry").disable("*"));
    }

    private Span begin(String name, @Nullable Span parent) {
        SpanBuilder builder = tracer.spanBuilder(name);
        return builder.setParent(
                        parent == null ? Context.root() : Context.root().with(parent))
                .startSpan();
    }

    @Test
    void writesNestedSpansWithAttributesEventsAndStatus() throws Exception {
        try (InProcessRecording recording = start()) {
            Span request = begin("GET /orders", null);
            Span query = begin("select orders", request);
            query.setAttribute("rows", 12);
            query.setAttribute("ratio", 0.5);
            query.setAttribute("cached", true);
            query.setAttribute(AttributeKey.stringArrayKey("tables"), List.of("orders", "items"));
            query.addEvent("retry", Attributes.of(AttributeKey.longKey("attempt"), 2L));
            query.setStatus(StatusCode.ERROR, "timeout");
            query.end();
            request.end();
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "GET /orders|0|Spans|true; select orders|1|Spans|true; retry|2|Spans|true",
                        trace.rows("select s.name, depth, t.name, dur >= 0 from slice s join track t"
                                + " on s.track_id = t.id order by depth"));
                assertEquals(
                        "debug.cached|1; debug.kind|INTERNAL; debug.ratio|0.5; debug.rows|12; debug.status|ERROR;"
                                + " debug.status_description|timeout; debug.tables[0]|orders; debug.tables[1]|items",
                        trace.rows("select key, coalesce(string_value, cast(int_value as varchar),"
                                + " cast(real_value as varchar)) from args where arg_set_id ="
                                + " (select arg_set_id from slice where name = 'select orders')"
                                + " and key like 'debug.%' and key not like '%_id' order by key"));
                assertEquals(
                        query.getSpanContext().getTraceId(),
                        trace.rows("select distinct string_value from args where key = 'debug.trace_id'"));
                assertEquals("2", trace.rows("select int_value from args where key = 'debug.attempt'"));
            }
        }
    }

    @Test
    void putsOverlappingChildrenOnOtherTracksWithArrows() throws Exception {
        try (InProcessRecording recording = start()) {
            Span parent = begin("parent", null);
            Span first = begin("first", parent);
            Span second = begin("second", parent);
            Thread.ofPlatform().start(first::end).join();
            second.end();
            parent.end();
            begin("next", null).end();
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "parent|0|true; first|1|true; second|0|false; next|0|true",
                        trace.rows("select name, depth, track_id = (select track_id from slice where name = 'parent')"
                                + " from slice where name not like 'start %' order by ts, depth"));
                assertEquals(
                        "start second|second",
                        trace.rows("select a.name, b.name from flow f join slice a on f.slice_out = a.id"
                                + " join slice b on f.slice_in = b.id"));
            }
        }
    }

    @Test
    void splitsChildrenThatOutliveTheirParent() throws Exception {
        try (InProcessRecording recording = start()) {
            Span parent = begin("parent", null);
            Span child = begin("child", parent);
            parent.end();
            child.setAttribute("done", true);
            child.end();
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "parent|0; child|1; child|0",
                        trace.rows("select name, depth from slice where dur >= 0 order by id"));
                assertEquals(
                        "true",
                        trace.rows("select b.ts >= a.ts + a.dur from slice a join slice b on a.name = 'child' and"
                                + " a.depth = 1 and b.name = 'child' and b.depth = 0"));
            }
        }
    }

    @Test
    void keepsTimesThatTheProgramSets() throws Exception {
        try (InProcessRecording recording = start()) {
            Instant now = Instant.now();
            Span span = tracer.spanBuilder("past")
                    .setNoParent()
                    .setStartTimestamp(now.minusSeconds(3))
                    .startSpan();
            span.end(now.minusSeconds(1).getEpochSecond() * 1_000_000_000L + now.getNano(), TimeUnit.NANOSECONDS);
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("2000000000", trace.rows("select dur from slice where name = 'past'"));
            }
        }
    }

    @Test
    void connectsSpansOfOtherProcesses() throws Exception {
        SpanContext caller = SpanContext.createFromRemoteParent(
                "0123456789abcdef0123456789abcdef",
                "00000000000000ff",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        try (InProcessRecording recording = start()) {
            Span client = tracer.spanBuilder("call")
                    .setNoParent()
                    .setSpanKind(SpanKind.CLIENT)
                    .startSpan();
            client.end();
            Span called = tracer.spanBuilder("called")
                    .setParent(Context.root()
                            .with(Span.wrap(SpanContext.createFromRemoteParent(
                                    client.getSpanContext().getTraceId(),
                                    client.getSpanContext().getSpanId(),
                                    TraceFlags.getSampled(),
                                    TraceState.getDefault()))))
                    .setSpanKind(SpanKind.SERVER)
                    .startSpan();
            Span other = begin("other", Span.wrap(caller));
            other.end();
            called.end();
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "00000000000000ff",
                        trace.rows("select string_value from args where key = 'debug.parent_span_id'"
                                + " and arg_set_id = (select arg_set_id from slice where name = 'other')"));
                assertEquals(
                        "call|called",
                        trace.rows("select a.name, b.name from flow f join slice a on f.slice_out = a.id"
                                + " join slice b on f.slice_in = b.id"));
            }
        }
    }

    @Test
    void writesNothingForSpansThatBeganBeforeTheSession() throws Exception {
        Span early = begin("early", null);
        try (InProcessRecording recording = start()) {
            Span late = begin("late", early);
            late.end();
            early.end();
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals("late|0", trace.rows("select name, depth from slice"));
            }
        }
    }
}
