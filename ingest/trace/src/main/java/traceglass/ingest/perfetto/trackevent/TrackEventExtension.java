package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.proto.ProtoCursor;

/// Takes what a producer adds to track events and that has rows of its own beside its arguments. A new one is a class
/// and one line in `PacketParsers`. Each machine of each trace has its own instances.
public interface TrackEventExtension {

    /// Numbers of the extensions of `TrackEvent` that this is called for.
    int[] fields();

    /// Called for each slice whose event has such a field, also when the slice ends.
    ///
    /// @param message on the field's message
    /// @param slice row of the slice
    /// @param ts its start, ns
    void slice(int field, ProtoCursor message, int slice, long ts);
}
