package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarFile;

/// Files in a tar file, read in place.
///
/// @param files regular files in archive order, up to the damage if there is any
/// @param damage description of the damage, or null
record TarEntries(List<ReplayableSource> files, String damage) {

    /// Lists the regular files. The list ends at a damaged header. If the tar file is truncated, its last file is
    /// shorter.
    ///
    /// @throws IOException if the tar file cannot be read; not thrown for damage
    static TarEntries list(Path tar) throws IOException {
        TarChannel channel = new TarChannel(FileChannel.open(tar, StandardOpenOption.READ), Long.MAX_VALUE);
        try {
            return of(tar, entries(channel), null);
        } catch (IOException | RuntimeException e) {
            if (channel.failure() != null) {
                throw channel.failure();
            }
            // The library discards the list if it cannot complete it, so list the part before the damage again.
            TarChannel intact =
                    new TarChannel(FileChannel.open(tar, StandardOpenOption.READ), channel.lastEntryStart());
            String damage = "the header at byte " + channel.lastEntryStart() + " is damaged";
            try {
                return of(tar, entries(intact), damage);
            } catch (IOException | RuntimeException secondError) {
                if (intact.failure() != null) {
                    throw intact.failure();
                }
                return new TarEntries(List.of(), damage);
            }
        }
    }

    private static List<TarArchiveEntry> entries(TarChannel channel) throws IOException {
        // Also closes the channel if the constructor fails.
        try (channel;
                TarFile file = new TarFile(
                        channel,
                        TarConstants.DEFAULT_BLKSIZE,
                        TarConstants.DEFAULT_RCDSIZE,
                        StandardCharsets.UTF_8.name(),
                        true)) {
            return file.getEntries();
        }
    }

    private static TarEntries of(Path tar, List<TarArchiveEntry> entries, String damage) throws IOException {
        long total = Files.size(tar);
        List<ReplayableSource> files = new ArrayList<>();
        boolean isTruncated = false;
        for (TarArchiveEntry entry : entries) {
            byte type = entry.getLinkFlag();
            if (type == TarConstants.LF_NORMAL || type == TarConstants.LF_OLDNORM) {
                long remaining = Math.max(total - entry.getDataOffset(), 0);
                isTruncated |= entry.getSize() > remaining;
                files.add(file(tar, entry.getName(), entry.getDataOffset(), Math.min(entry.getSize(), remaining)));
            }
        }
        return new TarEntries(files, damage == null && isTruncated ? "unexpected end of file" : damage);
    }

    private static ReplayableSource file(Path tar, String name, long start, long size) {
        return new ReplayableSource() {
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
                // Each stream has its own channel, because interrupting a reader closes the channel.
                FileChannel channel = FileChannel.open(tar, StandardOpenOption.READ);
                channel.position(start);
                return new StreamHead(Channels.newInputStream(channel), size);
            }
        };
    }
}
