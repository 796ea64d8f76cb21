package traceglass.store.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/// Checksum at the end of a cache file, after the database: a magic number of eight bytes, then the CRC-32C of
/// everything before it. The database has a checksum per block, but verifies it only on reading the block, in the
/// middle of a user's query; this checksum is verified on opening, while the trace can still be imported again. The
/// database ignores data after its last block.
public final class CacheSeal {

    private static final long MARK = 0x5447_5345_414c_3031L;
    private static final int BYTES = 16;
    private static final int CHUNK_BYTES = 1 << 20;

    private CacheSeal() {}

    /// Seals a complete file.
    static void append(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = channel.size();
            ByteBuffer seal = ByteBuffer.allocate(BYTES)
                    .putLong(MARK)
                    .putLong(checksum(channel, size))
                    .flip();
            for (long offset = size; seal.hasRemaining(); ) {
                offset += channel.write(seal, offset);
            }
        }
    }

    /// Returns whether a file matches its seal. Reads the whole file.
    public static boolean isValid(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size() - BYTES;
            if (size < 0) {
                return false;
            }
            ByteBuffer seal = ByteBuffer.allocate(BYTES);
            for (long offset = size; seal.hasRemaining(); ) {
                int n = channel.read(seal, offset);
                if (n < 0) {
                    return false;
                }
                offset += n;
            }
            seal.flip();
            return seal.getLong() == MARK && seal.getLong() == checksum(channel, size);
        }
    }

    /// Verifies a large file in the background while it is already in use, and removes it if it is damaged, so that
    /// the next opening creates it again. Until then the database's own checksums prevent queries from reading
    /// damaged data.
    public static Thread verifyInBackground(Path file) {
        Thread thread = Thread.ofPlatform().daemon().name("cache-check").unstarted(() -> {
            try {
                if (Files.isRegularFile(file) && !isValid(file)) {
                    StoreCache.delete(file);
                }
            } catch (IOException e) {
                // A read error will be found at the next opening.
            }
        });
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return thread;
    }

    private static long checksum(FileChannel channel, long size) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        for (long offset = 0; offset < size; ) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, size - offset));
            int n = channel.read(chunk, offset);
            if (n < 0) {
                // The file was truncated in the meantime: return a value that matches no checksum.
                return -1;
            }
            crc.update(chunk.flip());
            offset += n;
        }
        return crc.getValue();
    }
}
