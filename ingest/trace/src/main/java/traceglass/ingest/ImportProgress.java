package traceglass.ingest;

/// Progress of an import, written by the import thread and readable from any thread. Also contains the request to
/// cancel.
public final class ImportProgress {

    private volatile long bytesRead;
    private volatile long bytesTotal;
    private volatile String phase = "reading";
    private volatile boolean isCanceled;
    private volatile long waitedNs;

    /// Returns the bytes of the file read so far, counted as stored on disk (compressed if the file is).
    public long bytesRead() {
        return bytesRead;
    }

    /// Returns the file size in bytes, 0 while unknown.
    public long bytesTotal() {
        return bytesTotal;
    }

    /// Returns the current phase as one displayable word: `reading`, `loading`, …
    public String phase() {
        return phase;
    }

    /// Requests cancellation. The import stops within milliseconds and leaves no files behind.
    public void cancel() {
        isCanceled = true;
    }

    /// Checks for cancellation. Long-running work calls this often.
    ///
    /// @throws ImportCanceled after [#cancel]
    public void check() {
        if (isCanceled) {
            throw new ImportCanceled();
        }
    }

    public void setBytesRead(long bytes) {
        bytesRead = bytes;
    }

    public void setBytesTotal(long bytes) {
        bytesTotal = bytes;
    }

    /// Returns how long the import thread has waited for the reader thread, in ns.
    public long waitedNs() {
        return waitedNs;
    }

    /// Adds to the waiting time, in ns. Only the import thread may call this.
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes, others only read.
    public void addWaited(long ns) {
        waitedNs += ns;
    }

    public void setPhase(String newPhase) {
        phase = newPhase;
    }
}
