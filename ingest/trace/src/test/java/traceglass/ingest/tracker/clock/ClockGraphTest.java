package traceglass.ingest.tracker.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClockGraphTest {

    private int invalid;
    private int misses;
    private final ClockGraph graph = new ClockGraph(() -> invalid++, () -> misses++);
    private final ClockId boot = ClockId.of(ClockId.BOOTTIME);
    private final ClockId mono = ClockId.of(ClockId.MONOTONIC);
    private final ClockId real = ClockId.of(ClockId.REALTIME);

    private static ClockGraph.Reading reading(ClockId clock, long value) {
        return new ClockGraph.Reading(clock, value);
    }

    @Test
    void convertsByTheLatestSnapshotThatIsNotAfterTheTime() {
        graph.addSnapshot(List.of(reading(boot, 100), reading(mono, 1100)));
        graph.addSnapshot(List.of(reading(boot, 200), reading(mono, 1250)));
        assertEquals(1099, graph.convert(boot, 99, mono));
        assertEquals(1199, graph.convert(boot, 199, mono));
        assertEquals(1250, graph.convert(boot, 200, mono));
        assertEquals(2250, graph.convert(boot, 1200, mono));
        assertEquals(150, graph.convert(mono, 1150, boot));
    }

    @Test
    void convertsThroughOtherClocksIfTwoHaveNoCommonSnapshot() {
        ClockId custom = ClockId.ofSequence(0, 7, 64);
        graph.addSnapshot(List.of(reading(boot, 10), reading(mono, 20)));
        graph.addSnapshot(List.of(reading(mono, 20), new ClockGraph.Reading(custom, 3, 1000, false)));
        assertEquals(10 + 2000, graph.convert(custom, 5, boot));
    }

    @Test
    void clocksConvertThroughOthersOnceASnapshotConnectsThem() {
        ClockId custom = ClockId.ofSequence(0, 7, 64);
        graph.addSnapshot(List.of(reading(boot, 10), reading(mono, 20)));
        assertEquals(ClockGraph.NONE, graph.convert(custom, 5, boot));
        assertEquals(ClockGraph.Failure.UNKNOWN_SOURCE, graph.failure());
        graph.addSnapshot(List.of(reading(real, 100), reading(custom, 300)));
        ClockId unknown = ClockId.ofSequence(0, 7, 65);
        for (int i = 0; i < 3; i++) {
            assertEquals(ClockGraph.NONE, graph.convert(custom, 305, boot));
            assertEquals(ClockGraph.Failure.NO_PATH, graph.failure());
            assertEquals(ClockGraph.NONE, graph.convert(custom, 306, boot));
            assertEquals(ClockGraph.Failure.NO_PATH, graph.failure());
            assertEquals(ClockGraph.NONE, graph.convert(custom, 305, unknown));
            assertEquals(ClockGraph.Failure.UNKNOWN_TARGET, graph.failure());
            assertEquals(ClockGraph.NONE, graph.convert(unknown, 305, boot));
            assertEquals(ClockGraph.Failure.UNKNOWN_SOURCE, graph.failure());
        }
        assertEquals(13, misses);
        graph.addSnapshot(List.of(reading(mono, 40), reading(real, 140)));
        // 305 of the custom clock corresponds to 105 of the wall clock and 5 of the monotonic clock.
        assertEquals(-5, graph.convert(custom, 305, boot));
    }

    @Test
    void addsUpDeltaEncodedTimes() {
        ClockId custom = ClockId.ofSequence(0, 7, 64);
        graph.addSnapshot(List.of(reading(boot, 1000), new ClockGraph.Reading(custom, 0, 1, true)));
        assertEquals(1005, graph.convert(custom, 5, boot));
        assertEquals(1012, graph.convert(custom, 7, boot));
        graph.addSnapshot(List.of(reading(boot, 2000), new ClockGraph.Reading(custom, 100, 1, true)));
        assertEquals(2001, graph.convert(custom, 1, boot));
        // A time before the snapshot: each difference counts once, whichever path is used.
        assertEquals(1041, graph.convert(custom, -60, boot));
        assertEquals(1042, graph.convert(custom, 1, boot));
        assertEquals(2003, graph.convert(custom, 61, boot));
        assertEquals(3, misses);
    }

    @Test
    void alternatingClocksAreConvertedIndependently() {
        graph.addSnapshot(List.of(reading(boot, 100), reading(mono, 1100), reading(real, 5100)));
        graph.addSnapshot(List.of(reading(boot, 200), reading(mono, 1210), reading(real, 5230)));
        for (int i = 0; i < 20; i++) {
            assertEquals(150 + i, graph.convert(mono, 1150 + i, boot));
            assertEquals(160 + i, graph.convert(real, 5160 + i, boot));
            assertEquals(300 + i, graph.convert(mono, 1310 + i, boot));
            assertEquals(77, graph.convert(boot, 77, boot));
            assertEquals(1161 + i, graph.convert(boot, 161 + i, mono));
        }
        assertEquals(4, misses);
    }

    @Test
    void reportsWhyItCannotConvert() {
        graph.addSnapshot(List.of(reading(boot, 1), reading(mono, 2)));
        assertEquals(ClockGraph.NONE, graph.convert(ClockId.of(99), 1, boot));
        assertEquals(ClockGraph.Failure.UNKNOWN_SOURCE, graph.failure());
        assertEquals(ClockGraph.NONE, graph.convert(boot, 1, ClockId.of(99)));
        assertEquals(ClockGraph.Failure.UNKNOWN_TARGET, graph.failure());
        graph.addSnapshot(List.of(reading(real, 1), reading(ClockId.of(42), 2)));
        assertEquals(ClockGraph.NONE, graph.convert(boot, 1, real));
        assertEquals(ClockGraph.Failure.NO_PATH, graph.failure());
    }

    @Test
    void clocksConvertOnceASnapshotConnectsThem() {
        graph.addSnapshot(List.of(reading(boot, 1), reading(mono, 2)));
        ClockId unknown = ClockId.of(99);
        for (int i = 1; i <= 3; i++) {
            assertEquals(ClockGraph.NONE, graph.convert(real, i, boot));
            assertEquals(ClockGraph.Failure.UNKNOWN_SOURCE, graph.failure());
            assertEquals(ClockGraph.NONE, graph.convert(boot, i, unknown));
            assertEquals(ClockGraph.Failure.UNKNOWN_TARGET, graph.failure());
            assertEquals(ClockGraph.NONE, graph.convert(boot, i, unknown));
            assertEquals(ClockGraph.Failure.UNKNOWN_TARGET, graph.failure());
            assertEquals(3 * i, misses);
        }
        graph.addSnapshot(List.of(reading(real, 5), reading(ClockId.of(42), 6)));
        assertEquals(ClockGraph.NONE, graph.convert(real, 7, boot));
        assertEquals(ClockGraph.NONE, graph.convert(real, 7, boot));
        assertEquals(ClockGraph.Failure.NO_PATH, graph.failure());
        graph.addSnapshot(List.of(reading(real, 8), reading(boot, 10)));
        assertEquals(13, graph.convert(real, 11, boot));
    }

    @Test
    void aClockThatWentBackwardsIsOnlyATarget() {
        graph.addSnapshot(List.of(reading(boot, 100), reading(real, 5000)));
        graph.addSnapshot(List.of(reading(boot, 200), reading(real, 4000)));
        assertEquals(4010, graph.convert(boot, 210, real));
        assertEquals(ClockGraph.NONE, graph.convert(real, 4000, boot));
    }

    @Test
    void rejectsContradictorySnapshots() {
        assertEquals(-1, graph.addSnapshot(List.of(reading(boot, 1), reading(boot, 2))));
        assertEquals(-1, graph.addSnapshot(List.of(new ClockGraph.Reading(mono, 1, 1, true))));
        List<ClockGraph.Reading> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(reading(ClockId.of(1000 + i), i));
        }
        assertEquals(-1, graph.addSnapshot(many));
        assertEquals(3, invalid);
    }

    @Test
    void cachedPathsGiveTheSameResultsAsSearchedOnes() {
        Random random = new Random(5);
        long b = 0;
        long m = 0;
        List<long[]> snapshots = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            b += 1 + random.nextInt(1000);
            m += 1 + random.nextInt(1000);
            snapshots.add(new long[] {b, m});
            graph.addSnapshot(List.of(reading(boot, b), reading(mono, m)));
        }
        for (int i = 0; i < 5000; i++) {
            long t = random.nextInt((int) b + 500);
            long[] nearest = snapshots.getFirst();
            for (long[] s : snapshots) {
                if (s[0] <= t) {
                    nearest = s;
                }
            }
            assertEquals(t - nearest[0] + nearest[1], graph.convert(boot, t, mono));
        }
    }
}
