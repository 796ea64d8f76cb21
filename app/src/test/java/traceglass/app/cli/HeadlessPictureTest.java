package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadlessPictureTest {

    @Test
    void aWindowNeedsADisplayOnLinux() {
        assertTrue(HeadlessPicture.isNeeded("Linux", Map.of()));
        assertTrue(HeadlessPicture.isNeeded("Linux", Map.of("DISPLAY", "")));
        assertFalse(HeadlessPicture.isNeeded("Linux", Map.of("DISPLAY", ":0")));
        assertFalse(HeadlessPicture.isNeeded("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")));
        assertFalse(HeadlessPicture.isNeeded("Mac OS X", Map.of()));
    }

    @Test
    void thePictureIsNamedAfterTheTrace() {
        assertEquals(Path.of("traceglass-sample.png"), HeadlessPicture.fileFor(Path.of("/a/sample.pftrace.gz")));
        assertEquals(Path.of("traceglass-a.b.png"), HeadlessPicture.fileFor(Path.of("a.b.json")));
        assertEquals(Path.of("traceglass-trace.png"), HeadlessPicture.fileFor(Path.of("trace")));
    }
}
