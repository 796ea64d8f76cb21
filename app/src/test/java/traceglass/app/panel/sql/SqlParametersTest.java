package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.model.time.TimeSpan;

class SqlParametersTest {


    @Test
    void putsNumbersInPlaceOfNamesButNotInStrings() {
        SqlParameters p = new SqlParameters("SELECT $sel_start, '$sel_end', $other\nWHERE ts < $sel_end", new TimeSpan(5, 123_456_789_012L));
        assertEquals("SELECT 5, '$sel_end', $other\nWHERE ts < 123456789012", p.text());
    }

    @Test
    void leadsColumnsBackToWhatWasWritten() {
        String written = "WHERE ts BETWEEN $sel_start AND $sel_end AND nope";
        SqlParameters p = new SqlParameters(written, new TimeSpan(5, 123_456_789_012L));
        assertEquals(written.indexOf("nope") + 1, p.column(1, p.text().indexOf("nope") + 1));
        assertEquals(written.indexOf("$sel_end") + 1, p.column(1, p.text().indexOf("123456789012") + 1));
        assertEquals(written.indexOf("ts") + 1, p.column(1, p.text().indexOf("ts") + 1));
        assertEquals(4, p.column(2, 4));
    }
}
