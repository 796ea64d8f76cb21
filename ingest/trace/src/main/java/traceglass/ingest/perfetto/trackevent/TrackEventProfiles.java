package traceglass.ingest.perfetto.trackevent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.JsonProfiles;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.DebugAnnotationDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Reads V8 CPU profiles in track events with phase `P`: JSON in the annotation `data`, as written by Chrome's category
/// `disabled-by-default-v8.cpu_profiler`.
final class TrackEventProfiles {

    private final ImportContext context;
    private final DebugAnnotationDecoder annotation = new DebugAnnotationDecoder();
    private JsonProfiles profiles;

    TrackEventProfiles(ImportContext context) {
        this.context = context;
    }

    private JsonProfiles profiles() {
        if (profiles == null) {
            profiles = new JsonProfiles(context, this::monotonic, LongUnaryOperator.identity());
        }
        return profiles;
    }

    private long monotonic(long ts) {
        long traceTime = context.clocks().toTraceTime(ClockId.of(ClockId.MONOTONIC), ts);
        return traceTime == ClockTracker.NONE ? Long.MIN_VALUE : traceTime;
    }

    /// Adds the profile data of an event. Invalid samples and callsites are counted in `stats`.
    void add(TrackEventMessage event, SequenceState state) {
        TrackEventDecoder fields = event.fields();
        List<String> problems = new ArrayList<>();
        long id = event.legacy().unscopedId();
        for (int i = 0; i < fields.debugAnnotationsCount(); i++) {
            fields.debugAnnotations(i, annotation);
            int name = state.internedString(InternedData.DEBUG_ANNOTATION_NAMES_FIELD_NUMBER, annotation.nameIid());
            if (name < 0
                    || name == StringPool.NULL
                    || !annotation.hasLegacyJsonValue()
                    || !context.strings().get(name).equals("data")) {
                continue;
            }
            int from = annotation.legacyJsonValueOffset();
            String problem = profiles()
                    .data(
                            id,
                            state.pid() & 0xFFFF_FFFFL,
                            state.tid() & 0xFFFF_FFFFL,
                            fields.buffer(),
                            from,
                            from + annotation.legacyJsonValueLength(),
                            problems);
            if (problem != null) {
                context.stats().increment(StatNames.LEGACY_V8_CPU_PROFILE_INVALID_SAMPLE);
                break;
            }
        }
        for (int i = 0; i < problems.size(); i++) {
            context.stats().increment(StatNames.LEGACY_V8_CPU_PROFILE_INVALID_CALLSITE);
        }
    }
}
