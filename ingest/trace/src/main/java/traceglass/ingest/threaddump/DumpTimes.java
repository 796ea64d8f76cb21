package traceglass.ingest.threaddump;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import traceglass.ingest.text.UtcOffsets;

/// Parses the times of dumps.
final class DumpTimes {

    /// Result for text that is not a time.
    static final long NONE = Long.MIN_VALUE;

    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd[ ]['T']HH:mm:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .appendPattern("[ ]")
            .append(UtcOffsets.OPTIONAL)
            .toFormatter(Locale.ROOT);

    private DumpTimes() {}

    /// Converts a date and time, with an optional fraction and UTC offset (default UTC), to ns since 1970; returns
    /// [#NONE] if the text is not a time or the result is out of range.
    static long parse(String text) {
        try {
            TemporalAccessor time = FORMAT.parseBest(text.strip(), OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime dateTime =
                    time instanceof OffsetDateTime known ? known : ((LocalDateTime) time).atOffset(ZoneOffset.UTC);
            return Math.addExact(Math.multiplyExact(dateTime.toEpochSecond(), 1_000_000_000L), dateTime.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return NONE;
        }
    }
}
