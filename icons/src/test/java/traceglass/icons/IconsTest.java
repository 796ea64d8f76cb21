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
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class IconsTest {

    @Test
    void everyIconHasOnePathOnTheGrid() throws Exception {
        List<String> symbols;
        try (InputStream in = Icons.class.getResourceAsStream("icons.svg")) {
            symbols = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains("<symbol"))
                    .toList();
        }
        assertTrue(symbols.size() > 60, "only " + symbols.size() + " icons");
        assertEquals(symbols.size(), Icons.names().size());
        for (String symbol : symbols) {
            assertTrue(
                    symbol.matches("  <symbol id=\"[a-z0-9-]+\" viewBox=\"0 0 24 24\"><path d=\"M[^\"]+\"/></symbol>"),
                    symbol);
        }
        for (String name : Icons.names()) {
            assertTrue(Icons.exists(name) && Icons.path(name).startsWith("M"), name);
        }
        assertEquals("M4 6h9M8 12h12M4 18h6M14 18h4", Icons.path("timeline"));
    }

    @Test
    void namesTheMissingIcon() {
        assertFalse(Icons.exists("nothing-like-this"));
        assertFalse(Icons.exists(""));
        assertEquals(
                "no icon nothing-like-this",
                assertThrows(IllegalArgumentException.class, () -> Icons.path("nothing-like-this"))
                        .getMessage());
    }

    @Test
    void encodedPicturesAreReadBackUnchanged() throws IOException {
        int[] opaque = {0xFF000000, 0xFFFFFFFF, 0xFF123456, 0xFF654321, 0xFFABCDEF, 0xFF0F0F0F};
        int[] clear = {0x00000000, 0x80FFFFFF, 0xFF123456, 0x01654321, 0xFFABCDEF, 0xFF0F0F0F};
        for (int[] pixels : List.of(opaque, clear)) {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.encode(pixels, 3, 2)));
            assertArrayEquals(pixels, image.getRGB(0, 0, 3, 2, null, 0, 3));
        }
    }

    @Test
    void storedApplicationIconsMatchTheComputedOnes() throws IOException {
        for (int size : AppIcon.SIZES) {
            try (InputStream in = Icons.class.getResourceAsStream("app/traceglass-" + size + ".png")) {
                assertArrayEquals(AppIcon.pixels(size), ImageIO.read(in).getRGB(0, 0, size, size, null, 0, size));
            }
        }
    }
}
