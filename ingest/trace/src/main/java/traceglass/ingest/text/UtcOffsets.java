package traceglass.ingest.text;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/// UTC offsets at the end of printed times.
public final class UtcOffsets {

    /// Parses an offset, if there is one: `Z`, `+01:00`, `+0100` or `+01`.
    public static final DateTimeFormatter OPTIONAL = new DateTimeFormatterBuilder()
            .optionalStart()
            .appendOffset("+HH:MM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HHmm", "Z")
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private UtcOffsets() {}
}
