package traceglass.app.panel.sql.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryHistoryTest {

    private static QueryHistory.Entry entry(String sql) {
        return new QueryHistory.Entry(Instant.parse("2026-03-01T10:20:30Z"), 5, 17, sql);
    }

    @Test
    void readsWrittenEntries() {
        List<QueryHistory.Entry> entries =
                List.of(entry("SELECT 1"), entry("-- a\n\nSELECT 2\nFROM x;"), entry("SELECT ' --@ '"));
        assertEquals(entries, QueryHistory.parse(QueryHistory.format(entries)));
    }

    @Test
    void separatesQueriesThatLookLikeMarkers() {
        List<QueryHistory.Entry> read =
                QueryHistory.parse(QueryHistory.format(List.of(entry("SELECT 1\n--@ not a mark"), entry("SELECT 2"))));
        assertEquals(
                List.of("SELECT 1\n --@ not a mark", "SELECT 2"),
                read.stream().map(QueryHistory.Entry::sql).toList());
    }

    @Test
    void skipsInvalidEntries() {
        assertEquals(
                List.of(entry("SELECT 3")),
                QueryHistory.parse("garbage\n--@ yesterday 1 2\nSELECT 9\n--@ 2026-03-01T10:20:30Z 5 17\nSELECT 3\n"));
    }

    @Test
    void storesEqualQueriesOnlyOnce() {
        QueryHistory history = new QueryHistory(null);
        history.add(entry("SELECT 1"));
        history.add(entry("SELECT 2"));
        history.add(entry("SELECT 1"));
        assertEquals(
                List.of("SELECT 1", "SELECT 2"),
                history.entries().stream().map(QueryHistory.Entry::sql).toList());
    }
}
