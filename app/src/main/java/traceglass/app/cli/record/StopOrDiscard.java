package traceglass.app.cli.record;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import traceglass.app.io.Interrupts;

/// Reaction to Ctrl+C: the first stops and saves the recording, a later one discards it. Within a second, the same key
/// press may arrive twice, from the terminal and from a program in front of this one, and counts once.
public final class StopOrDiscard implements Interrupts.Handler {

    private static final long SAME_PRESS_NS = TimeUnit.SECONDS.toNanos(1);

    private final Runnable stop;
    private final Runnable discard;
    private final LongSupplier clock;
    private boolean isStopped;
    private long stoppedNs;

    public StopOrDiscard(Runnable stop, Runnable discard) {
        this(stop, discard, System::nanoTime);
    }

    /// @param clock returns ns
    StopOrDiscard(Runnable stop, Runnable discard, LongSupplier clock) {
        this.stop = stop;
        this.discard = discard;
        this.clock = clock;
    }

    @Override
    public synchronized void onInterrupt() {
        if (!isStopped) {
            isStopped = true;
            stoppedNs = clock.getAsLong();
            stop.run();
        } else if (clock.getAsLong() - stoppedNs >= SAME_PRESS_NS) {
            discard.run();
        }
    }
}
