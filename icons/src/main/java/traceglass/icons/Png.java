package traceglass.icons;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// Encodes images as PNG (RFC 2083), with eight bits per channel, and an alpha channel if any pixel is not opaque.
public final class Png {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    private static final int COLOR_RGB = 2;
    private static final int COLOR_RGBA = 6;
    private static final int FILTER_UP = 2;

    private Png() {}

    /// @param argb rows of 0xAARRGGBB, not premultiplied; length `width * height`
    public static byte[] encode(int[] argb, int width, int height) {
        boolean isOpaque = true;
        for (int p : argb) {
            isOpaque &= p >>> 24 == 255;
        }
        int channels = isOpaque ? 3 : 4;
        ByteArrayOutputStream packed = new ByteArrayOutputStream(argb.length / 4);
        byte[] row = new byte[width * channels];
        byte[] above = new byte[width * channels];
        byte[] filtered = new byte[width * channels + 1];
        filtered[0] = FILTER_UP;
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, new Deflater(6))) {
            for (int y = 0; y < height; y++) {
                for (int x = 0, i = 0; x < width; x++) {
                    int p = argb[y * width + x];
                    row[i++] = (byte) (p >> 16);
                    row[i++] = (byte) (p >> 8);
                    row[i++] = (byte) p;
                    if (!isOpaque) {
                        row[i++] = (byte) (p >>> 24);
                    }
                }
                for (int i = 0; i < row.length; i++) {
                    filtered[i + 1] = (byte) (row[i] - above[i]);
                }
                out.write(filtered);
                byte[] swap = above;
                above = row;
                row = swap;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file(width, height, isOpaque ? COLOR_RGB : COLOR_RGBA, packed.toByteArray());
    }

    private static byte[] file(int width, int height, int colorType, byte[] data) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(data.length + 64);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(SIGNATURE);
            ByteArrayOutputStream header = new ByteArrayOutputStream(13);
            DataOutputStream h = new DataOutputStream(header);
            h.writeInt(width);
            h.writeInt(height);
            h.write(new byte[] {8, (byte) colorType, 0, 0, 0});
            writeChunk(out, "IHDR", header.toByteArray());
            writeChunk(out, "IDAT", data);
            writeChunk(out, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeChunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) crc.getValue());
    }
}
