package traceglass.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that files with state are replaced atomically.
class StateFileTest {

    @TempDir
    Path folder;

    private static void await(Path file, String text) throws Exception {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!Files.exists(file) || !Files.readString(file).equals(text)) {
            assertTrue(System.nanoTime() < end, () -> file + " was not written");
            Thread.sleep(5);
        }
    }

    private List<String> files(Path in) throws IOException {
        try (Stream<Path> paths = Files.list(in)) {
            return paths.map(f -> f.getFileName().toString()).toList();
        }
    }

    @Test
    void theLastTextIsStoredAndReadersNeverSeePartialText() throws Exception {
        Path file = folder.resolve("new/state.sql");
        StateFile state = new StateFile(file);
        assertEquals("", state.read());
        String line = "x".repeat(10_000);
        boolean isWritten = false;
        for (int i = 0; i < 200; i++) {
            state.write(i + line);
            String read = state.read();
            assertTrue(read.endsWith(line) || read.isEmpty() && !isWritten, read);
            isWritten |= !read.isEmpty();
        }
        await(file, 199 + line);
        assertEquals(199 + line, new StateFile(file).read());
        assertEquals(List.of("state.sql"), files(file.getParent()));
    }

    @Test
    void aFileThatCannotBeWrittenLeavesNothingBehind() throws Exception {
        // A folder that is not empty can't be replaced by a file.
        Path file = Files.createDirectories(folder.resolve("state.sql"));
        Files.writeString(file.resolve("content"), "1");
        StateFile state = new StateFile(file);
        state.write("a");
        state.write("b");
        Path other = folder.resolve("other");
        StateFile later = new StateFile(other);
        later.write("c");
        await(other, "c");
        assertEquals("", state.read());
        long end = System.nanoTime() + 60_000_000_000L;
        while (files(folder).size() > 2) {
            assertTrue(System.nanoTime() < end, () -> "a temporary file remains");
            Thread.sleep(5);
        }
        assertEquals("1", Files.readString(file.resolve("content")));
    }

    @Test
    void withoutAFileNothingIsStored() {
        StateFile state = new StateFile(null);
        state.write("a");
        assertEquals("", state.read());
    }
}
