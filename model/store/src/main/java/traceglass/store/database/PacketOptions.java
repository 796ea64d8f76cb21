package traceglass.store.database;

/// Options for reading the packets of Perfetto traces, as in Perfetto's trace processor.
///
/// @param cropsTrackEvents whether track events before the range of interest of a trace are skipped
/// @param analyzesContent whether the sizes of all fields are written to `experimental_proto_path` and
///     `experimental_proto_content`
public record PacketOptions(boolean cropsTrackEvents, boolean analyzesContent) {

    /// Reads all events and does not analyze sizes.
    public static final PacketOptions DEFAULT = new PacketOptions(false, false);

    /// Returns a string that distinguishes the databases of a trace read with different options; empty by default.
    public String variant() {
        return (cropsTrackEvents ? " crop" : "") + (analyzesContent ? " content" : "");
    }
}
