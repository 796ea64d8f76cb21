package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.trace.Trace.Builder;

/// Writes each kind of content that an event can have, and reads it back with the importer.
@Timeout(120)
class TraceEventTest {

    private static final Category CONTENT = Category.of("sdk.content", "Events of the test");

    private InProcessRecording recording;

    @BeforeEach
    void start() {
        recording = InProcessRecording.start(new TracingOptions().disable("*").enable("sdk.content"));
    }

    @AfterEach
    void stop() {
        recording.close();
    }

    private static void outer(String name) {
        inner(name);
    }

    private static void inner(String name) {
        Trace.event(CONTENT, name).callstack().instant();
    }

    @Test
    void internsCallstacksFromTheOutermostFrameOn() throws Exception {
        for (int i = 0; i < 10; i++) {
            outer("same stack");
        }
        outer("other line");
        byte[] bytes = recording.toByteArray();
        try (SdkTrace trace = new SdkTrace(bytes)) {
            assertEquals("", trace.problems());
            assertEquals(
                    "11|2",
                    trace.rows("select count(*), count(distinct callsite_id) from __intrinsic_track_event_callstacks"));
            String class_ = TraceEventTest.class.getName();
            assertEquals(
                    class_ + ".inner|" + class_ + ".outer",
                    trace.rows("select distinct f.name, g.name from __intrinsic_track_event_callstacks k"
                            + " join stack_profile_callsite c on c.id = k.callsite_id"
                            + " join stack_profile_frame f on f.id = c.frame_id"
                            + " join stack_profile_callsite d on d.id = c.parent_id"
                            + " join stack_profile_frame g on g.id = d.frame_id"));
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertEquals(2, text.split("TraceEventTest.inner", -1).length);
        assertEquals(2, text.split("TraceEventTest.java", -1).length);
    }

    @Test
    void correlatesEventsByNumbersAndStrings() throws Exception {
        Trace.event(CONTENT, "a").correlation(17).instant();
        Trace.event(CONTENT, "b").correlation("request").instant();
        Trace.event(CONTENT, "c").correlation("request").instant();
        try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
            assertEquals(
                    "a|tp:#17; b|request; c|request",
                    trace.rows("select s.name, a.string_value from slice s join args a using (arg_set_id)"
                            + " where a.key = 'correlation_id' order by s.id"));
        }
    }

    @Test
    void internsLogMessagesAndLocations() throws Exception {
        for (int i = 0; i < 5; i++) {
            Trace.event(CONTENT, "log")
                    .log(LogPriority.ERROR, "the same message")
                    .location("File.java", "method", 7)
                    .instant();
        }
        byte[] bytes = recording.toByteArray();
        try (SdkTrace trace = new SdkTrace(bytes)) {
            assertEquals("", trace.problems());
            assertEquals(
                    "5|6|the same message",
                    trace.rows("select count(*), prio, msg from android_logs group by prio, msg"));
            assertEquals(
                    "5",
                    trace.rows("select count(*) from slice s join args a using (arg_set_id)"
                            + " where a.key = 'source.file_name' and a.string_value = 'File.java'"));
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertEquals(2, text.split("the same message", -1).length);
        assertEquals(2, text.split("File.java", -1).length);
    }

    @Test
    void writesFieldsOfExtensionsWithTheirTypes() throws Exception {
        Trace.event(CONTENT, "typed")
                .field(2001, "service")
                .field(9901, -5)
                .field(9902, new byte[] {8, 1})
                .instant();
        Builder read = traceglass.protos.trace.Trace.newBuilder();
        read.mergeFrom(recording.toByteArray());
        var fields = read.getPacketList().stream()
                .filter(p -> p.hasTrackEvent())
                .map(p -> p.getTrackEvent().getUnknownFields().asMap())
                .findFirst()
                .orElseThrow();
        assertEquals(
                "service", fields.get(2001).getLengthDelimitedList().getFirst().toStringUtf8());
        assertEquals(-5, fields.get(9901).getVarintList().getFirst());
        assertEquals(2, fields.get(9902).getLengthDelimitedList().getFirst().size());
    }

    @Test
    void recordsVirtualThreadsOnSeparateTracksWithTheirCarriers() throws Exception {
        Thread thread = Thread.ofVirtual().name("request 1").start(() -> {
            Trace.begin(CONTENT, "first");
            Trace.end(CONTENT);
            Trace.event(CONTENT, "second").arg("x", 1).begin();
            Trace.end(CONTENT);
        });
        thread.join();
        try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
            assertEquals("", trace.problems());
            assertEquals(
                    "first|request 1; second|request 1",
                    trace.rows("select s.name, t.name from slice s join track t on s.track_id = t.id order by s.id"));
            assertEquals(
                    "2|true",
                    trace.rows("select count(*), bool_and(int_value > 0) from args"
                            + " where key = 'debug.carrier_tid' and arg_set_id is not null"));
        }
    }

