package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestedTablesTest {

    @Test
    void aViewIsReplacedByItsTables() {
        assertEquals(Set.of("__intrinsic_slice"), RequestedTables.of("SELECT count(*) FROM Slice"));
        assertTrue(RequestedTables.of("select * from thread_track").contains("__intrinsic_track"));
    }

    @Test
    void viewsOfViewsAreReplacedByTheirTables() {
        String views = StoreSchema.publicViews();
        assertTrue(views.contains("CREATE VIEW thread_track AS"), "thread_track is no longer a view");
        Set<String> tables = RequestedTables.of("WITH a AS (SELECT * FROM sched) SELECT * FROM a, counter;");
        assertTrue(tables.contains("__intrinsic_counter"), tables.toString());
        assertTrue(tables.stream().anyMatch(t -> t.contains("sched")), tables.toString());
    }

    @Test
    void otherWordsRequestNoTables() {
        assertEquals(Set.of(), RequestedTables.of("SELECT 1 AS one, 'x', $$y$$ -- nothing"));
        assertEquals(Set.of(), RequestedTables.of(""));
    }
}
