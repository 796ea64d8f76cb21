package traceglass.store.database;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/// Creates daemon threads named by a prefix and a number. Equivalent to the factory of `Thread.Builder`, which counts
/// with a variable handle, whose code is generated at run time and costs a few milliseconds at startup.
public final class NumberedThreadFactory implements ThreadFactory {

    private final String prefix;
    private final AtomicInteger next = new AtomicInteger();

    public NumberedThreadFactory(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, prefix + next.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }
}
