package traceglass.ingest.speedscope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SpeedscopeImporterTest {

    private static final String FRAMES =
            "\"shared\":{\"frames\":[{\"name\":\"main\",\"file\":\"a.py\",\"line\":3},{\"name\":\"run\"}]}";

    private static String file(String profiles) {
        return "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"profiles\":[" + profiles + "],"
                + FRAMES + "}";
    }

    private static String evented(String unit, String events) {
        return file("{\"type\":\"evented\",\"name\":\"worker [7]\",\"unit\":\"" + unit
                + "\",\"startValue\":100,\"endValue\":120,\"events\":[" + events + "]}");
    }

    private static String event(char type, int frame, double at) {
        return "{\"type\":\"" + type + "\",\"frame\":" + frame + ",\"at\":" + at + "}";
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String slices(TraceStorage storage) {
        Table slices = storage.table("__intrinsic_slice");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < slices.rowCount(); i++) {
            out.append(storage.strings().get(slices.strings("name").get(i)))
                    .append(' ')
                    .append(slices.longs("ts").get(i))
                    .append('+')
                    .append(slices.longs("dur").get(i))
                    .append(", ");
        }
        return out.toString();
    }

    @Test
    void recognizesFilesByTheirKeys() {
        SpeedscopeImporter importer = new SpeedscopeImporter();
        assertTrue(importer.sniff(file("").getBytes(StandardCharsets.UTF_8)));
        assertTrue(importer.sniff("{\"shared\": {\"frames\": [".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff("{\"meta\": {}, \"shared\": {\"frames\": []}}".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff("{\"traceEvents\": []}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void nestsFramesOfEvents() throws Exception {
        TraceStorage storage = read(evented(
                "milliseconds",
                event('O', 0, 101) + "," + event('O', 1, 101.5) + "," + event('C', 1, 103) + "," + event('C', 0, 110)));
        assertEquals("main 1000000+9000000, run 1500000+1500000, ", slices(storage));
        Table threads = storage.table("__intrinsic_thread");
        int last = threads.rowCount() - 1;
        assertEquals(7, threads.longs("tid").get(last));
        assertEquals("worker", storage.strings().get(threads.strings("name").get(last)));
    }

    @Test
    void closesFramesThatAreLeftOpen() throws Exception {
        TraceStorage storage =
                read(evented("microseconds", event('O', 0, 101) + "," + event('O', 1, 102) + "," + event('C', 0, 104)));
        assertEquals("main 1000+3000, run 2000+2000, ", slices(storage));
        assertEquals(1, stat(storage, "speedscope_invalid_event"));
        assertEquals("main 1000+19000, ", slices(read(evented("microseconds", event('O', 0, 101)))));
    }

    @Test
    void keepsTimesSince1970Exact() throws Exception {
        long epoch = 1_700_000_000_000_000_001L;
        TraceStorage storage = read(file("{\"type\":\"evented\",\"name\":\"t\",\"unit\":\"nanoseconds\",\"startValue\":"
                + epoch
                + ",\"endValue\":" + (epoch + 9) + ",\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":" + (epoch + 2)
                + "},{\"type\":\"C\",\"frame\":0,\"at\":" + (epoch + 5) + "}]}"));
        assertEquals("main 2+3, ", slices(storage));
        assertEquals(
                epoch,
                storage.table("__intrinsic_clock_snapshot").longs("clock_value").get(1));
    }

    @Test
    void placesSamplesAfterTheSumOfPreviousWeights() throws Exception {
        TraceStorage storage = read(file("{\"type\":\"sampled\",\"name\":\"t\",\"unit\":\"seconds\",\"startValue\":5,"
                + "\"samples\":[[0,1],[],[0],[0,1]],\"weights\":[1,2,0.5,1]}"));
        Table samples = storage.table("__intrinsic_profiler_sample");
        assertEquals(3, samples.rowCount());
        assertEquals(3_000_000_000L, samples.longs("ts").get(1));
        assertEquals(3_500_000_000L, samples.longs("ts").get(2));
        assertEquals(1e9, storage.table("__intrinsic_counter").doubles("value").get(0));
        assertEquals(2, storage.table("__intrinsic_stack_profile_callsite").rowCount());
    }

    @Test
    void aggregatesValuesThatAreNotTimes() throws Exception {
        TraceStorage storage = read(evented(
                "bytes",
                event('O', 0, 100) + "," + event('O', 1, 104) + "," + event('C', 1, 110) + "," + event('C', 0, 111)));
        Table samples = storage.table("__intrinsic_aggregate_sample");
        assertEquals(2, samples.rowCount());
        assertEquals(5, samples.doubles("value").get(0));
        assertEquals(6, samples.doubles("value").get(1));
        assertEquals(0, storage.table("__intrinsic_slice").rowCount());
    }

    @Test
    void framesThatNeverCloseEndWithTheProfile() throws Exception {
        TraceStorage storage = read(evented("none", event('O', 0, 101)));
        Table samples = storage.table("__intrinsic_aggregate_sample");
        assertEquals(1, samples.rowCount());
        assertEquals(120 - 101, samples.doubles("value").get(0));
    }

    @Test
    void keepsEverythingBeforeTheEndOfATruncatedFile() throws Exception {
        String complete =
                evented("microseconds", event('O', 0, 101) + "," + event('C', 0, 104) + "," + event('O', 1, 106));
        TraceStorage storage = read(complete.substring(0, complete.indexOf("106")));
        assertEquals("[unknown] 1000+3000, ", slices(storage));
        assertEquals(1, stat(storage, "speedscope_truncated"));
    }

    @Test
    void survivesDeepFilesAndDamage() throws Exception {
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            deep.append(event('O', 0, 101)).append(',');
        }
        TraceStorage storage = read(evented("seconds", deep + event('C', 0, 102)));
        assertEquals(512, storage.table("__intrinsic_slice").rowCount());
        String text = evented("seconds", event('O', 0, 101) + "," + event('O', 1, 103) + "," + event('C', 0, 110));
        DamagedFile.assertSurvives(text.getBytes(StandardCharsets.UTF_8), 5);
    }
}
