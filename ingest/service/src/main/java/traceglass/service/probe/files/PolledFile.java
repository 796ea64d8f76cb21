package traceglass.service.probe.files;

import traceglass.sdk.posix.FileLoader;

/// A file that stays open and is read repeatedly from its start. If it can't be read, later reads reopen it, with a
/// growing number of skipped reads in between.
public final class PolledFile {

    private static final int MAX_SKIPPED = 64;

    private final byte[] path;
    private int file = -1;
    private int skip;
    private int skipped;

    public PolledFile(byte[] path) {
        this.path = path;
    }

    /// Reads the file.
    ///
    /// @return false if it is missing or cannot be read
    public boolean read(FileLoader loader) {
        if (skipped < skip) {
            skipped++;
            return false;
        }
        if (file < 0) {
            file = loader.open(path);
        }
        if (file >= 0 && loader.reload(file)) {
            skip = 0;
            return true;
        }
        close(loader);
        skipped = 0;
        skip = Math.min(MAX_SKIPPED, 2 * skip + 1);
        return false;
    }

    /// Closes the file; the next read opens it again.
    public void close(FileLoader loader) {
        if (file >= 0) {
            loader.close(file);
            file = -1;
        }
    }
}
