package traceglass.store.database;

/// How the packets of Perfetto traces are read, as with the options of Perfetto's trace processor.
///
/// @param cropsTrackEvents whether track events before the range of interest of a trace are left out
/// @param analyzesContent whether the sizes of all fields are written to `experimental_proto_path` and
///     `experimental_proto_content`
public record PacketOptions(boolean cropsTrackEvents, boolean analyzesContent) {

    /// Reads all events, and measures nothing.
    public static final PacketOptions DEFAULT = new PacketOptions(false, false);

    /// Distinguishes the databases of a trace; empty by default.
    public String variant() {
        return (cropsTrackEvents ? " crop" : "") + (analyzesContent ? " content" : "");
    }
}
