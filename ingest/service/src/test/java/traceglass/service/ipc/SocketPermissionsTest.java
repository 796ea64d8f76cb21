package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SocketPermissionsTest {

    private static final String OWNER = "unix:uid";
    private static final String GROUP = "unix:gid";

    @TempDir
    private Path folder;

    @Test
    void doesNotFollowSymbolicLinks() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assumeTrue(Files.getAttribute(file, OWNER).equals(0), "only root can change the owner of a file");
        Path link = Files.createSymbolicLink(folder.resolve("socket"), file);
        SocketPermissions.changeOwner(
                List.of(link.toString(), folder.resolve("missing").toString()), "daemon");
        new SocketPermissions("daemon", 0600, "daemon", 0600).apply(List.of(link.toString()), List.of());
        assertEquals(0, Files.getAttribute(file, OWNER));
        assertEquals(0, Files.getAttribute(file, GROUP));
        assertNotEquals(0, Files.getAttribute(link, OWNER, LinkOption.NOFOLLOW_LINKS));
        assertNotEquals(0, Files.getAttribute(link, GROUP, LinkOption.NOFOLLOW_LINKS));
    }
}
