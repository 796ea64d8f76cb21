package traceglass.app.bench;

import traceglass.ingest.sort.Stopwatch;

/// Adds up what the calling thread uses in a step.
final class UsageStopwatch extends Stopwatch {

    private ResourceUsage start = ResourceUsage.NONE;
    private ResourceUsage total = ResourceUsage.NONE;

    @Override
    public void start() {
        super.start();
        start = ResourceUsage.ofThread();
    }

    @Override
    public void stop() {
        total = total.plus(ResourceUsage.ofThread().minus(start));
        super.stop();
    }

    ResourceUsage total() {
        return total;
    }
}
