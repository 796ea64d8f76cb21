package traceglass.engine;

import java.util.OptionalLong;

/// A statistic about the recording or the import of a trace.
///
/// @param index number of the CPU, buffer or sequence for a statistic that is counted for each of them
/// @param severity `info`, `data_loss` or `error`
/// @param source `trace` if the recorder counted it, `analysis` if the import did
/// @param description one or two sentences
public record StatValue(
        String name, OptionalLong index, String severity, String source, long value, String description) {}
