package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.store.table.StringPool;

/// Converts the numbers and ids of `TrackEvent.LegacyEvent` to arguments of a raw event.
final class LegacyEventArgs {

    private LegacyEventArgs() {}

    /// @param threadTs CPU time of the thread in ns; null if unknown
    /// @param instructions instruction count of the thread; null if unknown
    static void write(ArgSetBuilder b, StringPool strings, TrackEventMessage event, Long threadTs, Long instructions) {
        LegacyEventDecoder legacy = event.legacy();
        if (legacy.hasDurationUs()) {
            b.addInt(strings.intern("legacy_event.duration_ns"), legacy.durationUs() * 1000);
        }
        if (threadTs != null) {
            b.addInt(strings.intern("legacy_event.thread_timestamp_ns"), threadTs);
            if (legacy.hasThreadDurationUs()) {
                b.addInt(strings.intern("legacy_event.thread_duration_ns"), legacy.threadDurationUs() * 1000);
            }
        }
        if (instructions != null) {
            b.addInt(strings.intern("legacy_event.thread_instruction_count"), instructions);
            if (legacy.hasThreadInstructionDelta()) {
                b.addInt(strings.intern("legacy_event.thread_instruction_delta"), legacy.threadInstructionDelta());
            }
        }
        if (legacy.useAsyncTts()) {
            b.addBool(strings.intern("legacy_event.use_async_tts"), true);
        }
        String id = legacy.hasUnscopedId()
                ? "unscoped_id"
                : legacy.hasGlobalId() ? "global_id" : legacy.hasLocalId() ? "local_id" : null;
        if (id != null) {
            b.addUint(strings.intern("legacy_event." + id), event.legacyId());
            if (legacy.idScopeLength() > 0) {
                b.addString(
                        strings.intern("legacy_event.id_scope"),
                        strings.intern(legacy.buffer(), legacy.idScopeOffset(), legacy.idScopeLength()));
            }
        }
    }
}
