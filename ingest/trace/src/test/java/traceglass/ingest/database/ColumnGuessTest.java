package traceglass.ingest.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnGuessTest {

    /// @param columns names, each followed by a bar and a value
    private static ColumnGuess guess(String... columns) {
        List<TableColumn> all = new ArrayList<>();
        for (String column : columns) {
            int bar = column.indexOf('|');
            all.add(TableColumn.of(column.substring(0, bar), List.of(column.substring(bar + 1))));
        }
        return ColumnGuess.of(all);
    }

    private static void assertClear(String meanings, String... columns) {
        ColumnGuess guess = guess(columns);
        assertEquals("", guess.problem());
        assertEquals(meanings, guess.meanings().text());
    }

    private static void assertUnclear(String problem, String... columns) {
        assertEquals(problem, guess(columns).problem());
    }

    @Test
    void unitsAreInTheNamesOfColumns() {
        assertClear("time=ts_ns:ns,duration=duration (ms):ms", "ts_ns|5", "duration (ms)|2.5");
        assertClear(
                "time=TimeInSeconds:s,duration=elapsedMs:ms,name=label", "TimeInSeconds|1.5", "elapsedMs|3", "label|x");
    }

    @Test
    void unitsAreDerivedFromTimesSince1970() {
        assertClear("time=timestamp:s,value=value", "timestamp|1700000000", "value|1");
        assertClear("time=timestamp:ms,value=value", "timestamp|1700000000123", "value|1");
        assertClear("time=timestamp:us,value=value", "timestamp|1700000000123456", "value|1");
        assertClear("time=timestamp:ns,value=value", "timestamp|1700000000123456789", "value|1");
        assertClear("time=time:s,value=value", "time|12.5", "value|1");
        assertUnclear("the unit of “time” is unknown", "time|12", "value|1");
    }

    @Test
    void readsTheColumnsOfJMeter() {
        assertClear(
                "time=timeStamp:ms,duration=elapsed:ms,thread=threadName,name=label",
                "timeStamp|1700000000123",
                "elapsed|250",
                "label|Home",
                "responseCode|200",
                "threadName|t1");
    }

    @Test
    void readsTheColumnsOfK6() {
        List<TableColumn> columns = new ArrayList<>();
        String[][] all = {
            {"metric_name", "vus"},
            {"timestamp", "1641298536"},
            {"metric_value", "2.0"},
            {"group", ""},
            {"name", "a/b"},
            {"service", ""}
        };
        for (String[] column : all) {
            columns.add(TableColumn.of(column[0], List.of(column[1])));
        }
        assertEquals(
                "time=timestamp:s,name=metric_name,value=metric_value",
                ColumnGuess.of(columns).meanings().text());
    }

    @Test
    void prefersAStartWithAnEndToOtherTimeColumns() {
        assertClear(
                "time=start:date,end=end:date,name=name",
                "timestamp|2024-01-01 00:00:00",
                "start|2024-01-01",
                "end|2024-01-02",
                "name|x");
        assertUnclear(
                "several columns may be the time (“timestamp”, “time”)", "timestamp|1700000000", "time|1700000001");
    }

    @Test
    void aDurationNextToADateNeedsAUnit() {
        assertUnclear("the unit of “duration” is unknown", "time|2024-01-01 10:00", "duration|5");
    }

    @Test
    void otherTablesHaveNoTime() {
        assertFalse(guess("fruit|apple", "count|3").hasTime());
        assertFalse(guess("time|never", "count|3").hasTime());
    }

    @Test
    void timesKeepTheirPrecision() {
        assertEquals(1_700_000_000_123_456_789L, TimeValues.parseNs("1700000000.123456789", ColumnUnit.S));
        assertEquals(-1_500, TimeValues.parseNs("-1.5", ColumnUnit.US));
        assertEquals(2_000_000_000_000L, TimeValues.parseNs("2e3", ColumnUnit.S));
        assertEquals(45_296_007_000_000L, TimeValues.parseNs("12:34:56.007", ColumnUnit.DATE));
        assertEquals(1_704_103_200_000_000_000L, TimeValues.parseNs("2024-01-01 12:00:00+02:00", ColumnUnit.DATE));
        for (String wrong :
                List.of("", "x", "1e99", "999999999999999999999999", "2024-13-01", "25:00", "NaN", "0x10")) {
            assertEquals(TimeValues.NONE, TimeValues.parseNs(wrong, ColumnUnit.S), wrong);
            assertEquals(TimeValues.NONE, TimeValues.parseNs(wrong, ColumnUnit.DATE), wrong);
        }
    }
}
