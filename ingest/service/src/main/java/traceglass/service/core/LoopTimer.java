package traceglass.service.core;

/// A task that the loop runs at a later time, once or repeatedly.
final class LoopTimer implements Comparable<LoopTimer> {

    private final ServiceLoop loop;
    private final Runnable task;
    private final long periodNs;
    /// Due time on the clock of `System.nanoTime`.
    private long dueNs;

    private boolean isCanceled;

    /// @param periodNs 0 to run once
    LoopTimer(ServiceLoop loop, Runnable task, long dueNs, long periodNs) {
        this.loop = loop;
        this.task = task;
        this.dueNs = dueNs;
        this.periodNs = periodNs;
    }

    /// Cancels the timer. Call it on the loop's thread.
    void cancel() {
        isCanceled = true;
        loop.remove(this);
    }

    long dueNs() {
        return dueNs;
    }

    Runnable task() {
        return task;
    }

    /// Moves a periodic timer to its next run, skipping missed runs.
    ///
    /// @return false if the timer does not run again
    boolean next(long nowNs) {
        if (periodNs == 0 || isCanceled) {
            return false;
        }
        dueNs += ((nowNs - dueNs) / periodNs + 1) * periodNs;
        return true;
    }

    @Override
    public int compareTo(LoopTimer other) {
        return Long.compare(dueNs - other.dueNs, 0);
    }
}
