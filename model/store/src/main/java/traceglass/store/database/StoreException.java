package traceglass.store.database;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/// Thrown if the database of a trace cannot be written, opened or read. The message contains the operation, the file
/// or folder, the reason and, if possible, a remedy.
public final class StoreException extends IOException {

    private static final long serialVersionUID = 1;

    private static final String NOT_RUN = "Invalid Input Error: Attempting to execute";
    private static final String NESTED = "\nError: ";

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// Summarizes an error of DuckDB or the file system in one sentence, and keeps the original as the cause.
    ///
    /// @param failure describes what failed, such as `can't open the database x.db`
    public static StoreException of(String failure, @Nullable Throwable cause) {
        return of(failure, cause, true);
    }

    /// Summarizes an error, like [#of], of writing to a folder that the user chose instead of the cache.
    public static StoreException ofOutput(String failure, @Nullable Throwable cause) {
        return of(failure, cause, false);
    }

    private static StoreException of(String failure, @Nullable Throwable cause, boolean isCache) {
        if (cause instanceof StoreException e) {
            return e;
        }
        String text = message(cause);
        String reason;
        if (text.contains("No space left")
                || text.contains("not enough space")
                || text.contains("max_temp_directory_size")) {
            reason = "the disk is full"
                    + (isCache ? "; free some space, or choose another folder with --cache-dir" : "");
        } else if (text.contains("File too large")) {
            reason = "the disk does not support files of this size"
                    + (isCache ? "; choose another folder with --cache-dir" : "");
        } else if (text.contains("Out of Memory") || cause instanceof OutOfMemoryError) {
            reason = "the memory limit is too small; increase it with --memory-limit";
        } else if (cause instanceof NoSuchFileException) {
            reason = text + " does not exist";
        } else if (text.contains("Permission denied")
                || text.contains("Read-only file system")
                || cause instanceof AccessDeniedException
                || cause instanceof FileAlreadyExistsException
                || cause instanceof NotDirectoryException) {
            reason = "the folder can't be written to"
                    + (isCache ? "; choose another with --cache-dir, or use --no-cache" : "");
        } else {
            // DuckDB puts the reason into the second line if the statement failed while it ran.
            int nested = text.startsWith(NOT_RUN) ? text.indexOf(NESTED) : -1;
            reason = text.substring(nested < 0 ? 0 : nested + NESTED.length())
                    .lines()
                    .findFirst()
                    .orElse(text);
        }
        return new StoreException(failure + ": " + reason, cause);
    }

    /// Returns the message of the error, or of its first cause that has one.
    private static String message(@Nullable Throwable cause) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e.getMessage() != null) {
                return e.getMessage();
            }
        }
        return cause == null ? "unknown" : cause.getClass().getSimpleName();
    }
}
