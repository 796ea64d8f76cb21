package traceglass.app.fleet.value;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import traceglass.analysis.rows.CellText;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Display format of the numbers of a column.
public enum ValueFormat {
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
    public String text(double value) {
        return switch (this) {
            case NUMBER -> CellText.number(value);
            case DURATION -> TimeText.duration(Math.round(value));
            case SIZE -> DisplayText.size(Math.round(value));
            case DATE -> DATES.format(Instant.ofEpochMilli(Math.round(value)).atZone(ZoneId.systemDefault()));
        };
    }

    /// Returns the label of an axis tick.
    public String tick(double value, PlotScale scale) {
        double largest = Math.max(Math.abs(scale.min()), Math.abs(scale.max()));
        return switch (this) {
            case DATE ->
                (scale.step() >= DAY_MS ? DAYS : TIMES)
                        .format(Instant.ofEpochMilli(Math.round(value)).atZone(ZoneId.systemDefault()));
            case DURATION ->
                TimeText.tick(Math.round(value), Math.max(1, Math.round(scale.step())), Math.round(largest));
            // Sums of steps such as 0.1 are not exact.
            case NUMBER ->
                text(Math.abs(value) < scale.step() / 2 ? 0 : Math.rint(value / scale.step()) * scale.step());
            case SIZE -> text(value);
        };
    }
}
