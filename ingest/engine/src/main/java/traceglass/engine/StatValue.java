package traceglass.engine;

import java.util.OptionalLong;

/// A statistic about the recording or the import of a trace.
///
/// @param index what is counted per CPU, buffer or sequence: which one
/// @param severity `info`, `data_loss` or `error`
/// @param source `trace` if the recorder counted it, `analysis` if the import did
/// @param description one or two sentences
public record StatValue(
        String name, OptionalLong index, String severity, String source, long value, String description) {}
