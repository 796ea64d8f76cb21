package traceglass.store.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/// The checksum that stands behind the database in a cache file: a mark of eight bytes, then the CRC-32C of all before
/// it. The database has a checksum for each of its blocks, but looks at it only when it comes to the block, in the
/// middle of somebody's query; this one tells at the opening, while the trace can still be imported again. The database
/// does not read behind its last block.
public final class CacheSeal {

    private static final long MARK = 0x5447_5345_414c_3031L;
    private static final int BYTES = 16;
    private static final int PIECE = 1 << 20;

    private CacheSeal() {}

    /// Seals a file that is complete.
    static void append(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = channel.size();
            ByteBuffer seal = ByteBuffer.allocate(BYTES)
                    .putLong(MARK)
                    .putLong(checksum(channel, size))
                    .flip();
            for (long at = size; seal.hasRemaining(); ) {
                at += channel.write(seal, at);
            }
        }
    }

    /// Whether a file is as it was sealed. Reads all of it.
    public static boolean holds(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size() - BYTES;
            if (size < 0) {
                return false;
            }
            ByteBuffer seal = ByteBuffer.allocate(BYTES);
            for (long at = size; seal.hasRemaining(); ) {
                int n = channel.read(seal, at);
                if (n < 0) {
                    return false;
                }
                at += n;
            }
            seal.flip();
            return seal.getLong() == MARK && seal.getLong() == checksum(channel, size);
        }
    }

    /// Checks a large file while it is in use already, and removes it where it is damaged, so that the next opening
    /// makes it anew. Until then the database's own checksums keep queries from reading what is wrong.
    public static Thread checkBehind(Path file) {
        Thread thread = Thread.ofPlatform().daemon().name("cache-check").unstarted(() -> {
            try {
                if (Files.isRegularFile(file) && !holds(file)) {
                    StoreCache.delete(file);
                }
            } catch (IOException e) {
                // What cannot be read now is found out when it is opened next.
            }
        });
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return thread;
    }

    private static long checksum(FileChannel channel, long size) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        for (long at = 0; at < size; ) {
            piece.clear().limit((int) Math.min(PIECE, size - at));
            int n = channel.read(piece, at);
            if (n < 0) {
                // Cut meanwhile: the sum then fits nothing.
                return -1;
            }
            crc.update(piece.flip());
            at += n;
        }
        return crc.getValue();
    }
}
