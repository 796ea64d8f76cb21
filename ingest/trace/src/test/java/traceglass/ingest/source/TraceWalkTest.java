package traceglass.ingest.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

class TraceWalkTest {

    @TempDir
    Path folder;

    private final List<String> seen = new ArrayList<>();

    private void walk(byte[] content) throws IOException, TraceProblem {
        Path file = folder.resolve("file");
        Files.write(file, content);
        walk().walk(file);
    }

    private TraceWalk walk() {
        return new TraceWalk(
                new TraceWalk.Visitor() {
                    @Override
                    public boolean isTraceStart(byte[] head) {
                        return head[0] == 'z';
                    }

                    @Override
                    public int add(String name, long size) {
                        return 0;
                    }

                    @Override
                    public void onEnter(int file, String type) {
                        seen.add("enter " + type);
                    }

                    @Override
                    public void onLeave(int file, long size) {
                        seen.add("leave " + size);
                    }

                    @Override
                    public void onTrace(int file, TraceInput input) throws IOException {
                        byte[] first = input.asStream().readNBytes(41);
                        long length = first.length + input.asStream().transferTo(OutputStream.nullOutputStream());
                        seen.add(input.name() + "="
                                + (length > 40 ? length + " bytes" : new String(first, StandardCharsets.UTF_8)));
                    }

                    @Override
                    public void onDamaged(String name, String type, long offset, String detail) {
                        seen.add("damaged " + name);
                    }

                    @Override
                    public void onSkipped(int file, String name, TraceProblem problem) {
                        seen.add("skipped " + name);
                    }
                },
                new ImportProgress(),
                head -> head[0] == 'z' ? 0 : 2);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gz = new GZIPOutputStream(out)) {
            gz.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] compressed(OutputStream to, ByteArrayOutputStream out, byte[] content) throws IOException {
        try (to) {
            to.write(content);
        }
        return out.toByteArray();
    }

    @Test
    void bzip2XzAndLz4AreUnpacked() throws Exception {
        byte[] content = "a trace ".repeat(20).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bzip2 = new ByteArrayOutputStream();
        walk(compressed(new BZip2CompressorOutputStream(bzip2), bzip2, content));
        ByteArrayOutputStream xz = new ByteArrayOutputStream();
        walk(compressed(new XZCompressorOutputStream(xz), xz, content));
        ByteArrayOutputStream lz4 = new ByteArrayOutputStream();
        walk(compressed(new FramedLZ4CompressorOutputStream(lz4), lz4, content));
        assertEquals(
                List.of(
                        "enter bzip2",
                        "file=160 bytes",
                        "leave 160",
                        "enter xz",
                        "file=160 bytes",
                        "leave 160",
                        "enter lz4",
                        "file=160 bytes",
                        "leave 160"),
                seen);
    }

    @Test
    void truncatedBzip2XzAndLz4KeepCompleteParts() throws Exception {
        byte[] content = new byte[3 << 20];
        new Random(5).nextBytes(content);
        ByteArrayOutputStream bzip2 = new ByteArrayOutputStream();
        byte[] packed = compressed(new BZip2CompressorOutputStream(bzip2), bzip2, content);
        walk(Arrays.copyOf(packed, packed.length * 2 / 3));
        ByteArrayOutputStream lz4 = new ByteArrayOutputStream();
        packed = compressed(new FramedLZ4CompressorOutputStream(lz4), lz4, content);
        walk(Arrays.copyOf(packed, packed.length * 2 / 3));
        ByteArrayOutputStream xz = new ByteArrayOutputStream();
        packed = compressed(new XZCompressorOutputStream(xz), xz, content);
        packed[packed.length / 2] ^= 0x55;
        walk(packed);
        assertEquals(3, seen.stream().filter("damaged file"::equals).count(), seen::toString);
        assertEquals(
                3, seen.stream().filter(s -> s.matches("leave [1-9][0-9]{5,}")).count(), seen::toString);
    }

    /// Brotli data has no magic number, so it is tried if nothing else fits.
    @Test
    void brotliIsUnpackedIfATraceIsInIt() throws Exception {
        // 80 times "z", then 80 times "y", each stored as one uncompressed block.
        walk(brotli("z".repeat(80)));
        walk(brotli("y".repeat(80)));
        assertEquals(List.of("enter brotli", "file=80 bytes", "leave 80", "file=84 bytes"), seen);
    }

    /// Returns a brotli stream with one uncompressed block (RFC 7932, section 9.2): a 16-bit window, then the
    /// length.
    private static byte[] brotli(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        // Bits from the lowest: window 0; not last 0; 4 nibbles 00; 16 bits of length - 1; uncompressed 1.
        int header = (bytes.length - 1) << 4 | 1 << 20;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(header);
        out.write(header >> 8);
        out.write(header >> 16);
        out.writeBytes(bytes);
        // The last block, which is empty.
        out.write(3);
        return out.toByteArray();
    }

