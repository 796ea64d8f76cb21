package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowedFoldersTest {

    @TempDir
    private Path root;

    private Path folder;
    private AllowedFolders allowed;

    @BeforeEach
    void createFolders() throws IOException {
        folder = Files.createDirectory(root.toRealPath().resolve("traces"));
        Files.writeString(folder.resolve("a.trace"), "a");
        Files.writeString(root.resolve("other"), "b");
        // The name starts with the name of the folder.
        Files.createDirectory(root.resolve("traces2"));
        Files.writeString(root.resolve("traces2/b.trace"), "b");
        allowed = AllowedFolders.of(List.of(folder));
    }

    private String errorMessage(String name) {
        return String.valueOf(
                assertThrows(ToolProblem.class, () -> allowed.resolve(name)).getMessage());
    }

    @Test
    void missingFoldersAreReported() {
        Path absent = root.resolve("absent");
        assertEquals(
                absent + " is not a folder",
                assertThrows(IOException.class, () -> AllowedFolders.of(List.of(absent)))
                        .getMessage());
    }

    @Test
    void filesInTheFolderAreFound() throws Exception {
        assertEquals(folder.resolve("a.trace"), allowed.resolve("a.trace"));
        assertEquals(folder.resolve("a.trace"), allowed.resolve("./x/../a.trace"));
        assertEquals(
                folder.resolve("a.trace"),
                allowed.resolve(folder.resolve("a.trace").toString()));
        assertEquals(folder, allowed.resolve(""));
        assertTrue(errorMessage("absent.trace").contains("does not exist"));
        assertTrue(errorMessage("absent/absent.trace").contains("does not exist"));
    }

    @Test
    void otherFilesAreRejectedWhetherTheyExistOrNot() throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), root.resolve("other"));
        Files.createSymbolicLink(folder.resolve("up"), root);
        Files.createSymbolicLink(folder.resolve("dangling"), root.resolve("absent"));
        for (String name : List.of(
                "../other",
                "../absent",
                "link",
                "up/other",
                "up/absent",
                "dangling",
                "../traces2/b.trace",
                root.resolve("other").toString(),
                "/etc/passwd",
                "/absent")) {
            String message = errorMessage(name);
            assertTrue(message.contains("is not in a folder that this server may read"), message);
        }
    }

    @Test
    void linksWithinTheFolderAreFollowed() throws Exception {
        Files.createSymbolicLink(folder.resolve("inner"), folder.resolve("a.trace"));
        assertEquals(folder.resolve("a.trace"), allowed.resolve("inner"));
    }

    @Test
    void aFolderWithLinksToOtherFoldersIsRejected() throws Exception {
        Path several = Files.createDirectory(folder.resolve("several"));
        Files.writeString(several.resolve("one"), "1");
        assertEquals(several, allowed.resolve("several"));
        Files.createSymbolicLink(several.resolve("two"), root.resolve("other"));
        assertTrue(errorMessage("several").contains("may read"));
    }

    @Test
    void aFolderWithTooManyFilesToCheckIsRejected() throws Exception {
        Path many = Files.createDirectory(folder.resolve("many"));
        for (int i = 0; i < 3; i++) {
            Files.writeString(many.resolve("file" + i), "1");
        }
        assertEquals(many, AllowedFolders.of(List.of(folder), 4).resolve("many"));
        ToolProblem e = assertThrows(
                ToolProblem.class, () -> AllowedFolders.of(List.of(folder), 3).resolve("many"));
        assertEquals("many contains more than 3 files. Open one of them instead.", e.getMessage());
    }

    @Test
    void eachAllowedFolderMustExist() {
        assertThrows(IOException.class, () -> AllowedFolders.of(List.of(root.resolve("absent"))));
        IOException e = assertThrows(IOException.class, () -> AllowedFolders.of(List.of(folder.resolve("a.trace"))));
        assertTrue(e.getMessage().contains("not a folder"), e::getMessage);
    }
}
