package traceglass.sql.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests date functions against SQLite's values.
class SqliteDatesTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    private void check(String expected, String expressions) throws SqlProblem {
        assertEquals(expected, session.rows("select " + expressions).replace("\"", ""));
    }

    @Test
    void formatsMayBeLong() throws Exception {
        check("40000", "length(strftime('" + "x".repeat(20_000) + "%Y".repeat(5_000) + "', 0, 'unixepoch'))");
    }

    @Test
    void appliesModifiersInOrder() throws Exception {
        check(
                "2023-11-14 00:00:00,2024-03-02 00:00:00,2024-02-16,2023-03-31 23:59:45",
                "datetime(1700000000, 'unixepoch', '+1 hour', 'start of day'), datetime('2024-01-31', '+1 month'),"
                        + " date('2024-01-01', '+1.5 months'), datetime('2024-01-01', '-1 year', '+3 months', '-15"
                        + " seconds')");
        check(
                "2024-01-07,08:30:00,2024-01-02 12:00:00,2024-01-01 01:30:00,2023-12-31 23:59:59",
                "date('2024-01-01', 'weekday 0'), time('10:00', '-90 minutes'), datetime('2024-01-01', '1.5 days'),"
                        + " datetime('2024-01-01', '+01:30'), datetime('2024-01-01', 'START OF YEAR', '-1 second')");
        check(
                "2024-01-01 00:00:00,2024-05-01",
                "datetime('2024-01-01', 'utc', 'localtime'), date('2024-05-17', 'start of month')");
    }

    @Test
    void addsYearsMonthsDaysAndTime() throws Exception {
        check(
                "2025-03-04,2022-11-28,2025-03-04 05:06:07,2022-11-27 18:53:53",
                "date('2024-01-01', '+0001-02-03'), date('2024-01-31', '-0001-02-03'),"
                        + " datetime('2024-01-01', '+0001-02-03 05:06:07'), datetime('2024-01-31', '-0001-02-03"
                        + " 05:06:07')");
        check(
                "[NULL],[NULL],[NULL]",
                "date('2024-01-01', '+0001-12-00'), date('2024-01-01', '+0001-02-31'), date('2024-01-01',"
                        + " '+8000-00-01')");
    }

    @Test
    void aNumberIsAJulianDayUnlessAModifierSaysOtherwise() throws Exception {
        check(
                "2023-02-25 00:00:00,[NULL],2023-11-14 22:13:20,2023-02-25 00:00:00,2023-11-14 22:13:20,1677283200",
                "datetime(2460000.5), datetime(1700000000), datetime(1700000000, 'auto'), datetime('2460000.5'),"
                        + " datetime('1700000000', 'unixepoch'), unixepoch(2460000.5)");
        check(
                "2460311.000000,1704110400,[NULL]",
                "julianday('2024-01-01 12:00'), unixepoch('2024-01-01T12:00Z'), julianday(1e10)");
        check(
                "13.000000,86400",
                "julianday('2024-01-14') - julianday('2024-01-01'), unixepoch('2024-01-02') - unixepoch('2024-01-01')");
    }

    @Test
    void textIsParsedAsATime() throws Exception {
        check(
                "2000-01-01 12:30:00,2024-01-01 05:00:00,2024-01-01 10:00:30,2024-01-01 00:00:00,-0001-01-01",
                "datetime('12:30'), datetime('2024-01-01 10:00+05:00'), "
                        + "datetime('2024-01-01 10:00:30 '), datetime('2024-01-01 '), date('-0001-01-01')");
        check("1,1", "unixepoch('now') > 1700000000, date() >= '2025-01-01'");
    }

    @Test
    void invalidTimesAreNull() throws Exception {
        check(
                "[NULL],[NULL],[NULL],[NULL],[NULL]",
                "datetime('abc'), datetime(' 2024-01-01'), datetime('2024-01-01 10:00+05'), date('2024-1-1'),"
                        + " datetime(null)");
        check(
                "[NULL],[NULL],[NULL],[NULL],[NULL]",
                "datetime(1.5, '+1 day', 'unixepoch'), datetime('2024-01-01', 'unixepoch'), datetime('2024-01-01',"
                        + " null), datetime('2024-01-01', '+1 week'), datetime('2024-01-01', '+ 1 day')");
        check("[NULL],[NULL]", "strftime('%q', '2024-01-01'), datetime(1700000000000000000, 'unixepoch')");
    }

    @Test
    void formatsSupportTheSpecifiersOfSqlite() throws Exception {
        check(
                "1714979289 2460436.797332176 19 127 1 %,01.000,20.124",
                "strftime('%s %J %W %j %w %%', '2024-05-06 07:08:09.5'), "
                        + "strftime('%f', '2024-01-01 00:00:00.9999'), strftime('%f', 1700000000.1239, 'unixepoch')");
        check(
                "2023-11-14 22:13:21,2023-11",
                "datetime(1700000000.9996, 'unixepoch'), strftime('%Y-%m', 1700000000, 'unixepoch')");
    }

    @Test
    void columnsOfAnyTypeCanBeTimes() throws Exception {
        check(
                "1970-01-01 00:00:10,1970-01-01 01:00:10,1970-01-01",
                "datetime(ts, 'unixepoch'), datetime(ts, 'unixepoch', '+' || '1 hour'), date(datetime(ts,"
                        + " 'unixepoch')) from slice where id = 0");
        check("1970-01-01 00:00:13", "datetime(max(ts), 'unixepoch', 'localtime') from slice");
    }

    @Test
    void formattingATimestampUsesDuckDb() throws Exception {
        check("2023-11-14", "strftime(make_timestamp(1700000000000000), '%Y-%m-%d')");
    }
}
