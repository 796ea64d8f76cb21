package traceglass.app.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.sort.SortSpace;
import traceglass.ingest.sort.Stopwatch;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.ColumnPacker;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Measures the stages of the importer's thread: tokenizing, ordering events, emitting them to the trackers, which
/// write rows, and packing the columns. No database is involved; most rows are discarded.
final class ImportStages {

    /// Memory for events that are ordered on disk, in bytes.
    private static final long DISK_SORT_BYTES = 8L << 20;
    /// Maximum number of chunks of rows that are packed.
    private static final int MAX_CHUNKS = 48;
    /// Share of the maximum heap for these chunks, of up to 2 MB each.
    private static final int HEAP_SHARE = 16;

    /// Minimum CPU time in ns of a thread that is listed.
    private static final long MIN_THREAD_NS = 1_000_000;

    private final Path trace;
    private final StoreOptions options;
    private final StageTable table;

    private record TableChunk(TableSpec spec, SealedChunk chunk) {}

    ImportStages(Path trace, StoreOptions options, StageTable table) {
        this.trace = trace;
        this.options = options;
        this.table = table;
    }

    /// Runs each stage once.
    void run() throws IOException, TraceProblem {
        ResourceUsage ordering = order();
        orderOnDisk();
        emit(ordering);
    }

    private SortSpace sortSpace(long bytes) {
        return new SortSpace(bytes, () -> StoreDatabase.createWorkDir(options.tempDir()), StoreDatabase::deleteTree);
    }

    private TraceFileReader open(TraceStorage storage) throws IOException, TraceProblem {
        return TraceFileReader.open(trace, storage, new ImportProgress(), options.reading());
    }

    private static void discard(Table full) {
        for (int index = full.firstChunk(); index < full.sealed() >> Table.CHUNK_BITS; index++) {
            full.recycleChunk(index);
        }
    }

    /// Measures reading without emitting events, and returns what ordering them uses.
    private ResourceUsage order() throws IOException, TraceProblem {
        TraceStorage storage = new TraceStorage();
        storage.tables().forEach(t -> t.onSeal(ImportStages::discard));
        TraceFileReader reader = open(storage);
        UsageStopwatch emitting = new UsageStopwatch();
        try (var sorter = reader.sorter()) {
            sorter.measureWith(new Stopwatch(), emitting);
            sorter.discardEvents();
            sorter.spillTo(sortSpace(options.sortMemoryBytes()));
            ResourceUsage start = ResourceUsage.ofThread();
            reader.read();
            ResourceUsage reading = ResourceUsage.ofThread().minus(start).minus(emitting.total());
            reader.finish();
            table.add("tokenize", reading, reader.bytes(), "byte");
            table.add("order", emitting.total(), sorter.pushed(), "event");
        }
        return emitting.total();
    }

    /// Measures ordering if no event can be emitted early, and only few fit in memory.
    private void orderOnDisk() throws IOException, TraceProblem {
        TraceStorage storage = new TraceStorage();
        storage.tables().forEach(t -> t.onSeal(ImportStages::discard));
        TraceFileReader reader = open(storage);
        UsageStopwatch spilling = new UsageStopwatch();
        UsageStopwatch emitting = new UsageStopwatch();
        SortSpace space = sortSpace(DISK_SORT_BYTES);
        try (var sorter = reader.sorter()) {
            sorter.measureWith(spilling, emitting);
            sorter.discardEvents();
            sorter.sortAtEndOnly();
            sorter.spillTo(space);
            reader.read();
            ResourceUsage written = spilling.total();
            reader.finish();
            if (space.written() > 0) {
                table.add("order_on_disk", written.plus(emitting.total()), sorter.pushed(), "event");
            }
        }
    }

    /// @param ordering what ordering alone uses
    private void emit(ResourceUsage ordering) throws IOException, TraceProblem {
        TraceStorage storage = new TraceStorage();
        List<TableChunk> chunks = new ArrayList<>();
        long maxChunks = Math.min(MAX_CHUNKS, Runtime.getRuntime().maxMemory() / HEAP_SHARE >> 21);
        storage.tables()
                .forEach(t -> t.onSeal(full -> {
                    if (chunks.size() < maxChunks) {
                        keep(storage, full, chunks);
                    } else {
                        discard(full);
                    }
                }));
        TraceFileReader reader = open(storage);
        UsageStopwatch emitting = new UsageStopwatch();
        long beginning = System.nanoTime();
        try (var sorter = reader.sorter();
                ThreadTimes threads = ThreadTimes.start(1)) {
            sorter.measureWith(new Stopwatch(), emitting);
            sorter.spillTo(sortSpace(options.sortMemoryBytes()));
            reader.read();
            ResourceUsage emittedEarly = emitting.total();
            ResourceUsage start = ResourceUsage.ofThread();
            reader.finish();
            ResourceUsage finishing = ResourceUsage.ofThread().minus(start);
            threads.started(System.nanoTime() - beginning).forEach((name, usage) -> {
                if (usage.cpuNs() >= MIN_THREAD_NS) {
                    table.add("thread_" + name, usage, reader.bytes(), "byte");
                }
            });
            table.add("emit", emitting.total().minus(ordering), sorter.pushed(), "event");
            table.add("finish_trackers", finishing.minus(emitting.total().minus(emittedEarly)), 1, "file");
        }
        pack(storage, chunks);
    }

    private static void keep(TraceStorage storage, Table full, List<TableChunk> chunks) {
        for (int index = full.firstChunk(); index < full.sealed() >> Table.CHUNK_BITS; index++) {
            chunks.add(new TableChunk(
                    full.spec(),
                    SealedChunk.of(
                            full, index, Table.CHUNK_ROWS, storage.strings().snapshot())));
            full.dropChunk(index);
        }
    }

    private void pack(TraceStorage storage, List<TableChunk> chunks) {
        for (Table t : storage.tables()) {
            for (int index = t.firstChunk(), from; (from = index << Table.CHUNK_BITS) < t.rowCount(); index++) {
                chunks.add(new TableChunk(
                        t.spec(),
                        SealedChunk.of(
                                t,
                                index,
                                Math.min(Table.CHUNK_ROWS, t.rowCount() - from),
                                storage.strings().snapshot())));
            }
        }
        ColumnPacker packer = new ColumnPacker();
        long rows = 0;
        ResourceUsage start = ResourceUsage.ofThread();
        for (TableChunk c : chunks) {
            c.chunk.packed(c.spec, packer);
            rows += c.chunk.rows();
        }
        table.add("pack_columns", ResourceUsage.ofThread().minus(start), rows, "row");
    }
}
