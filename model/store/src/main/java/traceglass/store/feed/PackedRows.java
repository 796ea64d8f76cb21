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

/// Chunks of tables that wait in memory until somebody asks for their table, packed by a thread behind the importer.
///
/// The importer's thread calls everything here.
public final class PackedRows {

    private final Executor threads;
    private final ChunkFeed.Budget budget;
    private final Consumer<Throwable> onFailure;
    private final ColumnPacker packer = new ColumnPacker();
    private final AtomicLong bytes = new AtomicLong();
    /// Of the packing thread until [#settle].
    private final Map<String, List<SealedChunk>> chunks = new HashMap<>();
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    /// @param budget how many chunks may wait to be packed
    /// @param onFailure is told what kept a chunk from being packed
    public PackedRows(Executor threads, ChunkFeed.Budget budget, Consumer<Throwable> onFailure) {
        this.threads = threads;
        this.budget = budget;
        this.onFailure = onFailure;
    }

    /// Takes the next chunk of a table, whose arrays nobody writes any more; may wait.
    public void add(TableSpec spec, SealedChunk chunk) {
        budget.acquire();
        last = last.thenRunAsync(() -> pack(spec, chunk), threads);
    }

    private void pack(TableSpec spec, SealedChunk chunk) {
        try {
            SealedChunk packed = chunk.packed(spec, packer);
            chunks.computeIfAbsent(spec.name(), name -> new ArrayList<>()).add(packed);
            bytes.addAndGet(packed.bytes());
            chunk.done();
        } catch (RuntimeException | Error e) {
            // An error too, such as that of a heap that is too small: rows would be missing.
            onFailure.accept(e);
        } finally {
            budget.release();
        }
    }

    /// About how many bytes the chunks take that were packed up to now.
    public long bytes() {
        return bytes.get();
    }

    /// Waits until all is packed.
    public void settle() {
        last.join();
    }

    /// The chunks of a table, and lets them go from here; after [#settle].
    public List<SealedChunk> take(String table) {
        List<SealedChunk> taken = chunks.remove(table);
        return taken == null ? List.of() : taken;
    }

    /// The tables of which there are chunks; after [#settle].
    public List<String> tables() {
        return List.copyOf(chunks.keySet());
    }
}
