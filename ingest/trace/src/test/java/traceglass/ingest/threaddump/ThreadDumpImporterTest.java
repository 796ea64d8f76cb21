package traceglass.ingest.threaddump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.perfetto.Rows;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ThreadDumpImporterTest {

    private static final String JDK8 = """
        Full thread dump Java HotSpot(TM) 64-Bit Server VM (25.202-b08 mixed mode):

        "main" #1 prio=5 os_prio=0 tid=0x0000000018422000 nid=0xafe8 runnable [0x00000000458bf000]
           java.lang.Thread.State: RUNNABLE
        \tat java.io.FileInputStream.readBytes(Native Method)
        \tat app.Main.main(Main.java:12)

        Full thread dump Java HotSpot(TM) 64-Bit Server VM (25.202-b08 mixed mode):

        "main" #1 prio=5 os_prio=0 tid=0x0000000018422000 nid=0xafe8 runnable [0x00000000458bf000]
           java.lang.Thread.State: RUNNABLE
        \tat app.Main.main(Main.java:13)
        \tat broken
        """;

    private static byte[] file(String name) throws Exception {
        try (InputStream in = ThreadDumpImporterTest.class.getResourceAsStream("/cases/threaddump/" + name)) {
            return in.readAllBytes();
        }
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean sniff(String text) {
        return new ThreadDumpImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsDumpsWithoutATimeInTheirOrder() throws Exception {
        TraceStorage storage = read(JDK8);
        assertEquals(2, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(
                1_000_000,
                storage.table("__intrinsic_profiler_sample").longs("ts").get(1)
                        - storage.table("__intrinsic_profiler_sample")
                                .longs("ts")
                                .get(0));
        assertEquals(1, stat(storage, "thread_dump_line_skipped"));
        assertEquals(2, storage.table("__intrinsic_thread").rowCount());
    }

    /// VisualVM and other clients of the management interface write threads in this form.
    @Test
    void readsThreadsOfManagementClients() throws Exception {
        TraceStorage storage = read("""
            2008-11-20 09:28:02
            Full thread dump Java HotSpot(TM) 64-Bit Server VM (11.0-b15 mixed mode):

            "Timer-180" - Thread t@332
               java.lang.Thread.State: TIMED_WAITING on java.util.TaskQueue@7311acb7
            \tat java.lang.Object.wait(Native Method)
            \tat java.util.TimerThread.run(Timer.java:462)

               Locked ownable synchronizers:
            \t- None

            "RMI (23)" id=31 in RUNNABLE (running in native)
                at java.net.SocketInputStream.read(SocketInputStream.java:129)
            \t- locked java.io.BufferedInputStream@5284339c

            "main" prio=5 Id=1 BLOCKED on java.lang.Object@1b owned by "Timer-180" Id=332
                at app.Main.main(Main.java:13)
            """);
        assertEquals(0, stat(storage, "thread_dump_line_skipped"));
        assertEquals(3, storage.table("__intrinsic_profiler_sample").rowCount());
        Table slices = storage.table("__intrinsic_slice");
        List<String> states = new ArrayList<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            states.add(storage.strings().get(slices.strings("name").get(i)));
        }
        Collections.sort(states);
        assertEquals(List.of("BLOCKED", "RUNNABLE", "TIMED_WAITING"), states);
    }

    /// `jcmd Thread.dump_to_file` of JDK 21 writes frames without `at`.
    @Test
    void readsFramesWithoutAt() throws Exception {
        TraceStorage storage = read("""
            64933
            2025-04-22T07:47:09.198298561Z
            21.0.2+13

            #3 "main"
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  com.test.MainClass.main(MainClass.java:14)

            #16 "" virtual
                  java.base/java.lang.VirtualThread.run(VirtualThread.java:466)
            """);
        assertEquals(0, stat(storage, "thread_dump_line_skipped"));
        assertEquals(3, storage.table("__intrinsic_stack_profile_frame").rowCount());
        assertEquals(2, storage.table("__intrinsic_profiler_sample").rowCount());
    }

    @Test
    void readsDumpsOfJstackWithADebuggerAttached() throws Exception {
        TraceStorage storage = read("""
            Attaching to process ID 31781, please wait...
            Debugger attached successfully.
            Server compiler detected.
            JVM version is 25.0-b70
            Deadlock Detection:

            Found a total of 1 deadlock.

            Thread 64515: (state = BLOCKED)
             - a.Locker.run() @bci=20, line=40 (Interpreted frame)
             - java.lang.Thread.run() @bci=-1, line=5 (Compiled frame; information may be imprecise)

            Thread t@66563: (state = IN_NATIVE)
             - java.lang.Object.wait(long, int) @bci=0 (Interpreted frame)

            "main" #1 prio=5 tid=0x00007f nid=0x1a5 runnable [0x01]
               java.lang.Thread.State: RUNNABLE
             - a.Main.main(java.lang.String[]) @bci=3, line=7 (Interpreted frame)
            """);
        assertEquals(0, stat(storage, "thread_dump_line_skipped"));
        assertEquals(4, storage.table("__intrinsic_stack_profile_frame").rowCount());
        assertEquals(3, storage.table("__intrinsic_profiler_sample").rowCount());
        assertTrue(Rows.of(storage, "__intrinsic_process", "pid:l").contains("31781"));
    }

    /// Older virtual machines write neither milliseconds nor addresses of Java threads, and the current thread twice.
    @Test
    void readsOldDumpsOfJ9() throws Exception {
        TraceStorage storage = read("""
            NULL           ------------------------------------------------------------------------
            0SECTION       TITLE subcomponent dump routine
            1TIDATETIME    Date:                 2010/01/12 at 14:11:29
            1XMCURTHDINFO  Current Thread Details
            3XMTHREADINFO      "SIGQUIT Thread" TID:0x01F58F00, j9thread_t:0x026E0704, state:R, prio=10
            3XMTHREADINFO1            (native thread ID:0x20D0, native priority:0xB, native policy:UNKNOWN)
            1XMTHDINFO     All Thread Details
            3XMTHREADINFO      "main" TID:0x000CBD00, j9thread_t:0x00295524, state:P, prio=5
            3XMTHREADINFO1            (native thread ID:0x22D8, native priority:0x5, native policy:UNKNOWN)
            4XESTACKTRACE          at java/io/FileInputStream.read(FileInputStream.java:213)
            3XMTHREADINFO      "SIGQUIT Thread" TID:0x01F58F00, j9thread_t:0x026E0704, state:R, prio=10
            3XMTHREADINFO1            (native thread ID:0x20D0, native priority:0xB, native policy:UNKNOWN)
            3XMTHREADINFO      "damaged
            """);
        assertEquals(1, stat(storage, "thread_dump_line_skipped"));
        assertEquals(1, storage.table("__intrinsic_profiler_sample").rowCount());
        Table slices = storage.table("__intrinsic_slice");
        assertEquals(2, slices.rowCount());
        assertEquals(1_263_305_489_000_000_000L, slices.longs("ts").get(0));
        assertEquals("PARKED", storage.strings().get(slices.strings("name").get(1)));
    }

    /// Patterns with several repetitions took minutes for such lines.
    @Test
    @Timeout(60)
    void readsLongDamagedLinesQuickly() throws Exception {
        String brackets = "([".repeat(6_000);
        String longer = "([".repeat(1 << 20);
        for (String text : List.of("""
            0SECTION       TITLE subcomponent dump routine
            3XMTHREADINFO      "main" TID:0x1, state:R
            4XENATIVESTACK a %1$s
            4XESTACKTRACE at a.b%1$s
            4XENATIVESTACK a %2$s
            """, """
            ===== FULL THREAD DUMP =====
            "main" id=1 idx=0x4 tid=2 prio=5 alive, native_blocked
                at a.b%1$s
                at a.b%2$s
            """)) {
            TraceStorage storage = read(text.formatted(brackets, longer));
            assertTrue(stat(storage, "thread_dump_line_skipped") > 0);
        }
    }

    @Test
    void recognizesDumps() {
        assertTrue(sniff("started\n" + JDK8));
        assertTrue(sniff("{\n \"threadDump\": {\n"));
        assertTrue(sniff("NULL   ---\n0SECTION       TITLE subcomponent dump routine\n"));
        assertTrue(sniff("===== FULL THREAD DUMP ===============\n"));
        assertTrue(sniff("12\n2024-03-01T10:20:30Z\n21\n\n"));
        assertFalse(sniff("{\"traceEvents\":[]}"));
        assertFalse(sniff("12\n13\n14\n"));
        assertFalse(sniff(""));
    }

    @Test
    void refusesDumpsThatEndBeforeTheFirstThread() {
        assertThrows(
                TraceProblem.class,
                () -> DamagedInputs.read(new ThreadDumpImporter(), "12\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void countsJsonThatEndsEarly() throws Exception {
        String text = new String(file("jcmd_json.json"), StandardCharsets.UTF_8);
        TraceStorage storage = read(text.substring(0, text.indexOf("\"name\": \"locker\"")));
        assertEquals(1, stat(storage, "thread_dump_truncated"));
        assertEquals(2, storage.table("__intrinsic_slice").rowCount());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hotspot.txt", "jcmd.txt", "jcmd_json.json", "anr.txt", "javacore.txt", "jrockit.txt"})
    void survivesDamage(String name) throws Exception {
        DamagedInputs.check(
                new ThreadDumpImporter(),
                file(name),
                storage -> storage.table("__intrinsic_slice").rowCount()
                        + storage.table("__intrinsic_profiler_async_context").rowCount());
        DamagedFile.assertSurvives(file(name), 6);
    }

    @Test
    void readsFramesOfAllFormats() {
        assertEquals(
                new DumpedThread.Frame("java.base", "java.lang.Thread.run", "Thread.java", 10),
                DumpedFrames.parse("at java.base@21.0.2/java.lang.Thread.run(Thread.java:10)"));
        assertEquals(
                new DumpedThread.Frame("java.base", "java.lang.Thread.run", "Thread.java", 10),
                DumpedFrames.parse("at java.lang.Thread.run(java.base@21.0.2/Thread.java:10)"));
        assertEquals(
                new DumpedThread.Frame(null, "a.B$$Lambda.run", null, -1),
                DumpedFrames.parse("at a.B$$Lambda/0x000000010053e490.run(Unknown Source)"));
        assertEquals(new DumpedThread.Frame(null, "a.B.c", null, -1), DumpedFrames.parse("at a.B.c(Native method)"));
        assertEquals(
                new DumpedThread.Frame(null, "a.B.c", "com.a@1.0 (04-21)", -1),
                DumpedFrames.parse("at a.B.c(:com.a@1.0 (04-21):-1)"));
    }
}
