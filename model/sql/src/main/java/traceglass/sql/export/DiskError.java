package traceglass.sql.export;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreException;

/// Recognizes the errors by which databases and the system report that a file can't be written. Their messages name
/// positions in SQL and temporary files, which mean nothing to users.
final class DiskError {

    /// Part of a message -> reason.
    private static final Map<String, String> REASONS = Map.of(
            "No space left", "No space left on device",
            "not enough space", "No space left on device",
            "SQLITE_FULL", "No space left on device",
            "File too large", "File too large",
            "quota exceeded", "Disk quota exceeded",
            "SQLITE_IOERR", "Disk I/O error");

    private DiskError() {}

    /// Returns an error that has only the reason as its message; null if the error is of another kind.
    static @Nullable IOException of(Exception error) {
        String reason = null;
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof StoreException) {
                // The disk with the trace's database is full, not the disk with the exported file.
                return null;
            }
            String message = String.valueOf(e.getMessage());
            for (Map.Entry<String, String> known : REASONS.entrySet()) {
                reason = message.contains(known.getKey()) ? known.getValue() : reason;
            }
        }
        return reason == null ? null : new IOException(reason, error);
    }
}
