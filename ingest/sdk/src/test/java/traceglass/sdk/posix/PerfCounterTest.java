package traceglass.sdk.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Uses perf events of the running kernel; skipped without permission.
class PerfCounterTest {

    private static final int CPU_CLOCK = 0;
    private static final int TASK_CLOCK = 1;
    private static final int SAMPLE = 9;

    @BeforeEach
    void assumeLinux() {
        assumeTrue(Posix.isSupported());
    }

    private static PerfAttributes software(long config, long interval, long sampleType, long flags) {
        return new PerfAttributes(
                PerfAttributes.TYPE_SOFTWARE, config, 0, 0, interval, sampleType, 0, flags, Posix.CLOCK_MONOTONIC, 0);
    }

    private static PerfCounter open(PerfAttributes attributes) throws IOException {
        try {
            return PerfCounter.open(attributes, 0, -1, null);
        } catch (PosixException e) {
            return e.errno() == PosixErrors.EINVAL ? PerfCounterTest.fail(e) : abort("no perf events here: " + e);
        }
    }

    private static PerfCounter fail(PosixException e) throws PosixException {
        throw e;
    }

    private static long work() {
        long end = System.nanoTime() + 60_000_000;
        long sum = 0;
        while (System.nanoTime() < end) {
            sum += sum * 31 + end;
        }
        return sum;
    }

    @Test
    void countsTheTimeOfAThread() throws IOException {
        try (PerfCounter event =
                open(software(TASK_CLOCK, 0, 0, PerfAttributes.DISABLED | PerfAttributes.EXCLUDE_KERNEL))) {
            assertEquals(0, event.values(1)[0]);
            event.enable();
            work();
            event.disable();
            long counted = event.values(1)[0];
            assertTrue(counted > 1_000_000 && counted < 10_000_000_000L, () -> counted + " ns");
            work();
            assertEquals(counted, event.values(1)[0]);
        }
    }

    @Test
    void readsSamplesWhereTheRingWraps() throws IOException {
        long flags = PerfAttributes.DISABLED
                | PerfAttributes.FREQUENCY
                | PerfAttributes.EXCLUDE_KERNEL
                | PerfAttributes.USE_CLOCK;
        long fields = PerfAttributes.SAMPLE_TID | PerfAttributes.SAMPLE_TIME;
        List<Long> times = new ArrayList<>();
        try (PerfCounter event = open(software(CPU_CLOCK, 4000, fields, flags))) {
            event.map(1);
            long start = Posix.clockNs(Posix.CLOCK_MONOTONIC);
            event.enable();
            // A page holds 170 samples of 24 bytes, so the ring buffer wraps several times in five rounds of 60 ms.
            for (int i = 0; i < 5; i++) {
                work();
                event.read(Integer.MAX_VALUE, (bytes, offset, length) -> {
                    ByteBuffer record = ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN);
                    if (record.getInt(offset) == SAMPLE) {
                        assertEquals(24, length);
                        assertEquals(ProcessHandle.current().pid(), record.getInt(offset + 8));
                        assertEquals(Posix.threadId(), record.getInt(offset + 12));
                        times.add(record.getLong(offset + 16));
                    }
                });
            }
            event.disable();
            long end = Posix.clockNs(Posix.CLOCK_MONOTONIC);
            assertTrue(times.size() > 20, () -> times.size() + " samples");
            assertEquals(times.stream().sorted().toList(), times);
            assertTrue(times.getFirst() >= start && times.getLast() <= end);
            event.read(Integer.MAX_VALUE, (bytes, offset, length) -> {});
            assertEquals(0, event.read(10, (bytes, offset, length) -> {}));
        }
    }

    @Test
    void reportsWhichEventDoesNotExist() {
        PosixException e = assertThrows(
                PosixException.class,
                () -> PerfCounter.open(software(9999, 0, 0, PerfAttributes.DISABLED), 0, -1, null));
        assertEquals(PosixErrors.ENOENT, e.errno());
    }
}
