package traceglass.service.core;

import java.util.ArrayList;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import traceglass.service.metatrace.Metatrace;
import traceglass.service.metatrace.MetatraceCounter;
import traceglass.service.metatrace.MetatraceEvent;

/// Event loop: the single thread that owns the state of a service.
public final class ServiceLoop implements AutoCloseable {

    private static final long NS_PER_MS = 1_000_000L;
    private static final long NO_TIMER = Long.MAX_VALUE;

    private final Consumer<Throwable> problems;
    private final Object lock = new Object();
    /// Waiting tasks, guarded by the lock. The thread takes all of them at once.
    private ArrayList<Runnable> queue = new ArrayList<>();

    private final PriorityQueue<LoopTimer> timers = new PriorityQueue<>();
    private boolean isSleeping;
    private volatile boolean isClosed;
    private final Metatrace metatrace = new Metatrace();

    /// Starts the loop.
    ///
    /// @param problems receives exceptions of tasks; the loop continues
    public ServiceLoop(Consumer<Throwable> problems) {
        this.problems = problems;
        Thread thread = new Thread(this::run, "tracing service");
        thread.setDaemon(true);
        thread.start();
    }

    /// Returns the recorder of the service's own activity.
    public Metatrace metatrace() {
        return metatrace;
    }

    /// Runs a task after all previously posted tasks. Does nothing after the loop has ended.
    public void post(Runnable task) {
        synchronized (lock) {
            if (!isClosed) {
                queue.add(task);
                wake();
            }
        }
    }

    private void wake() {
        if (isSleeping) {
            isSleeping = false;
            lock.notifyAll();
        }
    }

    /// Runs a task after a delay in milliseconds.
    LoopTimer after(long ms, Runnable task) {
        return add(new LoopTimer(this, task, System.nanoTime() + ms * NS_PER_MS, 0));
    }

    /// Runs a task repeatedly at wall-clock multiples of a period, so that many processes wake up at the same
    /// time.
    LoopTimer every(long periodMs, Runnable task) {
        long first = periodMs - System.currentTimeMillis() % periodMs;
        return add(new LoopTimer(this, task, System.nanoTime() + first * NS_PER_MS, periodMs * NS_PER_MS));
    }

    private LoopTimer add(LoopTimer timer) {
        synchronized (lock) {
            timers.add(timer);
            wake();
        }
        return timer;
    }

    void remove(LoopTimer timer) {
        synchronized (lock) {
            timers.remove(timer);
        }
    }

    private void run() {
        ArrayList<Runnable> batch = new ArrayList<>();
        while (!isClosed) {
            runTimers();
            batch.clear();
            batch = take(batch);
            for (Runnable task : batch) {
                run(task);
                if (isClosed) {
                    return;
                }
                if (isTimerDue()) {
                    runTimers();
                }
            }
        }
    }

    /// Waits until there are tasks or a timer is due, then returns the queue and replaces it with an empty one.
    private ArrayList<Runnable> take(ArrayList<Runnable> empty) {
        synchronized (lock) {
            while (queue.isEmpty() && !isClosed) {
                long leftNs = timers.isEmpty() ? NO_TIMER : timers.peek().dueNs() - System.nanoTime();
                if (leftNs <= 0) {
                    break;
                }
                isSleeping = true;
                try {
                    lock.wait(leftNs == NO_TIMER ? 0 : leftNs / NS_PER_MS + 1);
                } catch (InterruptedException e) {
                    isClosed = true;
                }
                isSleeping = false;
            }
            ArrayList<Runnable> tasks = queue;
            queue = empty;
            return tasks;
        }
    }

    private boolean isTimerDue() {
        synchronized (lock) {
            return !timers.isEmpty() && timers.peek().dueNs() - System.nanoTime() <= 0;
        }
    }

    private void runTimers() {
        while (!isClosed) {
            LoopTimer timer;
            synchronized (lock) {
                long now = System.nanoTime();
                timer = timers.peek();
                if (timer == null || timer.dueNs() - now > 0) {
                    return;
                }
                timers.poll();
                if (timer.next(now)) {
                    timers.add(timer);
                }
            }
            run(timer.task());
        }
    }

    @SuppressWarnings("IllegalCatch") // One client's problem must not end the service.
    private void run(Runnable task) {
        long begin = metatrace.begin();
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            problems.accept(e);
        }
        if (begin != 0) {
            metatrace.end(MetatraceEvent.SERVICE_TASK, begin);
            metatrace.count(MetatraceCounter.SERVICE_QUEUED_TASKS, waiting());
        }
    }

    private int waiting() {
        synchronized (lock) {
            return queue.size();
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            queue.clear();
            timers.clear();
            lock.notifyAll();
        }
    }
}
