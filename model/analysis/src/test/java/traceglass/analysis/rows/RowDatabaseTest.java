package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
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
}
