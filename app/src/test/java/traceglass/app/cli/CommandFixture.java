package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.testing.SampleFile;

/// Base class of tests that run commands on the built-in sample.
abstract class CommandFixture {

    @TempDir
    Path folder;

    /// The built-in sample.
    Path trace;

    @BeforeEach
    void unpackTheSample() throws IOException {
        trace = SampleFile.in(folder);
    }

    /// Runs a command with a cache folder of this test.
    CommandRun run(String... args) {
        List<String> all = Stream.concat(
                        Arrays.stream(args),
                        Stream.of("--cache-dir", folder.resolve("cache").toString()))
                .toList();
        return CommandRun.of(all.toArray());
    }
}
