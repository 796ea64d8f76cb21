package traceglass.ingest.tracker.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ThreadStateTrackerTest {

    private final TraceStorage storage = new TraceStorage();
    private final ImportContext context = new ImportSession(storage, new ImportProgress()).context(0, 0);
    private final ThreadStateTracker states = context.threadStates();
    private final StringPool strings = storage.strings();
    private final int sleeping = strings.intern("S");
    private final int runnable = strings.intern("R");
    private final int preempted = strings.intern("R+");
    private final int a;
    private final int b;

    ThreadStateTrackerTest() {
        context.processes().mapZeroToIdle();
        a = context.processes().thread(10);
        b = context.processes().thread(20);
    }

    private List<String> rows() {
        Table t = storage.table("__intrinsic_thread_state");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(t.longs("ts").get(i) + "+" + t.longs("dur").get(i) + " "
                    + (t.ints("utid").get(i) == a ? "a" : "b") + " "
                    + strings.get(t.strings("state").get(i))
                    + (t.ints("waker_utid").isNull(i)
                            ? ""
                            : " by " + (t.ints("waker_utid").get(i) == a ? "a" : "b"))
                    + (t.ints("waker_id").isNull(i)
                            ? ""
                            : "#" + t.ints("waker_id").get(i))
                    + (t.ints("irq_context").isNull(i)
                            ? ""
                            : " irq " + t.ints("irq_context").get(i))
                    + (t.ints("io_wait").isNull(i)
                            ? ""
                            : " io " + t.ints("io_wait").get(i)));
        }
        return rows;
    }

    @Test
    void switchesEndOneStateAndBeginTheNext() {
        states.addSwitch(10, 0, 0, runnable, a);
        states.addSwitch(20, 0, a, sleeping, b);
        states.addSwitch(50, 0, b, preempted, 0);
        assertEquals(List.of("10+10 a Running", "20+-1 a S", "20+30 b Running", "50+-1 b R+"), rows());
    }

    @Test
    void wakersHaveTheStateInWhichTheyRan() {
        states.addSwitch(10, 0, 0, runnable, b);
        states.addSwitch(10, 1, 0, runnable, a);
        states.addSwitch(20, 1, a, sleeping, 0);
        states.addWakeup(30, a, b, 0x10);
        states.addSwitch(40, 1, 0, runnable, a);
        assertEquals(
                List.of("10+-1 b Running", "10+10 a Running", "20+10 a S", "30+10 a R by b#0 irq 1", "40+-1 a Running"),
                rows());
    }

    @Test
    void wakingARunnableThreadIsSpurious() {
        states.addSwitch(10, 0, 0, runnable, a);
        states.addWakeup(15, a, b, ThreadStateTracker.NO_FLAGS);
        Table spurious = storage.table("__intrinsic_spurious_sched_wakeup");
        assertEquals(1, spurious.rowCount());
        assertEquals(0, spurious.longs("thread_state_id").get(0));
        assertEquals(List.of("10+-1 a Running"), rows());
    }

    @Test
    void reasonsBelongToTheLastTimeTheThreadBlocked() {
        states.addSwitch(10, 0, 0, runnable, a);
        states.addSwitch(20, 0, a, sleeping, b);
        states.addWakeup(30, a, b, ThreadStateTracker.NO_FLAGS);
        states.setBlockedReason(a, true, -1);
        states.addSwitch(40, 0, b, runnable, a);
        states.setBlockedReason(a, false, -1);
        assertEquals("20+10 a S io 1", rows().get(1));
        assertEquals("40+-1 a Running", rows().get(5));
    }

    @Test
    void theStateOfAThreadThatNeverRanStaysOpen() {
        states.addWakeup(10, a, b, ThreadStateTracker.NO_FLAGS);
        states.addSwitch(30, 0, a, sleeping, b);
        assertEquals("10+-1 a R by b", rows().get(0));
        assertEquals("30+-1 a S", rows().get(1));
    }

    /// Without losses, the states of a thread follow each other without gaps, and the running states match its
    /// switches.
    @Test
    void statesOfEachThreadAreGapless() {
        Random random = new Random(3);
        int[] threads = new int[6];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = context.processes().thread(100 + i);
        }
        int[] onCpu = new int[2];
        long ts = 0;
        for (int i = 0; i < 5000; i++) {
            ts += 1 + random.nextInt(5);
            int cpu = random.nextInt(2);
            int next = random.nextInt(4) == 0 ? 0 : threads[random.nextInt(3) * 2 + cpu];
            if (next == onCpu[cpu]) {
                continue;
            }
            if (next != 0 && random.nextBoolean()) {
                states.addWakeup(ts++, next, onCpu[1 - cpu], 0);
            }
            states.addSwitch(ts, cpu, onCpu[cpu], random.nextBoolean() ? sleeping : preempted, next);
            onCpu[cpu] = next;
        }
        Table t = storage.table("__intrinsic_thread_state");
        Map<Integer, Long> ends = new HashMap<>();
        for (int i = 0; i < t.rowCount(); i++) {
            int utid = t.ints("utid").get(i);
            long start = t.longs("ts").get(i);
            if (ends.containsKey(utid)) {
                assertEquals(ends.get(utid), start);
            }
            ends.put(utid, start + t.longs("dur").get(i));
        }
    }
}
