package traceglass.record.spi;

import traceglass.protos.config.TraceConfig;

/// A data source of a running recording.
///
/// @param name as the config names it
/// @param producer who runs it; empty while nobody does
/// @param buffer the number of the buffer that it writes to
public record SourceState(String name, String producer, Phase phase, int buffer) {

    /// The data source of the config by this name.
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

    /// Where a data source stands.
    public enum Phase {
        /// No producer offers it.
        ABSENT,
        WAITING,
        RECORDING,
        STOPPED,
        /// Its producer ended it without having begun, as for want of rights.
        FAILED
    }
}
