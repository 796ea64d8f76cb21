package traceglass.ingest.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarEntriesTest {

    private static final String LONG = "folder/" + "deep/".repeat(40) + "größe.json";

    @TempDir
    Path folder;

    private TarEntries list(byte[] tar) throws IOException {
        return TarEntries.list(Files.write(folder.resolve("file.tar"), tar));
    }

    private static String names(TarEntries tar) {
        return String.join(" ", tar.files().stream().map(ReplayableSource::name).toList());
    }

    private static byte[] bytes(ReplayableSource piece) throws IOException {
        try (InputStream in = piece.open()) {
            return in.readAllBytes();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private interface Content {
        void write(TarArchiveOutputStream tar) throws IOException;
    }

    private static byte[] tar(int longNames, Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, 512, "UTF-8")) {
            tar.setLongFileMode(longNames);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(longNames == TarArchiveOutputStream.LONGFILE_POSIX);
            content.write(tar);
        }
        return bytes.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    /// Returns a header with a wrong checksum, as produced by some writers.
    private static byte[] header(String name, char type, String size) {
        byte[] header = new byte[512];
        System.arraycopy(utf8(name), 0, header, 0, name.length());
        System.arraycopy(utf8(size), 0, header, 124, size.length());
        header[156] = (byte) type;
        System.arraycopy(utf8("ustar"), 0, header, 257, 5);
        return header;
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] simple() throws IOException {
        return tar(TarArchiveOutputStream.LONGFILE_POSIX, t -> {
            add(t, "one", utf8("1".repeat(700)));
            add(t, LONG, utf8("22"));
            add(t, "three", utf8("3".repeat(512)));
        });
    }

    @Test
    void listsRegularFilesWithLongNamesInTheirOrder() throws IOException {
        for (int mode : new int[] {TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX}) {
            TarEntries tar = list(tar(mode, t -> {
                add(t, "empty", new byte[0]);
                t.putArchiveEntry(new TarArchiveEntry("folder/"));
                t.closeArchiveEntry();
                add(t, LONG, utf8("content"));
                t.putArchiveEntry(new TarArchiveEntry("link", TarConstants.LF_SYMLINK));
                t.closeArchiveEntry();
                add(t, "last", new byte[1000]);
            }));
            assertNull(tar.damage());
            assertEquals("empty " + LONG + " last", names(tar));
            assertEquals(
                    List.of(0L, 7L, 1000L),
                    tar.files().stream().map(ReplayableSource::size).toList());
            assertArrayEquals(utf8("content"), bytes(tar.files().get(1)));
            assertArrayEquals(utf8("content"), bytes(tar.files().get(1)));
        }
    }

    @Test
    void readsSizesFromPaxHeadersAndBase256() throws IOException {
        byte[] pax = Arrays.copyOf(utf8("13 size=1000\n12 path=a b\n"), 512);
        byte[] base256 = header("c", '0', "");
        base256[124] = (byte) 0x80;
        base256[135] = 5;
        TarEntries tar = list(join(
                header("pax", 'x', "31"),
                pax,
                header("x", '0', "0"),
                new byte[1024],
                base256,
                Arrays.copyOf(utf8("12345"), 512),
                new byte[1024]));
        assertEquals("a b c", names(tar));
        assertEquals(1000, bytes(tar.files().get(0)).length);
        assertArrayEquals(utf8("12345"), bytes(tar.files().get(1)));
    }

    @Test
    void aDamagedHeaderEndsTheList() throws IOException {
        for (int mode : new int[] {TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX}) {
            byte[] complete = tar(mode, t -> {
                add(t, "one", utf8("1"));
                add(t, "two", utf8("2"));
                add(t, LONG, utf8("3"));
            });
            byte[] damaged = complete.clone();
            damaged[1024 + 130] = 'x';
            TarEntries tar = list(damaged);
            assertEquals("one", names(tar));
            assertEquals("the header at byte 1024 is damaged", tar.damage());
            assertArrayEquals(utf8("1"), bytes(tar.files().getFirst()));

            // Damage the header to which the long name belongs, or the name.
            for (int offset = 2048; offset < complete.length - 1024 - 512; offset += 512) {
                damaged = complete.clone();
                Arrays.fill(damaged, offset, offset + 512, (byte) 0xfe);
                assertTrue(
                        names(list(damaged)).startsWith("one two"), mode + " " + offset + " " + names(list(damaged)));
            }
        }
    }

    @Test
    void readsATruncatedFileUpToItsEnd() throws IOException {
        byte[] complete = simple();
        TarEntries tar = list(Arrays.copyOf(complete, 512 + 600));
        assertEquals("one", names(tar));
        assertEquals("unexpected end of file", tar.damage());
        assertEquals(600, tar.files().getFirst().size());
        assertEquals("1".repeat(600), new String(bytes(tar.files().getFirst()), StandardCharsets.UTF_8));
        // Truncated before the data of the last file, and in the middle of a header.
        assertNull(list(Arrays.copyOf(complete, 512 + 700)).damage());
        assertEquals("one", names(list(Arrays.copyOf(complete, 512 + 1024 + 100))));
        assertEquals("", names(list(new byte[0])));
        assertEquals("", names(list(header("x", '0', "z"))));
    }

    @Test
    void aHugeHeaderLengthAllocatesNoMemory() throws IOException {
        Path file = folder.resolve("file.tar");
        Files.write(file, join(header("one", '0', "0"), header("long", 'L', "77777777777")));
        try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.write(java.nio.ByteBuffer.allocate(1), 6L << 30);
        }
        TarEntries tar = TarEntries.list(file);
        assertEquals("one", names(tar));
        assertNotNull(tar.damage());
        Files.delete(file);
    }

    @Test
    void anImplausibleFileSizeIsDamage() throws IOException {
        TarEntries tar = list(join(
                header("one", '0', "0"),
                header("x", 'x', "30"),
                Arrays.copyOf(utf8("28 size=9223372036854775807\n"), 512),
                header("two", '0', "0"),
                new byte[1024]));
        assertTrue(names(tar).startsWith("one"), names(tar));
        assertNotNull(tar.damage());
    }

    @Test
    void metadataHeadersWithoutAFileEndTheList() throws IOException {
        for (char type : "LKxg".toCharArray()) {
            byte[] more = header("more", type, "0");
            byte[][] chain = new byte[100_001][];
            Arrays.fill(chain, more);
            chain[0] = header("one", '0', "0");
            TarEntries tar = list(join(chain));
            assertEquals("one", names(tar), "type " + type);
            assertNotNull(tar.damage());
        }
    }

    @Test
    void damagedTarsNeverFailAndListOnlyTheirFiles() throws IOException {
        byte[] complete = simple();
        Random random = new Random(11);
        int count = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] damaged =
                    Arrays.copyOf(complete, random.nextInt(3) == 0 ? random.nextInt(complete.length) : complete.length);
            for (int n = random.nextInt(4); n > 0 && damaged.length > 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            for (ReplayableSource piece : list(damaged).files()) {
                assertEquals(piece.size(), bytes(piece).length);
                assertTrue(piece.size() <= damaged.length);
                count++;
            }
        }
        assertTrue(count > 3000, "found " + count);
    }

    @Test
    void ioErrorsInATarAreNotReportedAsDamage() {
        assertThrows(NoSuchFileException.class, () -> TarEntries.list(folder.resolve("nothing.tar")));
        assertThrows(IOException.class, () -> TarEntries.list(folder));
    }
}
