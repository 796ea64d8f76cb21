package traceglass.app.cli.record;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.TerminalText;
import traceglass.record.RecordingFiles;
import traceglass.store.database.TemporaryFiles;
import traceglass.store.text.DisplayText;

/// Destination of a recording: a file with a given name, a new file with a generated name, or standard output through
/// a temporary file, because a trace is complete only at its end.
public final class RecordingOutput implements AutoCloseable {

    private static final String STANDARD_OUTPUT = "-";

    private final Path file;
    private final boolean isClaimed;
    private final @Nullable Path temporary;
    /// Whether the temporary file has the only copy of the recording.
    private boolean isKept;

    private RecordingOutput(Path file, boolean isClaimed, @Nullable Path temporary) {
        this.file = file;
        this.isClaimed = isClaimed;
        this.temporary = temporary;
    }

    /// Checks whether a recording can be written, before anything is started.
    ///
    /// @param out the name of the file, `-` for standard output, null for a generated name
    /// @param force whether to replace an existing file
    public static void check(@Nullable Path out, boolean force) throws Failure {
        if (out == null) {
            return;
        }
        if (out.toString().equals(STANDARD_OUTPUT)) {
            if (TerminalText.outputCleaner() != null) {
                throw new Failure(RecordOutputTexts.BINARY);
            }
        } else if (Files.isDirectory(out)) {
            throw new Failure(RecordOutputTexts.isAFolder(out));
        } else if (!force && Files.isRegularFile(out)) {
            throw new Failure(RecordOutputTexts.exists(out));
        }
    }

    /// Creates the output after the check.
    ///
    /// @param target display name of the target, for the name of a new file
    public static RecordingOutput of(@Nullable Path out, String target) throws Failure {
        if (out == null) {
            return new RecordingOutput(RecordingFiles.claim(Path.of(""), target, LocalDateTime.now()), true, null);
        }
        if (!out.toString().equals(STANDARD_OUTPUT)) {
            return new RecordingOutput(out, false, null);
        }
        try {
            Path folder = TemporaryFiles.folder("recording");
            return new RecordingOutput(folder.resolve("trace"), false, folder);
        } catch (IOException e) {
            throw new Failure(RecordOutputTexts.cantWrite(CommandOutput.reason(e)), e);
        }
    }

    /// Returns the file to record to.
    public Path file() {
        return file;
    }

    /// Prints the name and size of the finished file, or its content if standard output was requested.
    public void finish(long bytes) throws Failure {
        if (temporary == null) {
            CommandOutput.print(file + "  " + DisplayText.size(bytes));
            return;
        }
        try {
            OutputStream out = StandardOutput.checked();
            Files.copy(file, out);
            out.flush();
        } catch (IOException e) {
            throw new Failure(RecordOutputTexts.notPrinted(keepFile(), CommandOutput.reason(e)), e);
        }
    }

    /// Moves the recording to a folder that the next start of the program does not clean up.
    private Path keepFile() {
        isKept = true;
        try {
            Path keptFile = Files.createTempDirectory("traceglass-kept").resolve("trace.pftrace");
            return Files.move(file, keptFile);
        } catch (IOException e) {
            return file;
        }
    }

    @Override
    public void close() {
        if (isClaimed) {
            RecordingFiles.release(file);
        }
        if (temporary != null && !isKept) {
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                // The next start of the program removes the folder.
            }
        }
    }
}
