package traceglass.app.window.frame;

import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import traceglass.icons.Png;

/// Encodes drawn pictures as PNG files.
public final class PngImage {

    private PngImage() {}

    /// Encodes an image as a PNG file.
    public static byte[] encode(WritableImage image) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        int[] pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        return Png.encode(pixels, width, height);
    }
}
