package traceglass.app.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    @TempDir
    Path folder;

    @Test
    void usesThePlatformsFolders() {
        Path home = Path.of("/home/a");
        assertEquals(
                Path.of("/home/a/.config/traceglass"),
                Folders.of("Linux", Map.of(), home).config());
        assertEquals(
                Path.of("/x/traceglass"),
                Folders.of("Linux", Map.of("XDG_CONFIG_HOME", "/x"), home).config());
        assertEquals(
                Path.of("/home/a/.cache/traceglass"),
                Folders.of("Linux", Map.of("XDG_CACHE_HOME", "relative"), home).cache());
        assertEquals(
                Path.of("/home/a/Library/Caches/Traceglass"),
                Folders.of("Mac OS X", Map.of(), home).cache());
    }

    @Test
    void valuesAreRestored() {
        Settings.in(folder).set("window.width", 1234.5);
        assertEquals(1234.5, Settings.in(folder).number("window.width", 1));
        assertEquals("b", Settings.in(folder).get("a", "b"));
    }

    @Test
    void returnsTheFolderOfTheSettingsFile() {
        assertEquals(Optional.of(folder), Settings.in(folder).folder());
        assertEquals(Optional.empty(), Settings.none().folder());
    }

    @Test
    void ignoresADamagedFile() throws IOException {
        Files.write(folder.resolve("settings.properties"), new byte[] {'\\', 'u', 'x', (byte) 0xff});
        assertEquals(7, Settings.in(folder).number("window.width", 7));
        Files.writeString(folder.resolve("recent.tsv"), "what\tis\tthis\n1\t2\tx\t-3\t!!\tp\n");
        assertEquals(List.of(), RecentTraces.in(folder).entries());
    }

    @Test
    void newestTraceIsListedFirstAndOnce() throws IOException {
        Path a = Files.createFile(folder.resolve("a b\u00e9.pftrace"));
        Path b = Files.createFile(folder.resolve("b.json"));
        byte[] loads = new byte[2 * RecentTraces.Thumbnail.COLUMNS];
        loads[61] = (byte) 255;
        RecentTraces recent = RecentTraces.in(folder);
        recent.add(new RecentTraces.Entry(a, 1, 10, "x\ty", RecentTraces.Thumbnail.NONE));
        recent.add(new RecentTraces.Entry(b, 2, 20, "", RecentTraces.Thumbnail.NONE));
        recent.add(new RecentTraces.Entry(a, 3, 30, "summary", new RecentTraces.Thumbnail(2, loads)));
        List<RecentTraces.Entry> reread = RecentTraces.in(folder).entries();
        assertEquals(
                List.of(a, b), reread.stream().map(RecentTraces.Entry::file).toList());
        assertEquals("summary", reread.getFirst().summary());
        assertArrayEquals(loads, reread.getFirst().thumbnail().loads());
        assertEquals(1, reread.getFirst().thumbnail().load(1, 1));
    }
}
