package traceglass.app.fleet;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import traceglass.analysis.rows.CellText;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// How the numbers of a column are shown.
enum ValueFormat {
    NUMBER,
    /// Nanoseconds.
    DURATION,
    /// Bytes.
    SIZE,
    /// Milliseconds since 1970.
    DATE;

    private static final DateTimeFormatter DATES = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter DAYS = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter TIMES = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);
    private static final double DAY_MS = 86_400_000;

    /// Returns a value with its unit.
    String text(double value) {
        return switch (this) {
            case NUMBER -> CellText.number(value);
            case DURATION -> TimeText.duration(Math.round(value));
            case SIZE -> DisplayText.size(Math.round(value));
            case DATE -> DATES.format(Instant.ofEpochMilli(Math.round(value)).atZone(ZoneId.systemDefault()));
        };
    }

    /// Returns the label of an axis.
    ///
    /// @param step distance of the labels
    String tick(double value, double step) {
        if (this == DATE) {
            return (step >= DAY_MS ? DAYS : TIMES)
                    .format(Instant.ofEpochMilli(Math.round(value)).atZone(ZoneId.systemDefault()));
        }
        return value == 0 ? "0" : text(value);
    }
}
