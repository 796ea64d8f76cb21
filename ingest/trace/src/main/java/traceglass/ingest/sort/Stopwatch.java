package traceglass.ingest.sort;

/// Adds up the durations of a step that runs many times on one thread.
public class Stopwatch {

    private long startNs;
    private long ns;

    /// Called at the start of the step.
    public void start() {
        startNs = System.nanoTime();
    }

    /// Called at the end of the step.
    public void stop() {
        ns += System.nanoTime() - startNs;
    }

    /// Returns the total duration in ns.
    public final long ns() {
        return ns;
    }
}
