package traceglass.ingest.tracker.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.collection.LongIntMap;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ProcessTrackerTest {

    private final TraceStorage storage = new TraceStorage();
    private final ImportContext context = new ImportSession(storage, new ImportProgress()).context(0, 0);
    private final ProcessTracker tracker = context.processes();
    private final Table processes = storage.table("__intrinsic_process");
    private final Table threads = storage.table("__intrinsic_thread");

    private int text(String s) {
        return storage.strings().intern(s);
    }

    private String threadName(int utid) {
        return storage.strings().get(tracker.threadName(utid));
    }

    @Test
    void rowZeroIsTheIdleProcessOnlyIfTheTraceHasOne() {
        assertNotEquals(0, tracker.thread(0));
        ProcessTracker linux = new ImportSession(new TraceStorage(), new ImportProgress())
                .context(0, 0)
                .processes();
        linux.mapZeroToIdle();
        assertEquals(0, linux.thread(0));
        assertEquals(0, linux.process(0));
    }

    @Test
    void cachedLookupsReturnTheCurrentThreadOfATid() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            ProcessTracker[] both = {tracker(), tracker()};
            for (int step = 0; step < 300; step++) {
                long tid = 1 + random.nextInt(6);
                long pid = 1 + random.nextInt(3);
                int kind = random.nextInt(10);
                int time = step;
                int[] results = new int[2];
                for (int i = 0; i < 2; i++) {
                    ProcessTracker t = both[i];
                    if (i == 1) {
                        t.invalidateCaches();
                    }
                    results[i] = switch (kind) {
                        case 0 ->
                            t.startProcess(
                                    time, ProcessTracker.NONE, pid, StringPool.NULL, NamePriority.OfThread.FTRACE);
                        case 1 -> t.startThread(time, tid);
                        case 2 -> {
                            t.endThread(time, tid);
                            yield 0;
                        }
                        case 3 -> {
                            t.associateThreads(t.thread(tid), t.thread(tid + 1), (time & 1) == 0);
                            yield 0;
                        }
                        case 4 -> {
                            t.setCreator(t.process(pid), t.thread(tid));
                            yield 0;
                        }
                        case 6, 7 -> t.thread(tid);
                        case 5 -> t.threadWithParent(tid, t.process(pid), (time & 1) == 0);
                        default -> t.updateThread(tid, pid);
                    };
                }
                assertEquals(results[1], results[0], "seed " + seed + " step " + step);
            }
            for (int utid = 0; utid < 40; utid++) {
                for (long tid = 1; tid < 8; tid++) {
                    assertEquals(both[1].threadOrNone(tid), both[0].threadOrNone(tid));
                }
            }
        }
    }

    private static ProcessTracker tracker() {
        return new ImportSession(new TraceStorage(), new ImportProgress())
                .context(0, 0)
                .processes();
    }

    @Test
    void threadSeenBeforeItsProcessBecomesItsMainThread() {
        int utid = tracker.thread(10);
        int upid = tracker.process(10);
        assertEquals(upid, tracker.upidOf(utid));
        assertEquals(1, threads.ints("is_main_thread").get(utid));
        assertEquals(utid, tracker.updateThread(10, 10));
    }

    @Test
    void aReusedPidGetsNewRowsWithoutTheOldThreads() {
        int first = tracker.startProcess(100, ProcessTracker.NONE, 5, text("a"), NamePriority.OfThread.FTRACE);
        int worker = tracker.updateThread(6, 5);
        int second = tracker.startProcess(200, ProcessTracker.NONE, 5, text("b"), NamePriority.OfThread.FTRACE);
        assertNotEquals(first, second);
        assertFalse(tracker.isAlive(worker));
        assertNotEquals(worker, tracker.thread(6));
        assertEquals("b", storage.strings().get(tracker.processName(second)));
        assertEquals(200, processes.longs("start_ts").get(second));
    }

    @Test
    void endOfTheMainThreadEndsTheProcess() {
        int upid = tracker.process(7);
        int main = tracker.thread(7);
        int worker = tracker.updateThread(8, 7);
        tracker.endThread(50, 7);
        assertEquals(50, threads.longs("end_ts").get(main));
        assertEquals(50, processes.longs("end_ts").get(upid));
        assertEquals(ProcessTracker.NONE, tracker.processOrNone(7));
        assertFalse(tracker.isAlive(worker));
        assertEquals(ProcessTracker.NONE, tracker.threadOrNone(8));
        int rows = threads.rowCount();
        tracker.endThread(60, 8);
        assertEquals(rows, threads.rowCount());
    }

    @Test
    void theEndOfAWorkerDoesNotEndTheProcess() {
        int upid = tracker.process(7);
        int worker = tracker.updateThread(8, 7);
        tracker.endThread(50, 8);
        assertEquals(50, threads.longs("end_ts").get(worker));
        assertEquals(LongColumn.NULL, processes.longs("end_ts").get(upid));
        assertNotEquals(worker, tracker.thread(8));
    }

    @Test
    void namesFromBetterSourcesAreNotOverwritten() {
        int utid = tracker.thread(3);
        tracker.setThreadName(utid, text("tree"), NamePriority.OfThread.PROCESS_TREE);
        tracker.setThreadName(utid, text("comm"), NamePriority.OfThread.FTRACE);
        assertEquals("tree", threadName(utid));
        tracker.setThreadName(utid, text("tree2"), NamePriority.OfThread.PROCESS_TREE);
        assertEquals("tree2", threadName(utid));
        tracker.setThreadName(utid, StringPool.NULL, NamePriority.OfThread.CONSTANT);
        assertEquals("tree2", threadName(utid));
    }

    @Test
    void renamingAMainThreadRenamesTheProcess() {
        int upid = tracker.process(9);
        int worker = tracker.updateThread(11, 9);
        tracker.renameTask(tracker.thread(9), text("new"), NamePriority.OfThread.FTRACE);
        assertEquals("new", storage.strings().get(tracker.processName(upid)));
        tracker.renameTask(worker, text("other"), NamePriority.OfThread.FTRACE);
        assertEquals("new", storage.strings().get(tracker.processName(upid)));
    }

    @Test
    void threadAssociationsResolveTransitivelyOnceAProcessIsKnown() {
        int a = tracker.thread(1);
        int b = tracker.startThread(10, 2);
        int c = tracker.startThread(20, 3);
        tracker.associateThreads(a, b, true);
        tracker.associateThreads(b, c, true);
        int child = tracker.startProcess(30, ProcessTracker.NONE, 40, text("child"), NamePriority.OfThread.FTRACE);
        tracker.setCreator(child, c);
        int upid = tracker.process(1);
        assertEquals(upid, tracker.upidOf(a));
        assertEquals(upid, tracker.upidOf(b));
        assertEquals(upid, tracker.upidOf(c));
        assertEquals(1, threads.ints("is_main_thread").get(a));
        assertEquals(0, threads.ints("is_main_thread").get(c));
        assertEquals(upid, processes.ints("parent_upid").get(child));
    }

    @Test
    void theFirstParentIsKeptAndTheChangeIsCounted() {
        int parent = tracker.process(1);
        int child = tracker.process(2);
        tracker.setParent(child, parent, 5);
        tracker.setParent(child, tracker.process(3), 6);
        assertEquals(parent, processes.ints("parent_upid").get(child));
        assertEquals(1, context.stats().get("process_tracker_parent_pid_changed"));
    }

    @Test
    void namespacedTidsResolveToRootTids() {
        tracker.namespaces().addProcess(100, new long[] {100, 1});
        assertTrue(tracker.namespaces().addThread(100, 105, new long[] {105, 6}));
        assertFalse(tracker.namespaces().addThread(200, 205, new long[] {205, 6}));
        assertEquals(100, tracker.namespaces().resolve(100, 1));
        assertEquals(105, tracker.namespaces().resolve(100, 6));
        assertEquals(-1, tracker.namespaces().resolve(100, 7));
        assertEquals(-1, tracker.namespaces().resolve(1, 1));
    }

    @Test
    void argsOfSeveralSourcesFormOneSet() {
        int upid = tracker.process(4);
        tracker.processArgs(upid).addInt(text("a"), 1);
        tracker.processArgs(upid).addInt(text("b"), 2);
        tracker.setProcessSortIndex(upid, 7, true);
        tracker.setProcessSortIndex(upid, 9, false);
        tracker.finish();
        int set = processes.ints("arg_set_id").get(upid);
        assertNotEquals(IntColumn.NULL, set);
        Table args = storage.table("__intrinsic_args");
        assertEquals(3, args.rowCount());
        assertEquals(7, args.longs("int_value").get(2));
    }

    @Test
    void mapFromLongToIntAgreesWithAHashMap() {
        Random random = new Random(5);
        LongIntMap map = new LongIntMap();
        Map<Long, Integer> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextInt(3000) - 50;
            if (random.nextInt(3) == 0) {
                map.remove(key);
                expected.remove(key);
            } else {
                map.put(key, i);
                expected.put(key, i);
            }
            long probe = random.nextInt(3000) - 50;
            assertEquals(expected.getOrDefault(probe, LongIntMap.NONE), map.get(probe));
        }
    }
}
