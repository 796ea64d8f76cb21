package traceglass.app.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.app.launch.SampleTrace;

/// Provides the built-in trace as a file.
public final class SampleFile {

    private SampleFile() {}

    /// Creates the file in a folder that does not have it yet.
    public static Path in(Path folder) throws IOException {
        Path file = folder.resolve("sample.pftrace.gz");
        try (InputStream in = SampleTrace.class.getResourceAsStream("sample.pftrace.gz")) {
            Files.copy(in, file);
        }
        return file;
    }

    /// Returns the file, which is created only if it is missing.
    public static Path getOrCreate(Path folder) throws IOException {
        Path file = folder.resolve("sample.pftrace.gz");
        return Files.exists(file) ? file : in(folder);
    }
}
