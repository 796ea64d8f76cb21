package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

/// Converts the numbers and ids of `TrackEvent.LegacyEvent` to arguments of a raw event.
final class LegacyEventArgs {

    private LegacyEventArgs() {}

    /// @param threadTs CPU time of the thread in ns; null if unknown
    /// @param instructions instruction count of the thread; null if unknown
    static void write(ArgSetBuilder b, StringPool strings, TrackEventFields event, Long threadTs, Long instructions) {
        if (event.hasDurationUs) {
            b.addInt(strings.intern("legacy_event.duration_ns"), event.durationUs * 1000);
        }
        if (threadTs != null) {
            b.addInt(strings.intern("legacy_event.thread_timestamp_ns"), threadTs);
            if (event.hasThreadDurationUs) {
                b.addInt(strings.intern("legacy_event.thread_duration_ns"), event.threadDurationUs * 1000);
            }
        }
        if (instructions != null) {
            b.addInt(strings.intern("legacy_event.thread_instruction_count"), instructions);
            if (event.hasInstructionsSpent) {
                b.addInt(strings.intern("legacy_event.thread_instruction_delta"), event.instructionsSpent);
            }
        }
        if (event.useAsyncTts) {
            b.addBool(strings.intern("legacy_event.use_async_tts"), true);
        }
        String id = event.hasUnscopedId
                ? "unscoped_id"
                : event.hasGlobalId ? "global_id" : event.hasLocalId ? "local_id" : null;
        if (id != null) {
            b.addUint(strings.intern("legacy_event." + id), event.legacyId);
            if (event.idScope != -1 && PendingEventBytes.length(event.idScope) > 0) {
                b.addString(
                        strings.intern("legacy_event.id_scope"),
                        strings.intern(
                                event.buffer,
                                PendingEventBytes.offset(event.idScope),
                                PendingEventBytes.length(event.idScope)));
            }
        }
    }
}
