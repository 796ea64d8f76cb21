package traceglass.store.database;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes threads that end with the program, named by a prefix and a number. Does what the factory of `Thread.Builder`
/// does; that one counts with a variable handle, whose code is made at run time and takes a start some milliseconds.
public final class NumberedThreads implements ThreadFactory {

    private final String prefix;
    private final AtomicInteger next = new AtomicInteger();

    public NumberedThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, prefix + next.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }
}
