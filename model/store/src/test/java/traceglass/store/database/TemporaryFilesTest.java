package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {

    @TempDir
    Path folder;

    private static long endedProcess() throws IOException, InterruptedException {
        Process p = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        p.waitFor();
        return p.pid();
    }

    @Test
    void removesOnlyFilesOfProcessesThatEnded() throws Exception {
        Path created = TemporaryFiles.folder("test");
        Path ownFile = TemporaryFiles.file("test", ".tmp");
        try {
            String name = created.getFileName().toString();
            String[] parts = name.split("-");
            assertEquals(
                    List.of(
                            "traceglass",
                            "test",
                            String.valueOf(ProcessHandle.current().pid())),
                    List.of(parts).subList(0, 3));
            long ended = endedProcess();
            long self = ProcessHandle.current().pid();
            long hourAgo = Instant.now().minusSeconds(3600).toEpochMilli();
            String other = ended + "-" + hourAgo + "-" + parts[4] + "-1";
            for (String entry : List.of(
                    name,
                    "traceglass-stream-" + self + "-" + parts[3] + "-" + parts[4] + "-1",
                    // Created by a process in a container.
                    "traceglass-stream-" + ended + "-" + hourAgo + "-12345-1",
                    "traceglass-" + self + "-1-abcdef012345",
                    // Not created by the program.
                    "traceglass-" + ended + "-11-27",
                    "traceglass-notes",
                    "traceglass-" + System.getProperty("user.name"),
                    "other-stream-" + other,
                    // To be removed: the process ended, or another one has its id.
                    "traceglass-stream-" + other,
                    "traceglass-upload-" + self + "-" + hourAgo + "-" + parts[4] + "-1",
                    "traceglass-" + ended + "-1-abcdef012345")) {
                Files.createDirectories(folder.resolve(entry).resolve("deep"));
                Files.write(folder.resolve(entry).resolve("deep").resolve("trace"), new byte[10]);
            }
            Files.write(folder.resolve("traceglass-spool-" + other + ".tmp"), new byte[10]);
            Files.write(folder.resolve(ownFile.getFileName().toString()), new byte[10]);
            TemporaryFiles.removeAbandoned(folder);
            try (Stream<Path> remaining = Files.list(folder)) {
                assertEquals(
                        new TreeSet<>(List.of(
                                name,
                                "traceglass-stream-" + self + "-" + parts[3] + "-" + parts[4] + "-1",
                                "traceglass-stream-" + ended + "-" + hourAgo + "-12345-1",
                                "traceglass-" + self + "-1-abcdef012345",
                                "traceglass-" + ended + "-11-27",
                                "traceglass-notes",
                                "traceglass-" + System.getProperty("user.name"),
                                "other-stream-" + other,
                                ownFile.getFileName().toString())),
                        remaining.map(p -> p.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
            }
        } finally {
            Files.delete(created);
            Files.delete(ownFile);
        }
    }

    @Test
    void keepsFilesOfALivingProcess() throws Exception {
        Path created = TemporaryFiles.folder("test");
        try {
            assertFalse(TemporaryFiles.isAbandoned(created));
            TemporaryFiles.removeAbandoned(created.getParent());
            assertTrue(Files.isDirectory(created));
        } finally {
            Files.delete(created);
        }
    }
}
