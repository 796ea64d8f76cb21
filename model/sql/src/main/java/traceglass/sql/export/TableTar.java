package traceglass.sql.export;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Writes a tar archive of files and of query results as Arrow files.
final class TableTar implements AutoCloseable {

    private static final int BLOCK_SIZE = 512;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int SUM_AT = 148;
    private static final int BUFFER_SIZE = 1 << 18;

    private final FileChannel tar;

    TableTar(Path target) throws IOException {
        tar = FileChannel.open(target, CREATE, TRUNCATE_EXISTING, WRITE);
    }

    /// Adds a file.
    void add(String name, byte[] bytes) throws IOException {
        write(header(name, bytes.length));
        write(bytes);
        pad(bytes.length);
    }

    /// Adds the rows of a query as an Arrow file.
    void addArrow(String name, SqlSession session, String sql) throws IOException, SqlProblem {
        long start = tar.position();
        session.run(sql, ResultSink.streaming(cursor -> {
            // The size is known at the end.
            write(new byte[BLOCK_SIZE]);
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(tar), BUFFER_SIZE);
            ArrowTableWriter.write(cursor, out);
            out.flush();
        }));
        long end = tar.position();
        long size = end - start - BLOCK_SIZE;
        tar.position(start);
        write(header(name, size));
        tar.position(end);
        pad(size);
    }

    /// Writes the end of the archive.
    void finish() throws IOException {
        write(new byte[2 * BLOCK_SIZE]);
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }

    private void pad(long size) throws IOException {
        write(new byte[(int) (-size & BLOCK_SIZE - 1)]);
    }

    private void write(byte[] bytes) throws IOException {
        ByteBuffer remaining = ByteBuffer.wrap(bytes);
        while (remaining.hasRemaining()) {
            tar.write(remaining);
        }
    }

    /// Returns the header of a member (POSIX.1-1988, "ustar"); a size of 8 GiB or more is binary, as GNU tar writes
    /// it.
    private static byte[] header(String name, long size) {
        byte[] header = new byte[BLOCK_SIZE];
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, 0, Math.min(bytes.length, NAME_BYTES));
        putAscii(header, NAME_BYTES, "0000644\0" + "0000000\0" + "0000000\0");
        if (size < 1L << 33) {
            putAscii(header, SIZE_AT, "%011o\0".formatted(size));
        } else {
            header[SIZE_AT] = (byte) 0x80;
            for (int i = 0; i < Long.BYTES; i++) {
                header[SIZE_AT + SIZE_BYTES - 1 - i] = (byte) (size >>> 8 * i);
            }
        }
        putAscii(header, SIZE_AT + SIZE_BYTES, "00000000000\0");
        Arrays.fill(header, SUM_AT, SUM_AT + 8, (byte) ' ');
        putAscii(header, SUM_AT + 8, "0");
        putAscii(header, 257, "ustar\00000");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        putAscii(header, SUM_AT, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void putAscii(byte[] header, int position, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, position, bytes.length);
    }
}
