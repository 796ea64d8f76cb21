package traceglass.sql.export;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// A tar archive with one Arrow file per table, including empty tables, like Perfetto's `export arrow_tar`.
final class ArrowTarFormat implements TableFormat {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int SUM_AT = 148;
    private static final int BUFFER = 1 << 18;

    @Override
    public String id() {
        return "arrow";
    }

    @Override
    public String extension() {
        return "tar";
    }

    @Override
    public boolean isFolder() {
        return false;
    }

    @Override
    public void writeTables(SqlSession session, List<ExportedTable> tables, Path target)
            throws IOException, SqlProblem {
        // Each member is written to a file first, because its size precedes its content in the archive.
        Path member = target.resolveSibling(target.getFileName() + ".member");
        member.toFile().deleteOnExit();
        // It stays open: if the program is interrupted, the file is deleted on exit and must not be created again.
        try (OutputStream tar = new BufferedOutputStream(Files.newOutputStream(target), BUFFER);
                FileChannel content = FileChannel.open(member, CREATE, TRUNCATE_EXISTING, READ, WRITE)) {
            for (ExportedTable table : tables) {
                session.run(
                        "SELECT * FROM " + ExportedTable.quoted(table.name()) + ";", ResultSink.restartable(cursor -> {
                            content.truncate(0).position(0);
                            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(content), BUFFER);
                            ArrowTableWriter.write(cursor, out);
                            out.flush();
                        }));
                long size = content.size();
                tar.write(header(table.name().replaceAll("[^\\w.-]", "_") + ".arrow", size));
                Channels.newInputStream(content.position(0)).transferTo(tar);
                tar.write(new byte[(int) (-size & BLOCK - 1)]);
            }
            tar.write(new byte[2 * BLOCK]);
        } finally {
            Files.deleteIfExists(member);
        }
    }

    /// Returns the header of a member (POSIX.1-1988, "ustar"); a size of 8 GiB or more is binary, as GNU tar writes
    /// it.
    private static byte[] header(String name, long size) {
        byte[] header = new byte[BLOCK];
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, 0, Math.min(bytes.length, NAME_BYTES));
        ascii(header, NAME_BYTES, "0000644\0" + "0000000\0" + "0000000\0");
        if (size < 1L << 33) {
            ascii(header, SIZE_AT, "%011o\0".formatted(size));
        } else {
            header[SIZE_AT] = (byte) 0x80;
            for (int i = 0; i < Long.BYTES; i++) {
                header[SIZE_AT + SIZE_BYTES - 1 - i] = (byte) (size >>> 8 * i);
            }
        }
        ascii(header, SIZE_AT + SIZE_BYTES, "00000000000\0");
        Arrays.fill(header, SUM_AT, SUM_AT + 8, (byte) ' ');
        ascii(header, SUM_AT + 8, "0");
        ascii(header, 257, "ustar\00000");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        ascii(header, SUM_AT, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void ascii(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
