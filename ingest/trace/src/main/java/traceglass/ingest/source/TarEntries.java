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

/// The files in a tar file, to be read in place.
///
/// @param files the regular files in their order, up to the damage if there is any
/// @param damage what is wrong with the tar file, or null
record TarEntries(List<Piece> files, String damage) {

    /// Lists the regular files. A damaged header ends the list, and a file that is cut off ends with the tar file.
    ///
    /// @throws IOException when the tar file cannot be read; damage is no reason
    static TarEntries list(Path tar) throws IOException {
        TarChannel whole = new TarChannel(FileChannel.open(tar, StandardOpenOption.READ), Long.MAX_VALUE);
        try {
            return of(tar, entries(whole), null);
        } catch (IOException | RuntimeException e) {
            if (whole.failure() != null) {
                throw whole.failure();
            }
            // The library keeps nothing of a list that it cannot finish, so it gets the part before the
            // damage.
            TarChannel sound = new TarChannel(FileChannel.open(tar, StandardOpenOption.READ), whole.lastFile());
            String damage = "the header at byte " + whole.lastFile() + " is damaged";
            try {
                return of(tar, entries(sound), damage);
            } catch (IOException | RuntimeException again) {
                if (sound.failure() != null) {
                    throw sound.failure();
                }
                return new TarEntries(List.of(), damage);
            }
        }
    }

    private static List<TarArchiveEntry> entries(TarChannel channel) throws IOException {
        // Closes the channel when the constructor fails, too.
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
        List<Piece> files = new ArrayList<>();
        boolean cutOff = false;
        for (TarArchiveEntry entry : entries) {
            byte type = entry.getLinkFlag();
            if (type == TarConstants.LF_NORMAL || type == TarConstants.LF_OLDNORM) {
                long left = Math.max(total - entry.getDataOffset(), 0);
                cutOff |= entry.getSize() > left;
                files.add(file(tar, entry.getName(), entry.getDataOffset(), Math.min(entry.getSize(), left)));
            }
        }
        return new TarEntries(files, damage == null && cutOff ? "it ends too early" : damage);
    }

    private static Piece file(Path tar, String name, long start, long size) {
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
                // A channel of its own: a reader that is interrupted closes it.
                FileChannel channel = FileChannel.open(tar, StandardOpenOption.READ);
                channel.position(start);
                return new StartOf(Channels.newInputStream(channel), size);
            }
        };
    }
}
