package traceglass.ingest.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneOffset;

/// Infers the year of log dates that have none. The first date is in the latest year in which it is not in the future;
/// the year increases at the turn of the year.
public final class AssumedYear {

    private int year;
    private int lastMonth;

    /// @param year year in which the log was written, or a later year
    public AssumedYear(int year) {
        this.year = year;
    }

    /// Returns the year of the next date.
    ///
    /// @throws DateTimeException if there is no such day
    public int of(int month, int day) {
        MonthDay date = MonthDay.of(month, day);
        // In some time zones, it is already tomorrow.
        LocalDate tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1);
        if (lastMonth == 0 && date.atYear(year).isAfter(tomorrow)) {
            year--;
        } else if (lastMonth == 12 && month == 1 && !date.atYear(year + 1).isAfter(tomorrow)) {
            year++;
        }
        lastMonth = month;
        return year;
    }
}
