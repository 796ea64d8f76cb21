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
                    public int add(String name, long size) {
                        return 0;
                    }

                    @Override
                    public void enter(int file, String type) {
                        seen.add("enter " + type);
                    }

                    @Override
                    public void leave(int file, long size) {
                        seen.add("leave " + size);
                    }

                    @Override
                    public void trace(int file, TraceInput input) throws IOException {
                        byte[] first = input.asStream().readNBytes(41);
                        long length = first.length + input.asStream().transferTo(OutputStream.nullOutputStream());
                        seen.add(input.name() + "="
                                + (length > 40 ? length + " bytes" : new String(first, StandardCharsets.UTF_8)));
                    }

                    @Override
                    public void damaged(String name, String type, long offset, String what) {
                        seen.add("damaged " + name);
                    }

                    @Override
                    public void skipped(int file, String name, TraceProblem why) {
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

    private static void put(byte[] b, int at, String s) {
        System.arraycopy(s.getBytes(StandardCharsets.UTF_8), 0, b, at, s.length());
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
        byte[] whole = gzip(noise);
        walk(Arrays.copyOf(whole, whole.length / 2));
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
        assertTrue(bytes > 0 && bytes < 1_300_000_000L, "it gave out " + bytes);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("damaged")), "nothing was reported as damaged");
    }

    @Test
    void reportsAnArchiveWithoutATrace() {
        assertThrows(TraceProblem.class, () -> walk(zip(".hidden", "x")));
    }

    /// Returns a file on a disk that disappears after some bytes.
    private static ReplayableSource vanishing(byte[] content, int after) {
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
                    assertThrows(IOException.class, () -> walk().walk(vanishing(content, 300_000), content.length));
            assertTrue(e.getMessage().contains("Input/output error"), e.toString());
        }
        assertTrue(seen.stream().noneMatch(s -> s.startsWith("damaged")), seen.toString());
    }
}
