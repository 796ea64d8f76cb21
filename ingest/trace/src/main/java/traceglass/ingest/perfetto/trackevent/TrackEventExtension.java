package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.proto.ProtoCursor;

/// Handler of producer-specific data in track events that is stored in its own rows in addition to arguments. A new one
/// needs a class and a line in `PacketParsers`. Each machine of each trace has its own instances.
public interface TrackEventExtension {

    /// Returns the numbers of the `TrackEvent` extensions that it handles.
    int[] fields();

    /// Called for each slice whose event has such a field, including at the end of the slice.
    ///
    /// @param message cursor on the field's message
    /// @param slice row of the slice
    /// @param ts start of the slice in ns
    void onSlice(int field, ProtoCursor message, int slice, long ts);
}
