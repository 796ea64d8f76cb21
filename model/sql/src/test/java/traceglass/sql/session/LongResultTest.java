package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;

/// Tests results that are printed while the database is still computing rows.
class LongResultTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    @Timeout(60)
    void printsRowsBeforeTheResultIsComplete() {
        // All rows would take 1,600 GB.
        OutputStream reader = new OutputStream() {
            private long written;

            @Override
            public void write(int b) throws IOException {
                write(new byte[1], 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                written += length;
                if (written > 10_000_000) {
                    throw new IOException("seen enough");
                }
            }
        };
        SqlProblem problem = assertThrows(
                SqlProblem.class,
                () -> session.session.run(
                        "SELECT i, i * 3 AS ts FROM range(100000000000) t(i)", new CsvPrinter(reader)));
        assertTrue(problem.describe().contains("seen enough"), problem.describe());
    }

    @Test
    void convertsAStatementInTheMiddleOfItsResult() throws Exception {
        // The product overflows its type from row 2,147,484 on, when megabytes have been printed.
        String text = session.rows("SELECT i::INTEGER * 1000 AS x FROM range(3000000) t(i)");
        int offset = 0;
        for (long i = 0; i < 3_000_000; i++) {
            String row = Long.toString(i * 1000);
            assertTrue(
                    text.startsWith(row, offset)
                            && (offset + row.length() == text.length() || text.charAt(offset + row.length()) == '\n'),
                    "row " + i);
            offset += row.length() + 1;
        }
        assertEquals(text.length() + 1, offset);
    }

    @Test
    void endsWithACompleteRowAndAnErrorOnAFailureInTheMiddle() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvPrinter printer = new CsvPrinter(out);
        SqlProblem problem = assertThrows(SqlProblem.class, () -> {
            try {
                session.session.run(
                        "SELECT 7 AS n; SELECT CASE WHEN i = 1999999 THEN error('no such row') ELSE i END AS i FROM"
                                + " range(2000000) t(i); SELECT 8",
                        printer);
            } finally {
                printer.abandon();
            }
        });
        assertTrue(problem.describe().contains("no such row"), problem.describe());
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("\"n\"\n7\n\n\"i\"\n0\n1\n2\n"), text.substring(0, 30));
        assertTrue(text.endsWith("\n"));
        String[] lines = text.split("\n");
        assertEquals(Long.toString(lines.length - 5), lines[lines.length - 1]);
    }

    @Test
    void printsNothingOnAnEarlyFailure() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvPrinter printer = new CsvPrinter(out);
        assertThrows(SqlProblem.class, () -> {
            try {
                session.session.run(
                        "SELECT 7 AS n; SELECT CASE WHEN i = 9999 THEN error('no such row') ELSE i END AS i FROM"
                                + " range(20000) t(i)",
                        printer);
            } finally {
                printer.abandon();
            }
        });
        assertEquals("\"n\"\n7\n", out.toString(StandardCharsets.UTF_8));
    }
}
