package traceglass.service.probe.ftrace.page;

import java.util.LinkedHashSet;
import java.util.Set;

/// Collects ids in the records of one session for probes that resolve them.
public final class RecordIds {

    /// Identifies a file by inode and device.
    public record FileId(long inode, long device) {}

    private static final int MAX_FILES = 15_000;

    private final LongIndex threads = new LongIndex();
    private final LongIndex renames = new LongIndex();
    private final Set<FileId> files = new LinkedHashSet<>();
    private boolean isCollecting;
    private int lastThread;
    private long inode;
    private long device;

    /// Sets whether ids are collected.
    public void setCollecting(boolean collecting) {
        this.isCollecting = collecting;
    }

    void addThread(int thread) {
        if (isCollecting && thread > 0 && thread != lastThread) {
            lastThread = thread;
            threads.of(thread);
        }
    }

    void addRename(int thread) {
        if (isCollecting) {
            renames.of(thread);
        }
    }

    void setInode(long number) {
        inode = number;
    }

    void setDevice(long number) {
        device = number;
    }

    /// Adds the file of the event if the event had both an inode and a device.
    void endEvent() {
        if (inode != 0 && device != 0 && isCollecting && files.size() < MAX_FILES) {
            files.add(new FileId(inode, device));
        }
        inode = 0;
        device = 0;
    }

    void clear() {
        threads.clear();
        renames.clear();
        files.clear();
        lastThread = 0;
    }

    public int[] threads() {
        return values(threads);
    }

    /// Returns the threads whose names have changed.
    public int[] renames() {
        return values(renames);
    }

    public Set<FileId> files() {
        return files;
    }

    private static int[] values(LongIndex index) {
        int[] values = new int[index.count()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (int) index.value(i + 1);
        }
        return values;
    }
}
