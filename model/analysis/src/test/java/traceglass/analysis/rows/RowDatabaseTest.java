package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.analysis.query.Cancellation;
import traceglass.sql.result.QueryException;

class RowDatabaseTest {

    private static final String NUMBERS =
            "SELECT CAST(CASE WHEN range = %d THEN 'no number' ELSE '1' END AS INTEGER) AS n FROM range(3000000)";

    @Test
    void aResultThatFailsHalfwayIsAnErrorAndNotTruncated() throws Exception {
        try (RowDatabase database = new RowDatabase()) {
            assertEquals(
                    3_000_000,
                    database.query(NUMBERS.formatted(-1), new Cancellation()).size());
            assertThrows(QueryException.class, () -> database.query(NUMBERS.formatted(2_900_000), new Cancellation()));
        }
    }

    /// The query returns more rows than the database buffers, then none for hours.
    @Test
    @Timeout(60)
    void aQueryIsCanceledWhileItsNextRowsAreFetched() throws Exception {
        try (RowDatabase database = new RowDatabase()) {
            Cancellation cancel = new Cancellation();
            CompletableFuture<Boolean> failed = CompletableFuture.supplyAsync(() -> {
                try {
                    database.query(
                            "SELECT range AS n FROM range(100000000000000)"
                                    + " WHERE range < 600000 OR range = 99999999999999",
                            cancel);
                    return false;
                } catch (Exception e) {
                    return true;
                }
            });
            TimeUnit.MILLISECONDS.sleep(1200);
            assertEquals(false, failed.isDone());
            cancel.cancel();
            assertTrue(failed.get(30, TimeUnit.SECONDS));
            assertEquals(1, database.query("SELECT 7 AS n", new Cancellation()).size());
        }
    }
}
