package traceglass.ingest.perfetto.trackevent;

import java.util.List;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.proto.ProtoCursor;

/// Handlers of track event extensions by field.
final class TrackEventExtensions {

    private final LongMap<TrackEventExtension> byField = new LongMap<>();
    private final ProtoCursor cursor = new ProtoCursor();

    /// @param makers factories of the handlers
    TrackEventExtensions(ImportContext context, List<Function<ImportContext, TrackEventExtension>> makers) {
        for (var maker : makers) {
            TrackEventExtension extension = maker.apply(context);
            for (int field : extension.fields()) {
                byField.put(field, extension);
            }
        }
    }

    /// Returns whether a handler creates its own rows for the event.
    boolean handle(TrackEventFields event) {
        for (int i = 0; i < event.extensions.size; i++) {
            if (byField.containsKey(event.extensions.values[i])) {
                return true;
            }
        }
        return false;
    }

    /// Calls the handlers for the extensions of an event that became a slice.
    void slice(TrackEventFields event, int slice, long ts) {
        for (int i = 0; i < event.extensions.size; i++) {
            int field = (int) event.extensions.values[i];
            TrackEventExtension extension = byField.get(field);
            if (extension != null) {
                long location = event.extensionLocations.values[i];
                extension.slice(
                        field,
                        cursor.enter(
                                event.buffer, PendingEventBytes.offset(location), PendingEventBytes.length(location)),
                        slice,
                        ts);
            }
        }
    }
}
