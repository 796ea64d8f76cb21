package traceglass.store.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.store.table.ColumnType;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.TableSpec;

class PackedRowsTest {

    private static final TableSpec SPEC = new TableSpec(
            "event",
            true,
            List.of(new TableSpec.ColumnSpec("ts", ColumnType.LONG), new TableSpec.ColumnSpec("cpu", ColumnType.INT)));

    private final List<Throwable> failures = new ArrayList<>();
    private final PackedRows rows = new PackedRows(Runnable::run, new ChunkFeed.Budget(1), failures::add);

    private static SealedChunk chunk(int firstRow, Object... columns) {
        return new SealedChunk(firstRow, 3, columns, null, null, false);
    }

    @Test
    void keepsChunksInOrderAndCountsTheirPackedBytes() {
        assertEquals(0, rows.bytes());
        rows.add(SPEC, chunk(0, new long[] {100, 101, 140}, new int[] {0, 1, 70_000}));
        long chunkBytes = rows.bytes();
        rows.add(SPEC, chunk(3, new long[] {7, 8, 9}, new int[] {0, 1, 70_000}));
        rows.awaitPacking();
        assertEquals(2 * chunkBytes, rows.bytes());
        assertEquals(List.of("event"), rows.tables());
        List<SealedChunk> taken = rows.take("event");
        assertEquals(chunkBytes, taken.getFirst().bytes());
        assertEquals(List.of(0, 3), taken.stream().map(SealedChunk::firstRow).toList());
        assertEquals(140, taken.getFirst().longs(0)[2]);
        assertEquals(9, taken.getLast().longs(0)[2]);
        assertEquals(List.of(), rows.take("event"));
        assertEquals(List.of(), failures);
    }

    /// The budget has room for one chunk, so the second call would wait forever if a failure kept it.
    @Test
    void reportsAChunkThatCannotBePackedAndContinues() {
        rows.add(SPEC, chunk(0, "not an array", new int[3]));
        rows.add(SPEC, chunk(3, new long[3], new int[3]));
        rows.awaitPacking();
        assertEquals(1, failures.size());
        assertEquals(1, rows.take("event").size());
        assertTrue(failures.getFirst() instanceof ClassCastException, failures.toString());
    }
}
