package traceglass.convert.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.TraceRows;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class MergeArchiveTest {

    private static final int LARGE = 4 << 20;

    @TempDir
    Path dir;

    /// The output of `perf script` uses a clock for which the other trace has no snapshots.
    @Test
    void anOffsetMovesAFileWhoseClockIsUnrelated() throws Exception {
        Path perfetto = Files.write(dir.resolve("a.pftrace"), trace().toByteArray());
        Path perf = Files.writeString(dir.resolve("perf.txt"), """
                work   100/100   12.500000:     250000 cpu-clock:
                \t    7f1234 main (/bin/work)

                work   100/100   12.600000:     250000 cpu-clock:
                \t    7f1234 main (/bin/work)

                """);
        long offset = 1_000_000_000;
        Path archive = dir.resolve("a.tar");
        try (OutputStream out = Files.newOutputStream(archive)) {
            MergeArchive.write(
                    List.of(perfetto, perf),
                    new MergeOptions(Map.of(1, offset), null, 0, null),
                    out,
                    new ImportProgress());
        }
        assertEquals(List.of(12_500_000_000L, 12_600_000_000L), times(perf));
        assertEquals(List.of(13_500_000_000L, 13_600_000_000L), times(archive));
    }

    private static List<Long> times(Path file) throws Exception {
        List<Long> times = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store).query("SELECT ts FROM cpu_profile_stack_sample ORDER BY ts", cursor -> {
                while (cursor.next()) {
                    times.add(cursor.getLong(0));
                }
            });
        }
        return times;
    }

    /// Returns a trace with a snapshot of clocks.
    private static Trace trace() {
        Trace.Builder trace = Trace.newBuilder();
        trace.addPacketBuilder()
                .getClockSnapshotBuilder()
                .addClocks(ClockSnapshot.Clock.newBuilder()
                        .setClockId(ClockId.BOOTTIME)
                        .setTimestamp(1000))
                .addClocks(ClockSnapshot.Clock.newBuilder()
                        .setClockId(ClockId.REALTIME)
                        .setTimestamp(501_000));
        trace.addPacketBuilder()
                .setTimestamp(2000)
                .setTrustedPacketSequenceId(1)
                .getTrackEventBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .setName("event");
        return trace.build();
    }

    @Test
    void aTimelineCanBeCanceledWithinAFile() throws Exception {
        Path large = Files.write(dir.resolve("large.json"), new byte[LARGE]);
        Path other = Files.writeString(dir.resolve("other.json"), "[]");
        ImportProgress progress = new ImportProgress();
        AtomicLong written = new AtomicLong();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                written.incrementAndGet();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (written.addAndGet(length) > LARGE / 4) {
                    progress.cancel();
                }
            }
        };
        assertThrows(ImportCanceled.class, () -> MergeArchive.writeTimeline(List.of(large, other), out, progress));
        assertTrue(written.get() < LARGE / 2, written::toString);
    }
}
