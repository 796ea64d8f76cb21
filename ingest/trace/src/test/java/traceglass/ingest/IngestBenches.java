package traceglass.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.testing.MicroBench;

/// Measures the stages of an import separately; `TRACE` is any uncompressed Perfetto trace. Prints times and asserts
/// nothing; compare them only with other runs on the same machine.
final class IngestBenches {

    private static final int EVENTS = 1 << 20;

    private IngestBenches() {}

    public static void main(String[] args) throws Exception {
        byte[] trace = Files.readAllBytes(Path.of(args[0]));
        MicroBench.run("packet cursor: fields of a trace's packets, two levels deep", "field", () -> fields(trace));
        MicroBench.run("sorter: 64 queues, each in order", "event", () -> sort(0));
        MicroBench.run("sorter: 64 queues, one event in eight late", "event", () -> sort(8));
        MicroBench.run("interning: a million texts, one in 64 new", "text", IngestBenches::intern);
        MicroBench.run("slice tracker: begin and end, four deep, on 256 tracks", "slice", IngestBenches::slices);
        MicroBench.run("load path: counters into a database file", "row", IngestBenches::load);
    }

    private static long fields(byte[] trace) {
        ProtoCursor outer = new ProtoCursor();
        ProtoCursor packet = new ProtoCursor();
        ProtoCursor inner = new ProtoCursor();
        long n = 0;
        for (outer.enter(trace, 0, trace.length); outer.next(); n++) {
            for (packet.enter(outer); packet.next(); n++) {
                for (inner.enter(packet); inner.next(); n++) {
                    MicroBench.consume(inner.asLong());
                }
            }
        }
        return n;
    }

    /// @param late every `late`-th event comes after later ones; 0 for none
    private static long sort(int late) {
        EventSorter sorter = new EventSorter(() -> {}, () -> {});
        EventSorter.Queue[] queues = new EventSorter.Queue[64];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = sorter.queue((ts, data, ref) -> MicroBench.consume(ts + data));
        }
        Random random = new Random(1);
        for (int i = 0; i < EVENTS; i++) {
            long ts = 1_000_000 + i * 100L;
            queues[random.nextInt(queues.length)].push(
                    late > 0 && i % late == 0 ? ts - random.nextInt(50_000) : ts, i, null);
        }
        sorter.drain();
        return EVENTS;
    }

    private static long intern() {
        StringPool pool = new StringPool();
        byte[] text = "RenderFrameHostImpl::0000000".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < EVENTS; i++) {
            int number = i % 64 == 0 ? i : i * 31 % 4096;
            for (int k = text.length - 1; k >= text.length - 7; k--) {
                text[k] = (byte) ('0' + number % 10);
                number /= 10;
            }
            MicroBench.consume(pool.intern(text, 0, text.length));
        }
        return EVENTS;
    }

    private static long slices() {
        ImportSession session = new ImportSession(new TraceStorage(), new ImportProgress());
        SliceTracker tracker = session.context(0, 0).slices();
        int name = session.strings().intern("work");
        long ts = 0;
        for (int i = 0; i < EVENTS / 4; i++) {
            int track = i & 255;
            for (int depth = 0; depth < 4; depth++) {
                tracker.begin(ts++, track, StringPool.NULL, name, null);
            }
            for (int depth = 0; depth < 4; depth++) {
                tracker.end(ts++, track, StringPool.NULL, StringPool.NULL, null);
            }
        }
        return EVENTS;
    }

    private static long load() throws IOException {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached(), null);
        Table t = storage.table("__intrinsic_counter");
        for (int i = 0; i < EVENTS; i++) {
            int row = t.addRow();
            t.longs("ts").set(row, i * 1000L);
            t.ints("track_id").set(row, i & 255);
            t.doubles("value").set(row, i * 0.37);
        }
        try (TraceStore _ = writer.finish()) {
            return EVENTS;
        }
    }
}
