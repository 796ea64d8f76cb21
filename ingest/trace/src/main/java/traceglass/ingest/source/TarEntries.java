package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Lists the files in a tar file (POSIX ustar and pax, and GNU's long names) as pieces that are read in place.
final class TarEntries {

    private static final int BLOCK = 512;

    private TarEntries() {}

    /// The regular files in their order. A damaged header ends the list.
    ///
    /// @param tar the file; its bytes are those of the archive
    static List<Piece> list(Path tar) throws IOException {
        List<Piece> entries = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(tar, StandardOpenOption.READ)) {
            InputStream in = Channels.newInputStream(channel);
            long total = channel.size();
            String longName = null;
            while (channel.position() + BLOCK <= total) {
                byte[] header = in.readNBytes(BLOCK);
                long size = number(header, 124, 12);
                if (header[0] == 0 || size < 0) {
                    break;
                }
                long start = channel.position();
                char type = (char) header[156];
                if (type == 'L' || type == 'x') {
                    byte[] body = in.readNBytes((int) Math.min(size, 1 << 20));
                    longName = type == 'L' ? text(body, 0, body.length) : paxPath(body, longName);
                } else {
                    String name = longName != null ? longName : fullName(header);
                    longName = null;
                    if (type == '0' || type == 0) {
                        entries.add(entry(tar, name, start, Math.min(size, total - start)));
                    }
                }
                channel.position(Math.min(total, start + (size + BLOCK - 1) / BLOCK * BLOCK));
            }
        }
        return entries;
    }

    private static String fullName(byte[] header) {
        String prefix = text(header, 345, 155);
        String name = text(header, 0, 100);
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] b, int offset, int length) {
        int n = 0;
        while (n < length && b[offset + n] != 0) {
            n++;
        }
        return new String(b, offset, n, StandardCharsets.UTF_8);
    }

    /// Octal digits, or base 256 when the first bit is set.
    private static long number(byte[] b, int offset, int length) {
        long value = 0;
        if ((b[offset] & 0x80) != 0) {
            for (int i = 1; i < length; i++) {
                value = value << 8 | b[offset + i] & 0xff;
            }
            return value;
        }
        for (int i = 0; i < length; i++) {
            int c = b[offset + i];
            if (c >= '0' && c <= '7') {
                value = value << 3 | c - '0';
            } else if (c != ' ' && c != 0) {
                return -1;
            }
        }
        return value;
    }

    /// Records of a pax header are `length key=value` lines.
    private static String paxPath(byte[] body, String before) {
        String path = before;
        for (String line : new String(body, StandardCharsets.UTF_8).split("\n")) {
            int key = line.indexOf(" path=");
            if (key > 0) {
                path = line.substring(key + 6);
            }
        }
        return path;
    }

    private static Piece entry(Path tar, String name, long start, long size) {
        return new Piece() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long size() {
                return size;
            }

            @Override
            public InputStream open() throws IOException {
                FileChannel channel = FileChannel.open(tar, StandardOpenOption.READ);
                channel.position(start);
                return new Limited(Channels.newInputStream(channel), size);
            }
        };
    }

    /// The first `left` bytes of a stream.
    private static final class Limited extends InputStream {

        private final InputStream in;
        private long left;

        Limited(InputStream in, long left) {
            this.in = in;
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            return left <= 0 || --left < 0 ? -1 : in.read();
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            if (left <= 0) {
                return -1;
            }
            int n = in.read(b, off, (int) Math.min(len, left));
            left -= Math.max(n, 0);
            return n;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
