package traceglass.app.cli.stream;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import traceglass.app.io.CommandOutput;

/// A message on standard error if an operation takes longer than a second.
public final class SlowOperationNotice {

    private static final long AFTER_MS = 1000;

    private final CountDownLatch finished = new CountDownLatch(1);

    private SlowOperationNotice() {}

    /// Starts the timer.
    public static SlowOperationNotice start(String message) {
        SlowOperationNotice notice = new SlowOperationNotice();
        Thread.ofPlatform().daemon().name("slow operation notice").start(() -> notice.print(message));
        return notice;
    }

    private void print(String message) {
        try {
            if (!finished.await(AFTER_MS, TimeUnit.MILLISECONDS)) {
                CommandOutput.report(message);
            }
        } catch (InterruptedException e) {
            // This thread is never interrupted.
        }
    }

    /// Prevents the message, if it has not been printed yet.
    public void cancel() {
        finished.countDown();
    }
}
