package traceglass.app.launch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import traceglass.app.settings.Folders;

/// The built-in sample trace, extracted to a file because traces are opened from files.
public final class SampleTrace {

    private static final String NAME = "sample.pftrace.gz";

    private SampleTrace() {}

    /// Returns the trace as a file. Extracts it to the cache folder, or to the temporary folder if the cache folder
    /// is not writable.
    ///
    /// @throws IOException if neither folder is writable
    public static Path file() throws IOException {
        try {
            return extract(Folders.ofPlatform().cache());
        } catch (IOException e) {
            return extract(temporary());
        }
    }

    /// Returns whether a file is the one that [#file] returns.
    public static boolean isSample(Path file) {
        return file.equals(Folders.ofPlatform().cache().resolve(NAME))
                || file.equals(temporary().resolve(NAME));
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir")).resolve("traceglass-sample");
    }

    static Path extract(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        try (InputStream in = SampleTrace.class.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new FileNotFoundException(LaunchTexts.NO_SAMPLE_TRACE);
            }
            byte[] bytes = in.readAllBytes();
            // The file keeps its modification time, so that its cached database is found again.
            if (!Files.isRegularFile(file) || Files.size(file) != bytes.length) {
                Files.createDirectories(folder);
                Path next = Files.createTempFile(folder, NAME, ".new");
                Files.write(next, bytes);
                Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return file;
        }
    }
}
