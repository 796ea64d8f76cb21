package traceglass.ingest.ghc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GhcEventLogImporterTest {

    private static final int VARIABLE = 0xffff;
    private static final int[][] TYPES = {
        {1, 4},
        {2, 10},
        {9, 0},
        {10, 0},
        {18, 14},
        {19, VARIABLE},
        {20, 0},
        {21, 0},
        {22, 0},
        {30, VARIABLE},
        {32, 8},
        {43, 16},
        {44, VARIABLE},
        {49, 12},
        {51, 12},
        {161, VARIABLE},
        {162, 8},
        {164, VARIABLE},
        {165, 8},
        {166, 16},
        {167, VARIABLE},
        {200, 0},
        {201, 0},
        {999, VARIABLE}
    };

    private final ByteBuffer out = ByteBuffer.allocate(4096);

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void header() {
        out.putInt(0x68647262).putInt(0x68657462);
        for (int[] type : TYPES) {
            byte[] name = text("Event " + type[0]);
            out.putInt(0x65746200).putShort((short) type[0]).putShort((short) type[1]);
            out.putInt(name.length).put(name).putInt(0).putInt(0x65746500);
        }
        out.putInt(0x68657465).putInt(0x68647265).putInt(0x64617462);
    }

    private GhcEventLogImporterTest event(long ns, int type, Object... content) {
        ByteBuffer fields = ByteBuffer.allocate(200);
        for (Object o : content) {
            switch (o) {
                case Byte b -> fields.put(b);
                case Short s -> fields.putShort(s);
                case Integer i -> fields.putInt(i);
                case Long l -> fields.putLong(l);
                default -> fields.put(text((String) o));
            }
        }
        int size = Arrays.stream(TYPES).filter(t -> t[0] == type).findFirst().orElseThrow()[1];
        out.putShort((short) type).putLong(ns);
        if (size == VARIABLE) {
            out.putShort((short) fields.position());
        } else {
            assertEquals(size, fields.position(), "type " + type);
        }
        out.put(fields.array(), 0, fields.position());
        return this;
    }

    /// Writes a log of a program with two threads on two capabilities.
    private byte[] log() {
        header();
        event(10, 30, 0, "/opt/bin/app\0-x\0+RTS\0-l\0").event(11, 32, 0, 4321).event(12, 43, 0, 1_700_000_000L, 5);
        event(13, 161, 1, "work\0Main\0Main.hs:3:1\0", (byte) 0);
        event(14, 161, 2, "main\0Main\0Main.hs:1:1\0", (byte) 0);
        int marker = out.position();
        event(20, 18, 0, 900L, (short) 1);
        event(100, 1, 7)
                .event(200, 2, 7, (short) 1, 0)
                .event(200, 9)
                .event(210, 21)
                .event(240, 20)
                .event(250, 22);
        event(260, 10).event(300, 1, 8).event(400, 2, 8, (short) 5, 0).event(410, 999, "later version");
        out.putInt(marker + 10, out.position() - marker);
        event(50, 44, 8, "reader").event(250, 19, "hello\n").event(270, 51, 0, 123_456L);
        event(300, 162, 0L).event(301, 164, (byte) 0, 64L, "Map\0").event(302, 164, (byte) 0, 32L, "Set\0");
        event(310, 162, 1L).event(311, 164, (byte) 0, 96L, "Map\0").event(312, 165, 1L);
        event(320, 167, 0, 1L, (byte) 2, 1, 2).event(330, 200).event(350, 201);
        return Arrays.copyOf(out.array(), out.putShort((short) -1).position());
    }

    private static List<String> slices(TraceStorage storage) {
        Table slices = storage.table("__intrinsic_slice");
        Table tracks = storage.table("__intrinsic_track");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            int track = slices.ints("track_id").get(i);
            rows.add(storage.strings().get(tracks.strings("name").get(track)) + ": "
                    + storage.strings().get(slices.strings("name").get(i)) + " "
                    + slices.longs("ts").get(i) + "+" + slices.longs("dur").get(i));
        }
        return rows;
    }

    @Test
    void readsThreadsCollectionsAndMessages() throws Exception {
        TraceStorage storage = DamagedFile.read(log());
        assertEquals(
                List.of(
                        "Capability 1: Thread 7 100+100",
                        "Capability 1: GC 200+60",
                        "Capability 1: Work 210+30",
                        "Capability 1: Idle 240+10",
                        "Messages: hello 250+0",
                        "Capability 1: Thread 8 reader 300+100",
                        "Concurrent GC: Mark: Mark 330+20"),
                slices(storage));
        assertEquals(0, stat(storage, "ghc_eventlog_truncated"));
        assertEquals(0, stat(storage, "ghc_eventlog_invalid_event"));
        Table processes = storage.table("__intrinsic_process");
        int last = processes.rowCount() - 1;
        assertEquals("app", storage.strings().get(processes.strings("name").get(last)));
        assertEquals("ghc_eventlog", DamagedFile.type(Arrays.copyOf(out.array(), out.position())));
    }

    /// Returns the name, time and value of each counter value.
    private static List<String> counters(TraceStorage storage) {
        Table counters = storage.table("__intrinsic_counter");
        Table tracks = storage.table("__intrinsic_track");
        List<String> values = new ArrayList<>();
        for (int i = 0; i < counters.rowCount(); i++) {
            int track = counters.ints("track_id").get(i);
            values.add(storage.strings().get(tracks.strings("name").get(track)) + " "
                    + counters.longs("ts").get(i) + " "
                    + (long) counters.doubles("value").get(i));
        }
        return values;
    }

    @Test
    void readsProfiles() throws Exception {
        TraceStorage storage = DamagedFile.read(log());
        assertEquals(
                List.of(
                        "Live data 270 123456",
                        "Heap: Map 301 64",
                        "Heap: Set 302 32",
                        "Heap: Map 311 96",
                        "Heap: Set 312 0"),
                counters(storage));
        assertEquals(1, storage.table("__intrinsic_profiler_sample").rowCount());
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        int outermost = callsites.ints("frame_id").get(0);
        assertEquals("main", storage.strings().get(frames.strings("name").get(outermost)));
        assertEquals(2, callsites.rowCount());
    }

    @Test
    void eachCapabilityHasItsOwnAllocations() throws Exception {
        header();
        for (int capability = 0; capability < 2; capability++) {
            event(20, 18, 24 + 22, 0L, (short) capability).event(50, 49, 0, 1000L * (capability + 1));
        }
        TraceStorage storage = DamagedFile.read(
                Arrays.copyOf(out.array(), out.putShort((short) -1).position()));
        assertEquals(
                List.of("Allocated by capability 0 50 1000", "Allocated by capability 1 50 2000"), counters(storage));
    }

    @Test
    void biographicalSamplesHaveTheTimesAtWhichTheyWereTaken() throws Exception {
        header();
        event(900, 166, 1L, 100L).event(901, 164, (byte) 0, 64L, "LAG\0").event(902, 165, 1L);
        event(903, 166, 2L, 200L)
                .event(904, 164, (byte) 0, 32L, "LAG\0")
                .event(905, 165, 2L)
                .event(906, 51, 0, 5L);
        TraceStorage storage = DamagedFile.read(
                Arrays.copyOf(out.array(), out.putShort((short) -1).position()));
        assertEquals(List.of("Heap: LAG 100 64", "Heap: LAG 200 32", "Live data 906 5"), counters(storage));
    }

    @Test
    void reportsALogWithOnlyUnknownEvents() throws Exception {
        assertEquals(0, stat(DamagedFile.read(log()), "ghc_eventlog_no_events"));
        out.clear();
        header();
        event(10, 30, 0, "app\0").event(20, 999, "other");
        TraceStorage storage = DamagedFile.read(
                Arrays.copyOf(out.array(), out.putShort((short) -1).position()));
        assertEquals(1, stat(storage, "ghc_eventlog_no_events"));
    }

    @Test
    void keepsTheEventsBeforeDamage() throws Exception {
        byte[] complete = log();
        TraceStorage truncated = DamagedFile.read(Arrays.copyOf(complete, complete.length - 7));
        assertEquals(1, stat(truncated, "ghc_eventlog_truncated"));
        assertTrue(slices(truncated).contains("Capability 1: Thread 8 reader 300+100"));
        assertThrows(TraceProblem.class, () -> DamagedFile.read(Arrays.copyOf(complete, 60)));
        DamagedFile.assertSurvives(complete, 44);
    }
}
