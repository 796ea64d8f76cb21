package traceglass.ingest.perfetto.trackevent;

import java.util.List;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Handlers of track event extensions by field.
final class TrackEventExtensions {

    private final LongMap<TrackEventExtension> byField = new LongMap<>();

    /// @param factories factories of the handlers
    TrackEventExtensions(ImportContext context, List<Function<ImportContext, TrackEventExtension>> factories) {
        for (var factory : factories) {
            TrackEventExtension extension = factory.apply(context);
            for (int field : extension.fields()) {
                byField.put(field, extension);
            }
        }
    }

    /// Returns whether a handler creates its own rows for the event.
    boolean hasHandler(TrackEventDecoder event) {
        for (int i = 0; i < event.otherCount(); i++) {
            if (handler(event, i) != null) {
                return true;
            }
        }
        return false;
    }

    /// Calls the handlers for the extensions of an event that became a slice.
    void onSlice(TrackEventDecoder event, int slice, long ts) {
        for (int i = 0; i < event.otherCount(); i++) {
            TrackEventExtension extension = handler(event, i);
            if (extension != null) {
                extension.onSlice(event, i, slice, ts);
            }
        }
    }

    private TrackEventExtension handler(TrackEventDecoder event, int i) {
        return event.otherWire(i) == MessageDecoder.BYTES ? byField.get(event.otherNumber(i)) : null;
    }
}
