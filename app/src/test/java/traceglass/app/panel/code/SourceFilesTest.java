package traceglass.app.panel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFilesTest {

    @TempDir
    Path dir;

    private Path file(String path) throws IOException {
        Path file = dir.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, path);
    }

    @Test
    void findsTheFileWithTheMostMatchingFolders() throws IOException {
        Path expected = file("checkout/src/net/base/url.cc");
        file("checkout/src/other/url.cc");
        file("checkout/src/base/url.cc");
        List<Path> folders = List.of(dir.resolve("missing"), dir.resolve("checkout"));
        assertEquals(Optional.of(expected), SourceFiles.find("/build/agent/net/base/url.cc", folders));
        assertEquals(Optional.of(expected), SourceFiles.find("../../src/net/base/url.cc", folders));
        assertEquals(Optional.of(expected), SourceFiles.find("C:\\work\\src\\net\\base\\url.cc", folders));
        assertEquals(Optional.empty(), SourceFiles.find("/build/net/base/unknown.cc", folders));
        assertEquals(Optional.empty(), SourceFiles.find("/build/..", folders));
    }

    @Test
    void resolvesFilesOnlyInTheChosenFolders() throws IOException {
        file("secret/key.c");
        Files.createDirectories(dir.resolve("checkout/src"));
        assertEquals(Optional.empty(), SourceFiles.find("src/../../secret/key.c", List.of(dir.resolve("checkout"))));
    }
}
