package traceglass.record;

/// A data source of a running recording.
///
/// @param name     as the config names it
/// @param producer who runs it; empty while nobody does
public record SourceState(String name, String producer, Phase phase) {

    /// Where a data source stands.
    public enum Phase {
        /// No producer offers it.
        ABSENT, WAITING, RECORDING, STOPPED
    }
}
