package traceglass.store;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreDatabase;

/// The database of an import, which is opened on a background thread when it is first needed.
final class PendingDatabase {

    private final Supplier<StoreDatabase> opener;
    private final Executor threads;
    private final CompletableFuture<StoreDatabase> opened = new CompletableFuture<>();
    private final AtomicBoolean isOpening = new AtomicBoolean();

    /// @param opener opens the database; called at most once, on a thread of `threads`
    /// @param onError called with the error if the database can't be opened
    PendingDatabase(Supplier<StoreDatabase> opener, Executor threads, Consumer<Throwable> onError) {
        this.opener = opener;
        this.threads = threads;
        opened.whenComplete((database, e) -> {
            if (e != null) {
                onError.accept(e);
            }
        });
    }

    /// Starts opening the database if that has not been done.
    void startOpening() {
        if (isOpening.compareAndSet(false, true)) {
            try {
                opened.completeAsync(opener, threads);
            } catch (RuntimeException | Error e) {
                // There may be no memory for a thread. Callers that wait for the database get the error.
                opened.completeExceptionally(e);
            }
        }
    }

    /// Returns the database once [#startOpening] has opened it.
    CompletableFuture<StoreDatabase> future() {
        return opened;
    }

    /// Returns the error with which opening failed; null if it has not failed so far.
    @Nullable
    Throwable error() {
        return opened.isCompletedExceptionally() ? opened.exceptionNow() : null;
    }

    /// Closes the database if it was opened or is being opened; otherwise, it can no longer be opened.
    void close() {
        if (isOpening.compareAndSet(false, true)) {
            opened.cancel(false);
        }
        try {
            opened.join().close();
        } catch (CompletionException | CancellationException e) {
            // The database could not be opened, which was reported to the listener.
        }
    }
}
