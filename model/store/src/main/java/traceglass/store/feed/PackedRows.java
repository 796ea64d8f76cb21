package traceglass.store.feed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import traceglass.store.table.ColumnPacker;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.TableSpec;

/// Chunks of pending tables in memory, packed by a background thread during the import.
///
/// All methods are called by the importer's thread.
public final class PackedRows {

    private final Executor threads;
    private final ChunkFeed.Budget budget;
    private final Consumer<Throwable> onFailure;
    private final ColumnPacker packer = new ColumnPacker();
    private final AtomicLong bytes = new AtomicLong();
    /// Used by the packing thread until [#awaitPacking].
    private final Map<String, List<SealedChunk>> chunks = new HashMap<>();
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    /// @param budget limit of chunks waiting to be packed
    /// @param onFailure receives the error if a chunk could not be packed
    public PackedRows(Executor threads, ChunkFeed.Budget budget, Consumer<Throwable> onFailure) {
        this.threads = threads;
        this.budget = budget;
        this.onFailure = onFailure;
    }

    /// Adds the next chunk of a table, whose arrays must not be modified after the call; may block.
    public void add(TableSpec spec, SealedChunk chunk) {
        budget.acquire();
        last = last.thenRunAsync(() -> pack(spec, chunk), threads);
    }

    private void pack(TableSpec spec, SealedChunk chunk) {
        try {
            SealedChunk packed = chunk.packed(spec, packer);
            chunks.computeIfAbsent(spec.name(), name -> new ArrayList<>()).add(packed);
            bytes.addAndGet(packed.bytes());
            chunk.release();
        } catch (RuntimeException | Error e) {
            // Also catches errors such as OutOfMemoryError, because rows would be missing.
            onFailure.accept(e);
        } finally {
            budget.release();
        }
    }

    /// Returns the approximate size in bytes of the chunks packed so far.
    public long bytes() {
        return bytes.get();
    }

    /// Waits until all chunks are packed.
    public void awaitPacking() {
        last.join();
    }

    /// Removes and returns the chunks of a table; only after [#awaitPacking].
    public List<SealedChunk> take(String table) {
        List<SealedChunk> removed = chunks.remove(table);
        return removed == null ? List.of() : removed;
    }

    /// Returns the names of the tables that have chunks; only after [#awaitPacking].
    public List<String> tables() {
        return List.copyOf(chunks.keySet());
    }
}
