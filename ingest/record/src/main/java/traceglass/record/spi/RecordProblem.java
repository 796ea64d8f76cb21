package traceglass.record.spi;

import org.jspecify.annotations.Nullable;

/// A recording, or a question to a target, that did not work out. The message says what happened, where, and what to
/// do, in words for the person who records.
public class RecordProblem extends Exception {

    private static final long serialVersionUID = 1;

    /// What kind of trouble it is, for those who act on it.
    public enum Kind {
        /// The target, its daemon or a program that is needed is not there.
        NOT_FOUND,
        /// The target is there and does not let us in.
        REFUSED,
        /// The config is not accepted.
        CONFIG,
        /// The connection broke, or nothing came for too long.
        LOST,
        /// The file could not be written.
        DISK,
        /// The target said something that the protocol does not have, or cannot do what is asked.
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

    /// The trace cannot go to the disk.
    public static RecordProblem disk(java.io.IOException e) {
        return new RecordProblem(
                Kind.DISK,
                "The trace could not be written: " + reason(e)
                        + ". Make room on that disk, or choose another folder, and record again.",
                e);
    }

    public Kind kind() {
        return kind;
    }

    /// Words for an input or output error that has few of its own.
    public static String reason(java.io.IOException e) {
        if (e instanceof java.nio.file.NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof java.nio.channels.ClosedChannelException) {
            return "the connection was closed";
        }
        if (e instanceof java.nio.file.FileAlreadyExistsException there) {
            // Where folders are made.
            return there.getFile() + " is a file, no folder";
        }
        return e.getMessage() == null || e.getMessage().isBlank() ? e.getClass().getSimpleName() : e.getMessage();
    }
}
