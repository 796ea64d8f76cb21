package traceglass.ingest.perfetto.trackevent;

import traceglass.protos.trackevent.TrackEventDecoder;

/// Handler of producer-specific data in track events that is stored in its own rows in addition to arguments. A new one
/// needs a class and a line in `PacketParsers`. Each machine of each trace has its own instances.
public interface TrackEventExtension {

    /// Returns the numbers of the `TrackEvent` extensions that it handles.
    int[] fields();

    /// Called for each slice whose event has such a field, including at the end of the slice.
    ///
    /// @param i index of the field among the event's fields without a slot
    /// @param slice row of the slice
    /// @param ts start of the slice in ns
    void onSlice(TrackEventDecoder event, int i, int slice, long ts);
}
