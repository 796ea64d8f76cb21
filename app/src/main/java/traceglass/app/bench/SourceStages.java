package traceglass.app.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.json.JsonReadingSteps;
import traceglass.ingest.open.Importers;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.source.TraceWalk;
import traceglass.protos.trace.TracePacket;
import traceglass.store.database.ReadingOptions;

/// Measures the stages that are independent of an importer's state: selecting the importer, reading and decompressing
/// the file, and locating the packets or events in its bytes. The latter read from memory.
final class SourceStages {

    /// Maximum number of bytes read from memory.
    private static final long MAX_BYTES = 128L << 20;
    /// Share of the maximum heap for these bytes.
    private static final int HEAP_SHARE = 8;
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path trace;
    private final ReadingOptions reading;
    private final StageTable table;
    /// Id of the importer of the first trace in the file.
    private String format = "";
    private boolean isCompressed;

    SourceStages(Path trace, ReadingOptions reading, StageTable table) {
        this.trace = trace;
        this.reading = reading;
        this.table = table;
    }

    /// Runs each stage once. A folder has no stage of this kind.
    void run() throws IOException, TraceProblem {
        if (!Files.isRegularFile(trace)) {
            return;
        }
        ResourceUsage[] recognized = {null};
        ResourceUsage start = ResourceUsage.ofThread();
        walk(Importers.of(reading), (input, importer) -> {
            if (recognized[0] == null && importer != null) {
                recognized[0] = ResourceUsage.ofThread().minus(start);
                format = importer.id();
            }
        });
        if (recognized[0] == null) {
            return;
        }
        table.add("recognize", recognized[0], 1, "file");
        readAll();
        byte[] bytes = firstBytes();
        switch (format) {
            case "proto" -> readPackets(bytes);
            case "json" -> readJson(bytes);
            default -> {}
        }
    }

    private interface TraceConsumer {
        /// @param importer importer of the trace, or null
        void accept(TraceInput input, Importer importer) throws IOException;
    }

    private void walk(Importers importers, TraceConsumer consumer) throws IOException, TraceProblem {
        TraceWalk.Visitor visitor = new TraceWalk.Visitor() {
            @Override
            public boolean isTraceStart(byte[] head) {
                return importers.of(head) != null;
            }

            @Override
            public int add(String name, long size) {
                return 0;
            }

            @Override
            public void onEnter(int file, String type) {
                isCompressed = true;
            }

            @Override
            public void onTrace(int file, TraceInput input) throws IOException {
                consumer.accept(input, importers.of(input.head()));
            }
        };
        new TraceWalk(visitor, new ImportProgress(), head -> 0).walk(trace);
    }

    private void readAll() throws IOException, TraceProblem {
        long[] bytes = {0};
        byte[] buffer = new byte[BUFFER_BYTES];
        // Compressed bytes are read and decompressed on a second thread.
        Supplier<ResourceUsage> usage = isCompressed ? ResourceUsage::ofProcess : ResourceUsage::ofThread;
        ResourceUsage start = usage.get();
        walk(Importers.of(reading), (input, importer) -> {
            for (int n; (n = input.read(buffer, 0, buffer.length)) > 0; ) {
                bytes[0] += n;
            }
        });
        table.add(isCompressed ? "decompress" : "read_file", usage.get().minus(start), bytes[0], "byte");
    }

    private byte[] firstBytes() throws IOException, TraceProblem {
        long limit = Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        byte[][] bytes = {null};
        walk(Importers.of(reading), (input, importer) -> {
            if (bytes[0] == null && importer != null) {
                bytes[0] = input.asStream().readNBytes((int) limit);
            }
        });
        return bytes[0];
    }

    private void readPackets(byte[] bytes) throws IOException {
        long[] unpacked = {0};
        ResourceUsage start = ResourceUsage.ofThread();
        ProtoCursor packets = new ProtoCursor();
        ProtoCursor field = new ProtoCursor();
        for (packets.enter(bytes, 0, bytes.length); packets.next(); ) {
            if (packets.wire() == ProtoCursor.BYTES && field.enter(packets).next() && PacketSplitter.isBundle(field)) {
                try {
                    unpacked[0] += PacketSplitter.decompress(field).length;
                } catch (IOException e) {
                    // A damaged bundle is skipped.
                }
            }
        }
        ResourceUsage bundles =
                unpacked[0] == 0 ? ResourceUsage.NONE : ResourceUsage.ofThread().minus(start);
        table.add("decompress_bundles", bundles, unpacked[0], "byte");

        long[] split = {0, 0};
        ResourceUsage splitting = split(bytes, (b, offset, length, position) -> split[0] += length);
        table.add("split_packets", splitting.minus(bundles), split[0], "byte");

        Packet packet = new Packet();
        ResourceUsage decoding = split(bytes, (b, offset, length, position) -> {
            split[1]++;
            if (packet.read(b, offset, length, position) && packet.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER)) {
                packet.event();
            }
        });
        table.add("decode_packets", decoding.minus(splitting), split[1], "packet");
    }

    private ResourceUsage split(byte[] bytes, PacketSplitter.Sink sink) throws IOException {
        try (TraceInput input =
                new TraceInput(trace.toString(), new ByteArrayInputStream(bytes), new ImportProgress())) {
            ResourceUsage start = ResourceUsage.ofThread();
            new PacketSplitter(sink, position -> {}).readAll(input);
            return ResourceUsage.ofThread().minus(start);
        }
    }

    private void readJson(byte[] bytes) {
        JsonReadingSteps steps = new JsonReadingSteps(bytes);
        ResourceUsage start = ResourceUsage.ofThread();
        long skipped = steps.skipValues();
        ResourceUsage afterSkipping = ResourceUsage.ofThread();
        long read = steps.readEvents();
        ResourceUsage afterReading = ResourceUsage.ofThread();
        table.add("skip_json_values", afterSkipping.minus(start), skipped, "byte");
        table.add("read_json_events", afterReading.minus(afterSkipping), read, "byte");
    }
}