    private static byte[] zip(String... namesAndTexts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return out.toByteArray();
    }

    private static byte[] tar(String... namesAndTexts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            byte[] header = new byte[512];
            byte[] text = namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8);
            put(header, 0, namesAndTexts[i]);
            put(header, 124, String.format("%011o", text.length));
            header[156] = '0';
            put(header, 257, "ustar");
            out.writeBytes(header);
            out.writeBytes(Arrays.copyOf(text, (text.length + 511) / 512 * 512));
        }
        out.writeBytes(new byte[1024]);
        return out.toByteArray();
    }

    private static void put(byte[] b, int offset, String s) {
        System.arraycopy(s.getBytes(StandardCharsets.UTF_8), 0, b, offset, s.length());
    }

    @Test
    void readsPlainFilesAsTheyAre() throws Exception {
        walk("hello".getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of("file=hello"), seen);
    }

    @Test
    void unpacksGzipAndZstdNested() throws Exception {
        walk(gzip(Zstd.compress("hello".getBytes(StandardCharsets.UTF_8))));
        assertEquals(List.of("enter gzip", "enter zstd", "file=hello", "leave 5"), seen.subList(0, 4));
    }

    @Test
    void ordersFilesOfAnArchiveByKindAndName() throws Exception {
        walk(zip("b", "bb", ".hidden", "x", "a", "aa", "c", "zz"));
        assertEquals(List.of("enter zip", "c=zz", "a=aa", "b=bb", "leave 6"), seen);
    }

    @Test
    void readsTarInsideGzip() throws Exception {
        walk(gzip(tar("two", "222", "one", "1")));
        assertEquals(List.of("enter gzip", "enter tar", "one=1", "two=222"), seen.subList(0, 4));
    }

    @Test
    void keepsDataBeforeDamageInGzip() throws Exception {
        byte[] noise = new byte[3_000_000];
        new Random(1).nextBytes(noise);
        byte[] complete = gzip(noise);
        walk(Arrays.copyOf(complete, complete.length / 2));
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("file=1") && s.endsWith("bytes")), seen.toString());
        assertTrue(seen.contains("damaged file"), seen.toString());
    }

    @Test
    void reportsAnEmptyGzipAsDamaged() {
        TraceProblem e = assertThrows(TraceProblem.class, () -> walk(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0}));
        assertTrue(e.getMessage().contains("damaged gzip"), e.getMessage());
    }

    @Test
    void stopsAtADecompressionBombSpreadOverManyFiles() throws Exception {
        byte[] zeros = gzip(new byte[100 << 20]);
        String text = new String(zeros, StandardCharsets.ISO_8859_1);
        String[] many = new String[40];
        for (int i = 0; i < many.length; i += 2) {
            many[i] = "part" + i;
            many[i + 1] = text;
        }
        byte[] inner = zip(many);
        walk(zip(
                "a",
                new String(inner, StandardCharsets.ISO_8859_1),
                "b",
                new String(inner, StandardCharsets.ISO_8859_1)));
        long bytes = seen.stream()
                .filter(s -> s.endsWith(" bytes"))
                .mapToLong(s -> Long.parseLong(s.replaceAll(".*=|\\D", "")))
                .sum();
        assertTrue(bytes > 0 && bytes < 1_300_000_000L, "it unpacked " + bytes);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("damaged")), "nothing was reported as damaged");
    }

    @Test
    void reportsAnArchiveWithoutATrace() {
        assertThrows(TraceProblem.class, () -> walk(zip(".hidden", "x")));
    }

    /// Returns a file on a disk that disappears after this many bytes.
    private static ReplayableSource disappearing(byte[] content, int after) {
        return new ReplayableSource() {
            @Override
            public String name() {
                return "trace.gz";
            }

            @Override
            public long size() {
                return content.length;
            }

            @Override
            public InputStream open() {
                return new InputStream() {
                    private int at;

                    @Override
                    public int read() throws IOException {
                        if (at >= after) {
                            throw new IOException("Input/output error");
                        }
                        return content[at++] & 0xff;
                    }
                };
            }
        };
    }

    @Test
    void aDisappearingDiskIsReportedInsteadOfAPartialTrace() throws IOException {
        byte[] text = new byte[400_000];
        new Random(5).nextBytes(text);
        byte[] packed = gzip(text);
        for (byte[] content : List.of(text, packed, Zstd.compress(text))) {
            IOException e =
                    assertThrows(IOException.class, () -> walk().walk(disappearing(content, 300_000), content.length));
            assertTrue(e.getMessage().contains("Input/output error"), e.toString());
        }
        assertTrue(seen.stream().noneMatch(s -> s.startsWith("damaged")), seen.toString());
    }
}
