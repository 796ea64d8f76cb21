package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sdk.proto.ProtoWriter;

/// Records events in this process and reads the traces with the importer.
@Timeout(120)
class InProcessRecordingTest {

    private static final Category APP = Category.of("sdk.app", "Work of the test");
    private static final Category OTHER = Category.of("sdk.other", "Not recorded", "debug");

    @Test
    void recordsNestedSlicesWithKernelThreadsAndArguments() throws Exception {
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions())) {
            try (Scope outer = Trace.scope(APP, "outer")) {
                Trace.event(APP, "inner")
                        .arg("count", 42)
                        .arg("ratio", 0.5)
                        .arg("ok", true)
                        .arg("text", "grüße 😀")
                        .unsigned("large", -1)
                        .pointer("at", 255)
                        .dict("nested")
                        .arg("a", 1)
                        .array("list")
                        .arg(null, 7)
                        .arg(null, "seven")
                        .close()
                        .close()
                        .json("json", "{\"x\": 3}")
                        .begin();
                Trace.end(APP);
                Trace.instant(APP, "point");
            }
            Trace.instant(OTHER, "never");
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "outer|sdk.app|0|" + ProcessTrack.threadId() + "|" + ProcessTrack.PID + "; inner|sdk.app|1|"
                                + ProcessTrack.threadId() + "|" + ProcessTrack.PID + "; point|sdk.app|1|"
                                + ProcessTrack.threadId() + "|" + ProcessTrack.PID,
                        trace.rows("select s.name, s.category, s.depth, t.tid, p.pid from slice s join thread_track k"
                                + " on s.track_id = k.id join thread t using (utid) join process p using (upid)"
                                + " order by s.ts, s.depth"));
                assertEquals(
                        "debug.at|255; debug.count|42; debug.json.x|3; debug.large|-1; debug.nested.a|1; "
                                + "debug.nested.list[0]|7; debug.nested.list[1]|seven; debug.ok|1; debug.ratio|0.5; "
                                + "debug.text|grüße 😀",
                        trace.rows("select key, coalesce(string_value, cast(int_value as varchar),"
                                + " cast(real_value as varchar)) from args where arg_set_id ="
                                + " (select arg_set_id from slice where name = 'inner') and key like 'debug.%'"
                                + " order by key"));
            }
        }
        assertFalse(APP.isEnabled());
    }

    @Test
    void recordsCountersStatesAndTracks() throws Exception {
        Track heap = Track.counter("heap", Track.Unit.BYTES);
        Track steps = Track.counter("steps", "steps", 10, true);
        Track group = Track.named("downloads").withOrder(Track.Order.RANK);
        Track first = Track.named("first").under(group).withRank(2);
        Track second = Track.named("second").under(group).withRank(1);
        Track phase = Track.states("phase");
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions().timestampUnitNs(1000))) {
            Trace.counter(APP, heap, 1000);
            Trace.counter(APP, heap, 0.25);
            Trace.counter(APP, steps, 5);
            Trace.counter(APP, steps, 3);
            Trace.begin(APP, "file a", first);
            Trace.begin(APP, "file b", second);
            Trace.end(APP, second);
            Trace.end(APP, first);
            Trace.state(APP, phase, "starting");
            Trace.state(APP, phase, "running");
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "heap|1000.0; heap|0.25; steps|50.0; steps|30.0",
                        trace.rows("select t.name, c.value from counter c join counter_track t on c.track_id = t.id"
                                + " order by t.name, c.id"));
                assertEquals(
                        "first|downloads|file a; second|downloads|file b",
                        trace.rows("select t.name, p.name, s.name from slice s join track t on s.track_id = t.id"
                                + " join track p on t.parent_id = p.id order by s.id"));
            }
        }
    }

    @Test
    void connectsEventsWithFlowsAndWritesLogsAndLocations() throws Exception {
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions())) {
            Trace.event(APP, "send").flow(7).location("A.java", "send", 12).begin();
            Trace.end(APP);
            Trace.event(APP, "receive")
                    .endFlow(7)
                    .correlation("request 1")
                    .log(LogPriority.WARN, "late")
                    .callstack()
                    .begin();
            Trace.end(APP);
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "send|receive",
                        trace.rows("select a.name, b.name from flow f join slice a on f.slice_out = a.id"
                                + " join slice b on f.slice_in = b.id"));
                assertEquals(
                        "source.line_number|12",
                        trace.rows("select key, int_value from args where key like '%line_number' limit 1"));
                assertEquals("late", trace.rows("select msg from android_logs"));
                assertEquals(
                        getClass().getName() + ".connectsEventsWithFlowsAndWritesLogsAndLocations",
                        trace.rows("select f.name from __intrinsic_track_event_callstacks c"
                                + " join stack_profile_callsite s on c.callsite_id = s.id"
                                + " join stack_profile_frame f on s.frame_id = f.id"));
            }
        }
    }

    @Test
    void internsNamesCategoriesAndArgumentsOfEachSequence() {
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions())) {
            for (int i = 0; i < 100; i++) {
                Trace.event(APP, "interned name").arg("interned argument", i).begin();
                Trace.end(APP);
            }
            String bytes = new String(recording.toByteArray(), StandardCharsets.ISO_8859_1);
            for (String text : List.of("interned name", "interned argument", "sdk.app")) {
                assertEquals(2, bytes.split(text, -1).length, text);
            }
            assertTrue(bytes.length() < 100 * 40 + 1000 + commandLineLength(), bytes.length() + " bytes");
        }
    }

    /// Returns the size of the process descriptor, which contains the full command line.
    private static int commandLineLength() {
        ProtoWriter to = new ProtoWriter();
        ProcessTrack.WITH_COMMAND_LINE.describe(to);
        return to.size();
    }

    @Test
    void ringBufferKeepsTheNewestEventsInAValidTrace() throws Exception {
        try (InProcessRecording recording =
                InProcessRecording.start(new TracingOptions().bufferKb(64).ring())) {
            for (int i = 0; i < 20_000; i++) {
                Trace.event(APP, "event").arg("i", i).instant();
            }
            byte[] bytes = recording.toByteArray();
            assertTrue(bytes.length <= 66_000 + commandLineLength(), bytes.length + " bytes");
            try (SdkTrace trace = new SdkTrace(bytes)) {
                assertEquals("", trace.problems());
                assertEquals(
                        "19999|true",
                        trace.rows("select max(int_value), max(int_value) - min(int_value) + 1 = count(*)"
                                + " from args where key = 'debug.i'"));
            }
        }
    }

    @Test
    void dropsTheNewestEventsWhenTheBufferIsFull() throws Exception {
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions().bufferKb(16))) {
            for (int i = 0; i < 5_000; i++) {
                Trace.event(APP, "event").arg("i", i).instant();
            }
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("0", trace.rows("select min(int_value) from args where key = 'debug.i'"));
            }
        }
    }

    @Test
    void recordsManyThreadsThatComeAndGo() throws Exception {
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions().bufferKb(8192))) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 200; t++) {
                threads.add(Thread.ofPlatform().name("worker " + t).start(() -> {
                    for (int i = 0; i < 50; i++) {
                        Trace.begin(APP, "work");
                        Trace.end(APP);
                    }
                }));
                threads.add(Thread.ofVirtual().name("virtual " + t).start(() -> {
                    Trace.begin(APP, "virtual work");
                    Thread.yield();
                    Trace.end(APP);
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals("10000", trace.rows("select count(*) from slice where name = 'work' and dur >= 0"));
                assertEquals("200", trace.rows("select count(*) from slice where name = 'virtual work' and dur >= 0"));
                assertEquals("200", trace.rows("select count(distinct name) from thread where name like 'worker %'"));
                assertEquals("200", trace.rows("select count(distinct name) from track where name like 'virtual %'"));
            }
        }
    }

    @Test
    void recordsSessionsWithDifferentOptionsAtOnce() throws Exception {
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions().enableTags("debug"));
                InProcessRecording minimal = InProcessRecording.start(new TracingOptions()
                        .disable("*")
                        .enable("sdk.a*")
                        .withoutArguments()
                        .withoutDynamicNames()
                        .absoluteTimestamps())) {
            Trace.instant(OTHER, "other");
            Trace.event(APP, "user 17").dynamicName().arg("password", "x").instant();
            minimal.stop();
            Trace.instant(APP, "late");
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("other; user 17; late", trace.rows("select name from slice order by id"));
            }
            try (SdkTrace trace = new SdkTrace(minimal.toByteArray())) {
                assertEquals("FILTERED", trace.rows("select name from slice order by id"));
                assertEquals("0", trace.rows("select count(*) from args where key like 'debug.%'"));
            }
        }
    }

    @Test
    void refusesMoreSessionsThanSlots() {
        List<InProcessRecording> running = new ArrayList<>();
        try {
            for (int i = 0; i < Sessions.SLOTS; i++) {
                running.add(InProcessRecording.start(new TracingOptions().bufferKb(16)));
            }
            TracingOptions oneMore = new TracingOptions().bufferKb(16);
            assertThrows(IllegalStateException.class, () -> InProcessRecording.start(oneMore));
        } finally {
            running.forEach(InProcessRecording::close);
        }
    }

    @Test
    void savesTheRecordingOnATriggerASignalAndACrash(@TempDir Path folder) throws Exception {
        Path byTrigger = folder.resolve("trigger.pftrace");
        Path bySignal = folder.resolve("signal.pftrace");
        Path byCrash = folder.resolve("crash.pftrace");
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {});
        try (InProcessRecording recording =
                InProcessRecording.start(new TracingOptions().bufferKb(256).ring())) {
            Trace.instant(APP, "before it");
            recording.saveOnTrigger("slow frame", byTrigger);
            Tracing.activateTriggers("unknown");
            assertFalse(Files.exists(byTrigger));
            Tracing.activateTriggers("slow frame");
            recording.saveOnCrash(byCrash);
            Thread crash = Thread.ofPlatform().start(() -> {
                throw new IllegalStateException("crash");
            });
            crash.join();
            recording.saveOnSignal("USR2", bySignal);
            new ProcessBuilder("kill", "-USR2", Long.toString(ProcessTrack.PID))
                    .start()
                    .waitFor();
            for (int i = 0; i < 100 && !Files.exists(bySignal); i++) {
                Thread.sleep(20);
            }
            for (Path file : List.of(byTrigger, byCrash, bySignal)) {
                try (SdkTrace trace = new SdkTrace(Files.readAllBytes(file))) {
                    assertEquals("before it", trace.rows("select name from slice"), file.toString());
                }
            }
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void runsCustomDataSources() throws Exception {
        List<String> calls = new ArrayList<>();
        DataSource source = new DataSource("sdk.test.source") {
            @Override
            protected void started(SourceInstance instance) {
                calls.add("start " + instance.text());
                put();
                put();
            }

            @Override
            protected void flush(SourceInstance instance) {
                calls.add("flush");
                put();
            }

            @Override
            protected void cleared(SourceInstance instance) {
                calls.add("cleared");
            }

            @Override
            protected void stopping(SourceInstance instance) {
                calls.add("stop");
            }

            private void put() {
                write((packet, isFresh) -> {
                    calls.add("write " + isFresh);
                    long nowNs = System.currentTimeMillis() * 1_000_000;
                    int log = packet.open(39);
                    int event = packet.open(1);
                    packet.varint(1, 1)
                            .varint(3, 77)
                            .varint(5, nowNs)
                            .string(6, "tag")
                            .varint(7, 4)
                            .string(8, "from a source");
                    packet.close(event);
                    packet.close(log);
                });
            }
        };
        source.register();
        try (InProcessRecording recording =
                InProcessRecording.start(new TracingOptions().dataSource("sdk.test.source", "fast"))) {
            recording.clearIncrementalState();
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("3", trace.rows("select count(*) from android_logs where msg = 'from a source'"));
            }
            recording.stop();
            assertFalse(source.isActive());
        }
        assertEquals(
                List.of("start fast", "write true", "write false", "cleared", "flush", "write true", "stop"), calls);
    }
}
