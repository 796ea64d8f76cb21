package traceglass.ingest.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import traceglass.ingest.Importer;

/// Content of a jar in memory, which ensures that exactly the bytes whose digest was checked are loaded.
record JarContent(String sha256, Map<String, byte[]> entries) {

    /// Entry that lists the importers of a jar.
    static final String SERVICES = "META-INF/services/" + Importer.class.getName();

    private static final int MAX_BYTES = 64 << 20;
    private static final long MAX_UNPACKED_BYTES = 256L << 20;

    /// @throws IOException if the jar is damaged or too large
    static JarContent read(Path jar) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(jar)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException("it is larger than " + (MAX_BYTES >> 20) + " MB");
        }
        Map<String, byte[]> entries = new HashMap<>();
        long remaining = MAX_UNPACKED_BYTES;
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                byte[] content = in.readNBytes((int) remaining);
                remaining -= content.length;
                if (remaining <= 0) {
                    throw new IOException("its content is larger than " + (MAX_UNPACKED_BYTES >> 20) + " MB");
                }
                entries.put(e.getName(), content);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("a name in it is invalid", e);
        }
        if (entries.isEmpty()) {
            throw new IOException("it is not a jar file");
        }
        return new JarContent(digest(bytes), entries);
    }

    /// Returns the class names of the importers that the jar provides.
    List<String> importers() {
        byte[] names = entries.getOrDefault(SERVICES, new byte[0]);
        return new String(names, StandardCharsets.UTF_8)
                .lines()
                .map(l -> l.replaceFirst("#.*", "").strip())
                .filter(l -> !l.isEmpty())
                .distinct()
                .toList();
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
