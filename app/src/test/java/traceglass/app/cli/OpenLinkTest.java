package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import traceglass.app.io.Failure;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TraceLink;
import traceglass.store.database.StoreOptions;

/// Tests links and file URIs as arguments of the program.
class OpenLinkTest {

    @TempDir
    Path folder;

    private Path trace;
    private String link;

    @BeforeEach
    void createTrace() throws IOException {
        trace = Files.writeString(folder.resolve("a b.json"), "[]");
        link = new TraceLink(trace, new TimeRange(5, 9, true), null, new EventRef("slice", 7), "DROP TABLE slice")
                .text();
    }

    private static LaunchRequest request(String... args) throws Failure {
        Root root = new Root();
        new CommandLine(root.spec()).parseArgs(args);
        return root.open.request(StoreOptions.uncached());
    }

    @Test
    void aLinkOpensItsFileAndDoesNotRunItsSql() throws Failure {
        LaunchRequest request = request(link);
        assertEquals(trace, request.trace());
        assertEquals(new TimeRange(5, 9, true), request.time());
        assertEquals(new EventRef("slice", 7), request.select());
        assertEquals("DROP TABLE slice", request.sql());
        assertFalse(request.runsSql());
    }

    @Test
    void optionsOverrideTheLink() throws Exception {
        Path sql = Files.writeString(folder.resolve("q.sql"), "SELECT 1");
        LaunchRequest request = request(link, "--time", "@1..@2", "--select", "slice:8", "--sql", sql.toString());
        assertEquals(new TimeRange(1, 2, true), request.time());
        assertEquals(new EventRef("slice", 8), request.select());
        assertEquals("SELECT 1", request.sql());
        assertTrue(request.runsSql());
    }

    @Test
    void aFileUriIsAFile() throws Failure {
        assertEquals(trace, request(trace.toUri().toString()).trace());
        assertEquals(trace, request(trace.toString()).trace());
        assertNull(request().trace());
        assertThrows(Failure.class, () -> request("file://host/a.json?x"));
        assertThrows(Failure.class, () -> request("file:/%zz"));
    }

    @Test
    void aLinkOpensNoProject() throws Exception {
        Path project = Files.writeString(folder.resolve("x.traceglass"), "{}");
        Failure e = assertThrows(Failure.class, () -> request(new TraceLink(project, null, null, null, null).text()));
        assertTrue(e.getMessage().contains("is a project"), e.getMessage());
    }

    @Test
    void theWindowReportsTheErrorOfALinkIfRequested() throws Failure {
        String bad = "traceglass://open?file=" + folder.resolve("gone.json");
        assertThrows(Failure.class, () -> request(bad));
        LaunchRequest shown = request("--show-errors", bad);
        assertNull(shown.trace());
        assertEquals("can't open the link: " + folder.resolve("gone.json") + " does not exist", shown.problem());
        assertEquals(
                folder.resolve("gone.json") + " does not exist",
                request("--show-errors", folder.resolve("gone.json").toString()).problem());
    }

    @Test
    void desktopEntriesRegisterLinks() throws IOException {
        Path packaging = Path.of("").toAbsolutePath().resolveSibling("packaging");
        String entry = Files.readString(packaging.resolve("linux/traceglass.desktop"));
        assertTrue(entry.contains("x-scheme-handler/traceglass;"), entry);
        assertTrue(entry.contains("Exec=traceglass open --show-errors %u\n"), entry);
        assertTrue(Files.readString(packaging.resolve("install-desktop-entry")).contains("open --show-errors %%u"));
        // Packages install the same entry; only the path of the program changes.
        assertTrue(Files.readString(packaging.resolve("install-program")).contains("s|^Exec=traceglass |"));
    }
}
