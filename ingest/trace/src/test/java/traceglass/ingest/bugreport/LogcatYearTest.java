package traceglass.ingest.bugreport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests the years inferred for log lines without a year.
class LogcatYearTest {

    @TempDir
    Path dir;

    private List<LocalDate> dates(LocalDate... days) throws Exception {
        StringBuilder log = new StringBuilder();
        for (LocalDate day : days) {
            log.append(day.format(DateTimeFormatter.ofPattern("MM-dd")))
                    .append(" 12:00:00.000   10   11 I tag: text\n");
        }
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(Files.writeString(dir.resolve("log.txt"), log), storage, new ImportProgress());
        Table logs = storage.table("__intrinsic_logs");
        List<LocalDate> read = new ArrayList<>();
        for (int row = 0; row < logs.rowCount(); row++) {
            read.add(Instant.ofEpochSecond(logs.longs("ts").get(row) / 1_000_000_000L)
                    .atZone(ZoneOffset.UTC)
                    .toLocalDate());
        }
        return read;
    }

    @Test
    void aDayWithoutAYearIsTheLatestPastOne() throws Exception {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        LocalDate past = today.minusDays(100);
        // 29 February exists only in leap years.
        LocalDate future = today.plusDays(today.plusDays(60).getMonthValue() == 2 ? 90 : 60);
        assertEquals(List.of(past), dates(past));
        assertEquals(List.of(future.minusYears(1)), dates(future));
    }

    @Test
    void aTimeWithoutDigitsAfterItsPointIsAWholeSecond() throws Exception {
        String log = "2024-03-01 12:00:00.000   10   11 I tag: text\n2024-03-01 12:00:01.   10   11 I tag: text\n";
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(Files.writeString(dir.resolve("log.txt"), log), storage, new ImportProgress());
        Table logs = storage.table("__intrinsic_logs");
        assertEquals(2, logs.rowCount());
        assertEquals(1_000_000_000L, logs.longs("ts").get(1) - logs.longs("ts").get(0));
    }
}
