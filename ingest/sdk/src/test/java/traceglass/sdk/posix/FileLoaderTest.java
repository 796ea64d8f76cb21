package traceglass.sdk.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLoaderTest {

    @TempDir
    private Path folder;

    private FileLoader loader;

    @BeforeEach
    void createLoader() {
        Assumptions.assumeTrue(Posix.isSupported());
        loader = new FileLoader();
    }

    private static byte[] bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8);
    }

    private byte[] loaded() {
        return Arrays.copyOf(loader.bytes(), loader.size());
    }

    @Test
    void readsFilesOfAllSizes() throws Exception {
        byte[] large = new byte[200_000];
        Arrays.fill(large, (byte) 'x');
        for (byte[] content : new byte[][] {{}, {1, 2}, large, {3}}) {
            Path file = Files.write(folder.resolve("a file"), content);
            assertTrue(loader.load(bytes(file)));
            assertArrayEquals(content, loaded());
        }
        assertFalse(loader.load(bytes(folder.resolve("missing"))));
        assertFalse(loader.load(bytes(folder)));
        assertFalse(loader.load("x".repeat(5000).getBytes(StandardCharsets.US_ASCII)));
        assertEquals(0, loader.size());
    }

    @Test
    void readsAnOpenFileAgain() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "one");
        int open = loader.open(bytes(file));
        assertTrue(loader.reload(open));
        Files.writeString(file, "three");
        assertTrue(loader.reload(open));
        assertEquals("three", new String(loaded(), StandardCharsets.US_ASCII));
        loader.close(open);
        assertFalse(loader.reload(open));
        assertTrue(loader.open(bytes(folder.resolve("missing"))) < 0);
    }

    @Test
    void readsLinksAndDevices() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));
        assertTrue(loader.loadLink(bytes(link), bytes(link).length));
        assertEquals("target", new String(loaded(), StandardCharsets.UTF_8));
        assertFalse(loader.loadLink(bytes(folder), bytes(folder).length));
        assertEquals(Files.getAttribute(folder, "unix:dev"), loader.device(bytes(folder), bytes(folder).length));
        assertEquals(-PosixErrors.ENOENT, loader.device(bytes(link), bytes(link).length));
    }

    @Test
    void readsTheEntriesOfLargeFolders() throws Exception {
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 1500; i++) {
            String name = i % 2 == 0 ? Integer.toString(i) : "name " + i;
            expected.add(name);
            Files.createFile(folder.resolve(name));
        }
        Files.createDirectory(folder.resolve("4294967296"));
        expected.add("4294967296");
        Set<String> names = new TreeSet<>();
        long numbers = 0;
        try (FolderReader reader = new FolderReader()) {
            assertTrue(reader.open(bytes(folder)));
            while (reader.next()) {
                String name = new String(
                        reader.bytes(),
                        reader.nameStart(),
                        reader.nameEnd() - reader.nameStart(),
                        StandardCharsets.UTF_8);
                names.add(name);
                numbers += reader.number() >= 0 ? 1 : 0;
                assertEquals(Files.getAttribute(folder.resolve(name), "unix:ino"), reader.inode());
                boolean isFolder = name.equals("4294967296");
                assertTrue(reader.type() == (isFolder ? FolderReader.FOLDER : FolderReader.FILE) || reader.type() == 0);
            }
            assertFalse(reader.next());
            assertFalse(reader.open(bytes(folder.resolve("0"))));
        }
        assertEquals(expected, names);
        assertEquals(750, numbers);
    }
}