    @Test
    void internsStringArgumentsOnRequest() throws Exception {
        for (int i = 0; i < 5; i++) {
            Trace.event(CONTENT, "request")
                    .internedArg("method", "DELETE")
                    .dict("more")
                    .internedArg("again", "DELETE")
                    .close()
                    .instant();
        }
        byte[] bytes = recording.toByteArray();
        try (SdkTrace trace = new SdkTrace(bytes)) {
            assertEquals("", trace.problems());
            assertEquals(
                    "debug.method|5; debug.more.again|5",
                    trace.rows("select a.key, count(*) from slice s join args a using (arg_set_id)"
                            + " where a.string_value = 'DELETE' group by a.key order by a.key"));
        }
        assertEquals(2, new String(bytes, StandardCharsets.ISO_8859_1).split("DELETE", -1).length);
    }

    @Test
    void writesToTheTrackOfAnotherThread() throws Exception {
        Track here = Track.currentThread();
        Thread thread = Thread.ofPlatform().name("helper").start(() -> Trace.instant(CONTENT, "for you", here));
        thread.join();
        try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
            assertEquals(
                    "for you|" + ProcessTrack.threadId(),
                    trace.rows("select s.name, t.tid from slice s join thread_track k on s.track_id = k.id"
                            + " join thread t using (utid)"));
        }
    }

    @Test
    void releasesTheMemoryOfRecordingsThatAreClosed() throws Exception {
        long before = directMemory();
        for (int i = 0; i < 3; i++) {
            try (InProcessRecording large = InProcessRecording.start(new TracingOptions().bufferKb(65536))) {
                Trace.instant(CONTENT, "event");
                assertTrue(directMemory() - before >= 64 << 20);
                assertTrue(large.isRunning());
            }
        }
        for (int i = 0; i < 50 && directMemory() - before > 32 << 20; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(directMemory() - before < 32 << 20, directMemory() - before + " bytes are left");
    }

    /// Returns the off-heap memory of this process in bytes.
    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void writesEventsWithTimesOtherThanNow() throws Exception {
        long now = System.nanoTime();
        Trace.instant(CONTENT, "first");
        Trace.event(CONTENT, "past").at(now - 1_000_000_000).instant();
        Trace.event(CONTENT, "future").at(now + 5_000_000_000L).instant();
        Trace.instant(CONTENT, "last");
        try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
            assertEquals("", trace.problems());
            assertEquals("past; first; last; future", trace.rows("select name from slice order by ts"));
            assertEquals("6000000000", trace.rows("select max(ts) - min(ts) from slice"));
        }
    }

    @Test
    void clearsStateAfterAProgramFailedToWriteAPacket() throws Exception {
        List<Boolean> fresh = new ArrayList<>();
        DataSource source = new DataSource("sdk.test.failing") {};
        source.register();
        try (InProcessRecording other =
                InProcessRecording.start(new TracingOptions().dataSource("sdk.test.failing", ""))) {
            Trace.instant(CONTENT, "before");
            assertThrows(
                    IllegalStateException.class,
                    () -> source.write((packet, isFresh) -> {
                        fresh.add(isFresh);
                        throw new IllegalStateException("broken");
                    }));
            source.write((packet, isFresh) -> fresh.add(isFresh));
            source.write((packet, isFresh) -> fresh.add(isFresh));
            Trace.instant(CONTENT, "after");
            assertEquals(List.of(true, true, false), fresh);
            try (SdkTrace trace = new SdkTrace(other.toByteArray())) {
                assertEquals("before; after", trace.rows("select name from slice order by ts"));
            }
        }
    }

    @Test
    void addsDynamicCategoriesAndNames() throws Exception {
        Trace.event(CONTENT, "shown").category("made at run time").instant();
        Trace.event(CONTENT, "built " + 1).dynamicName().instant();
        try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
            assertEquals(
                    "shown|sdk.content,made at run time; built 1|sdk.content",
                    trace.rows("select name, category from slice order by id"));
        }
    }

    @Test
    void recordsStatesThatEndWithTheNext() throws Exception {
        Track phase = Track.states("phase");
        Trace.state(CONTENT, phase, "starting");
        Trace.state(CONTENT, phase, "running");
        Trace.state(CONTENT, phase, null);
        try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
            assertEquals("", trace.problems());
            assertEquals(
                    "starting|true; running|true",
                    trace.rows("select s.value, s.dur >= 0 from __intrinsic_state s join track t"
                            + " on s.track_id = t.id where t.name = 'phase' order by s.id"));
        }
    }

    @Test
    void acceptsAnyPatternsAndStrings() throws Exception {
        for (String pattern : new String[] {"", "**", "a*b", "*x", "sdk.content*", "[", "\\"}) {
            try (InProcessRecording other = InProcessRecording.start(new TracingOptions()
                    .bufferKb(64)
                    .enable(pattern)
                    .enableTags(pattern)
                    .disable("sdk.other*"))) {
                Trace.event(CONTENT, "\ud800 lone")
                        .arg("", "\udc00")
                        .arg("\u0000", 1)
                        .instant();
                try (SdkTrace trace = new SdkTrace(other.toByteArray())) {
                    assertEquals("", trace.problems());
                    assertEquals("? lone", trace.rows("select name from slice"));
                }
            }
        }
        assertTrue(recording.isRunning());
    }
}
