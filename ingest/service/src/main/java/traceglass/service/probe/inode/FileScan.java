package traceglass.service.probe.inode;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.FolderReader;
import traceglass.service.probe.files.PathBytes;

/// Walks folders and their subfolders on the given devices, in steps.
final class FileScan implements AutoCloseable {

    /// Receives all entries.
    interface Sink {

        /// @param type a value of [FolderReader#type]
        /// @return whether to continue the walk
        boolean onFile(long device, long inode, int type, byte[] path, int length);
    }

    private final FileLoader loader;
    private final Set<Long> devices;
    private final Deque<byte[]> folders = new ArrayDeque<>();
    private final FolderReader reader = new FolderReader();
    private final PathBytes path = new PathBytes();
    private byte[] folder = {};
    private long device;
    private boolean isOpen;

    /// @param devices devices to scan; folders on other devices are skipped
    FileScan(FileLoader loader, Collection<byte[]> roots, Set<Long> devices) {
        this.loader = loader;
        this.devices = devices;
        folders.addAll(roots);
    }

    /// Continues the walk by a number of entries.
    ///
    /// @return whether entries are left
    boolean step(int entries, Sink sink) {
        for (int i = 0; i < entries; i++) {
            if (!isOpen && !openNext()) {
                return false;
            }
            if (!reader.next()) {
                isOpen = false;
            } else if (!readEntry(sink)) {
                folders.clear();
                close();
                return false;
            }
        }
        return isOpen || !folders.isEmpty();
    }

    private boolean openNext() {
        while (!isOpen && !folders.isEmpty()) {
            folder = folders.pop();
            device = loader.device(folder, folder.length);
            isOpen = devices.contains(device) && reader.open(folder);
        }
        return isOpen;
    }

    private boolean readEntry(Sink sink) {
        path.set(folder);
        if (folder.length == 0 || folder[folder.length - 1] != '/') {
            path.add(new byte[] {'/'});
        }
        path.add(reader.bytes(), reader.nameStart(), reader.nameEnd());
        if (reader.type() == FolderReader.FOLDER) {
            folders.push(path.toByteArray());
        }
        return sink.onFile(device, reader.inode(), reader.type(), path.bytes(), path.length());
    }

    @Override
    public void close() {
        reader.close();
        isOpen = false;
    }
}
