package traceglass.ingest.fuzz;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Packs traces into the container formats in which users share them.
final class Containers {

    private Containers() {}

    static byte[] pack(byte[] first, byte[] other, Random random) throws IOException {
        return switch (random.nextInt(4)) {
            case 0 -> gzip(first);
            case 1 -> Zstd.compress(first, 1);
            case 2 -> zip(first, other);
            default -> zip(gzip(first), zip(other, first));
        };
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gz = new GZIPOutputStream(out)) {
            gz.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] zip(byte[]... contents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(1);
            for (int i = 0; i < contents.length; i++) {
                zip.putNextEntry(new ZipEntry("trace" + i));
                zip.write(contents[i]);
            }
        }
        return out.toByteArray();
    }
}
