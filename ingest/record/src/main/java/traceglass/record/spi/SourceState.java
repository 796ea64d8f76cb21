package traceglass.record.spi;

import traceglass.protos.config.TraceConfig;

/// State of a data source in a running recording.
///
/// @param name name in the config
/// @param producer the process that runs it; empty if none does
/// @param buffer index of the buffer that it writes to
public record SourceState(String name, String producer, Phase phase, int buffer) {

    /// Returns the state of the config's data source with this name.
    public static SourceState of(String name, String producer, Phase phase, TraceConfig config) {
        return new SourceState(
                name,
                producer,
                phase,
                config.getDataSourcesList().stream()
                        .filter(d -> d.getConfig().getName().equals(name))
                        .findFirst()
                        .map(d -> BufferFill.target(d.getConfig(), config))
                        .orElse(0));
    }

    /// Phase of a data source.
    public enum Phase {
        /// No producer offers it.
        ABSENT,
        WAITING,
        RECORDING,
        STOPPED,
        /// Its producer stopped it before it had started, for example because of missing permissions.
        FAILED
    }
}
