package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import traceglass.app.testing.MemoryTraces;

/// Tests the `screenshot` command, which draws the window without showing it.
class ScreenshotCommandTest extends CommandFixture {

    @Test
    void savesAPictureOfTheWindow() throws IOException {
        Path png = folder.resolve("window.png");
        CommandRun r = run(
                "screenshot",
                trace.toString(),
                "-o",
                png.toString(),
                "--size",
                "900x560",
                "--scale",
                "2",
                "--theme",
                "dark");
        assertEquals(0, r.code(), r.err());
        var image = javax.imageio.ImageIO.read(png.toFile());
        assertEquals(1800, image.getWidth());
        assertEquals(1120, image.getHeight());
        // The top bar has the background of the dark theme, and tracks have many colors.
        assertEquals(0x121418, image.getRGB(1000, 4) & 0xFFFFFF, "the top bar is not dark");
        java.util.Set<Integer> colors = new java.util.HashSet<>();
        for (int y = 200; y < 1000; y += 3) {
            for (int x = 700; x < 1700; x += 3) {
                colors.add(image.getRGB(x, y));
            }
        }
        assertTrue(colors.size() > 20, "only " + colors.size() + " colors: nothing was drawn");
    }

    @Test
    void drawsTextInAnotherSize() throws IOException {
        Path plain = folder.resolve("plain.svg");
        Path large = folder.resolve("large.svg");
        assertEquals(
                0, run("screenshot", trace.toString(), "-o", plain.toString()).code());
        assertEquals(
                0,
                run("screenshot", trace.toString(), "-o", large.toString(), "--text-size", "150")
                        .code());
        assertEquals(1.5 * fontSize(plain), fontSize(large), .01);
    }

    /// Largest font in a picture, px.
    private static double fontSize(Path svg) throws IOException {
        return Pattern.compile("font-size=\"([0-9.]+)")
                .matcher(Files.readString(svg))
                .results()
                .mapToDouble(m -> Double.parseDouble(m.group(1)))
                .max()
                .orElseThrow();
    }

    @Test
    void aFolderOfTracesHasNoScreenshot() throws IOException {
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Files.copy(trace, runs.resolve("run-1.pftrace"));
        CommandRun r =
                run("screenshot", runs.toString(), "-o", folder.resolve("x.png").toString());
        assertEquals(1, r.code());
        assertTrue(r.errorLine().contains("runs is a folder; choose a trace file in it"), r.err());
    }

    @Test
    void commandsOfAScreenshotWaitForTheirData() throws IOException {
        Path dumps = MemoryTraces.heapDumps(folder.resolve("heap.pftrace"), 3, 800);
        Path png = folder.resolve("dominators.png");
        CommandRun r = run("screenshot", dumps.toString(), "-o", png.toString(), "--do", "heap.dominators");
        assertEquals(0, r.code(), r.err());
    }

    @Test
    void errorsOfAScreenshotAreOneLine() {
        Path png = folder.resolve("x.png");
        assertTrue(run("screenshot", folder.resolve("gone").toString(), "-o", png.toString())
                .errorLine()
                .contains("gone"));
        assertTrue(run("screenshot", trace.toString(), "-o", png.toString(), "--panel", "nothing")
                .errorLine()
                .contains("unknown page or tab 'nothing'; pages and tabs: "));
        assertTrue(run(
                        "screenshot",
                        trace.toString(),
                        "-o",
                        folder.resolve("no/such/x.png").toString())
                .errorLine()
                .contains("no/such/x.png"));
        Path missing = folder.resolve("missing.png");
        CommandRun none = run("screenshot", trace.toString(), "-o", missing.toString(), "--select", "slice:999999999");
        assertEquals(1, none.code());
        assertTrue(none.errorLine().contains("This trace has no slice with id 999999999"), none.err());
        assertFalse(Files.exists(missing));
        assertFalse(Files.exists(png));
    }

    @Test
    void aScreenshotNeedsAPictureExtension() {
        CommandRun r = run(
                "screenshot", trace.toString(), "-o", folder.resolve("x.jpg").toString());
        assertEquals(2, r.code());
        assertTrue(r.errorLine().contains(".png or .svg"), r.err());
        assertFalse(Files.exists(folder.resolve("x.jpg")));
    }
}
