package traceglass.ingest;

/// How far an import is, written by the import's thread and read by any; and the request to stop it.
public final class ImportProgress {

    private volatile long bytesRead;
    private volatile long bytesTotal;
    private volatile String phase = "reading";
    private volatile boolean cancelled;
    private volatile long waitedNs;

    /// Bytes of the file read so far, as they lie on disk (compressed, if they are).
    public long bytesRead() {
        return bytesRead;
    }

    /// Bytes of the file in all, 0 while unknown.
    public long bytesTotal() {
        return bytesTotal;
    }

    /// What is being done, in a word that can be shown: `reading`, `loading`, …
    public String phase() {
        return phase;
    }

    /// Asks the import to stop; it does so within milliseconds and leaves nothing behind.
    public void cancel() {
        cancelled = true;
    }

    /// Called often by whatever works for long.
    ///
    /// @throws ImportCancelled after [#cancel]
    public void check() {
        if (cancelled) {
            throw new ImportCancelled();
        }
    }

    public void setBytesRead(long bytes) {
        bytesRead = bytes;
    }

    public void setBytesTotal(long bytes) {
        bytesTotal = bytes;
    }

    /// How long the import's thread has waited for another one that reads, ns.
    public long waitedNs() {
        return waitedNs;
    }

    /// Called by the import's thread alone, after it waited.
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread adds; others read.
    public void addWaited(long ns) {
        waitedNs += ns;
    }

    public void setPhase(String newPhase) {
        phase = newPhase;
    }
}
