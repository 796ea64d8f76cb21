package traceglass.icons;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class IconsTest {

    @Test
    void everyIconHasOnePathOnTheGrid() throws Exception {
        Path folder = Path.of(Icons.class.getResource("svg/timeline.svg").toURI()).getParent();
        List<Path> files;
        try (var list = Files.list(folder)) {
            files = list.toList();
        }
        assertTrue(files.size() > 60, "only " + files.size() + " icons");
        for (Path file : files) {
            String text = Files.readString(file);
            assertEquals(2, text.split("<path", -1).length, file + " does not have exactly one path");
            assertTrue(text.contains("viewBox=\"0 0 24 24\""), file + " is not on the grid of 24");
            assertTrue(Icons.path(file.getFileName().toString().replace(".svg", "")).startsWith("M"), file.toString());
        }
    }

    @Test
    void saysWhichIconIsMissing() {
        assertFalse(Icons.exists("nothing-like-this"));
        assertFalse(Icons.exists(""));
        assertEquals("no icon nothing-like-this",
                assertThrows(IllegalArgumentException.class, () -> Icons.path("nothing-like-this")).getMessage());
    }

    @Test
    void aWrittenPictureReadsBackAsItWas() throws IOException {
        int[] opaque = {0xFF000000, 0xFFFFFFFF, 0xFF123456, 0xFF654321, 0xFFABCDEF, 0xFF0F0F0F};
        int[] clear = {0x00000000, 0x80FFFFFF, 0xFF123456, 0x01654321, 0xFFABCDEF, 0xFF0F0F0F};
        for (int[] pixels : List.of(opaque, clear)) {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.encode(pixels, 3, 2)));
            assertArrayEquals(pixels, image.getRGB(0, 0, 3, 2, null, 0, 3));
        }
    }

    @Test
    void theStoredApplicationIconsAreWhatTheProgramDraws() throws IOException {
        for (int size : AppIcon.SIZES) {
            try (InputStream in = Icons.class.getResourceAsStream("app/traceglass-" + size + ".png")) {
                assertArrayEquals(AppIcon.pixels(size), ImageIO.read(in).getRGB(0, 0, size, size, null, 0, size));
            }
        }
    }
}
