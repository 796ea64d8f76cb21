package traceglass.store.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeZonesTest {

    @Test
    void readsNamesCitiesAndOffsets() {
        assertEquals(Optional.of(ZoneId.of("Europe/Berlin")), TimeZones.parse("europe/berlin"));
        assertEquals(Optional.of(ZoneId.of("Asia/Kolkata")), TimeZones.parse(" Kolkata "));
        assertEquals(Optional.of(ZoneId.of("America/New_York")), TimeZones.parse("new york"));
        for (String text : new String[] {"+5:30", "+05:30", "+0530", "UTC+5:30", "gmt +5:30", "+530"}) {
            assertEquals(Optional.of(ZoneOffset.ofHoursMinutes(5, 30)), TimeZones.parse(text), text);
        }
        assertEquals(Optional.of(ZoneOffset.ofHoursMinutes(-3, -30)), TimeZones.parse("−3:30"));
        assertEquals(Optional.of(ZoneOffset.UTC), TimeZones.parse("Z"));
    }

    @Test
    void rejectsTextThatNamesNoZone() {
        for (String text :
                new String[] {"", "  ", "Europe", "Berli", "+25", "+3:99", "-", "5", "UTC+", "London; DROP"}) {
            assertEquals(Optional.empty(), TimeZones.parse(text), text);
        }
    }

    @Test
    void everyZoneOfTheSystemIsReadByItsName() {
        assertTrue(TimeZones.names().size() > 400);
        for (String name : TimeZones.names()) {
            assertEquals(Optional.of(ZoneId.of(name)), TimeZones.parse(name), name);
        }
    }

    @Test
    void timesOfDayUseTheChosenZoneWithDaylightSaving() {
        TimeStyle style =
                TimeStyle.DEFAULT.withFormat(TimeFormat.CUSTOM_ZONE).withChosenZone(ZoneId.of("Europe/Berlin"));
        long winter = LocalDateTime.of(2024, 1, 15, 23, 30).toEpochSecond(ZoneOffset.UTC) * 1_000_000_000L;
        long summer = LocalDateTime.of(2024, 7, 15, 12, 0).toEpochSecond(ZoneOffset.UTC) * 1_000_000_000L;
        // A trace whose clock started an hour earlier.
        long boot = winter - 3_600_000_000_000L;
        TimeStyle recorded = style.recordedAt(boot, 330);
        assertEquals(
                "2024-01-16 00:30:00.000 000 007",
                recorded.time(3_600_000_000_007L, 0).replace('\u2009', ' '));
        assertEquals(
                "2024-07-15 14:00:00.000 000 000",
                recorded.time(summer - boot, 0).replace('\u2009', ' '));
        assertEquals("14:00:00", recorded.tick(summer - boot, 1_000_000_000L, summer - boot, 0));
        assertEquals("2024-01-16", recorded.date(3_600_000_000_007L));
        assertEquals(
                "05:00:00", recorded.withFormat(TimeFormat.TRACE_ZONE).tick(3_600_000_000_000L, 1_000_000_000L, 1, 0));
        assertEquals(
                "00:00:01.000 000 000",
                style.time(1_000_000_000L, 0).replace('\u2009', ' '),
                "without a recorded time of day, times are relative");
    }
}
