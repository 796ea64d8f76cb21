package traceglass.record.spi;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/// A failed recording or a failed request to a target. The message is a text for users with the cause and
/// instructions.
public class RecordProblem extends Exception {

    private static final long serialVersionUID = 1;

    /// Kind of the problem, for code that reacts to it.
    public enum Kind {
        /// The target, its daemon or a required program was not found.
        NOT_FOUND,
        /// The target denied access.
        REFUSED,
        /// The config is not accepted.
        CONFIG,
        /// The connection was lost or timed out.
        LOST,
        /// The file could not be written.
        DISK,
        /// The target sent something invalid, or does not support the request.
        UNSUPPORTED
    }

    private final Kind kind;

    public RecordProblem(Kind kind, String message) {
        this(kind, message, null);
    }

    public RecordProblem(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /// Creates the problem for a trace that cannot be written to disk.
    public static RecordProblem disk(IOException e) {
        return new RecordProblem(Kind.DISK, TargetTexts.notWritten(reason(e)), e);
    }

    public Kind kind() {
        return kind;
    }

    /// Returns a readable reason for an I/O error, even if its message is terse.
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return TargetTexts.NO_SUCH_FILE;
        }
        if (e instanceof AccessDeniedException) {
            return TargetTexts.DENIED;
        }
        if (e instanceof ClosedChannelException) {
            return TargetTexts.CLOSED;
        }
        if (e instanceof FileAlreadyExistsException exists) {
            // Thrown when creating folders.
            return TargetTexts.notAFolder(exists.getFile());
        }
        return e.getMessage() == null || e.getMessage().isBlank() ? e.getClass().getSimpleName() : e.getMessage();
    }
}
