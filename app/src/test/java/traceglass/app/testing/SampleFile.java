package traceglass.app.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.app.launch.SampleTrace;

/// The built-in trace as a file.
public final class SampleFile {

    private SampleFile() {}

    public static Path in(Path folder) throws IOException {
        Path file = folder.resolve("sample.pftrace.gz");
        try (InputStream in = SampleTrace.class.getResourceAsStream("sample.pftrace.gz")) {
            Files.copy(in, file);
        }
        return file;
    }

    /// The same, made only where it is not there yet.
    public static Path once(Path folder) throws IOException {
        Path file = folder.resolve("sample.pftrace.gz");
        return Files.exists(file) ? file : in(folder);
    }
}
