package traceglass.app.cli.query;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import traceglass.app.io.UsageErrors;

/// Cancels work that takes too long.
public final class TimeLimit implements AutoCloseable {

    /// Exit code of a command stopped by its limit, the same as that of the command `timeout`.
    static final int EXIT_CODE = 124;

    /// Interval of cancel requests, ms. A request between two statements has no effect, so requests are repeated.
    private static final long CANCEL_INTERVAL_MS = 50;

    private final Thread thread;
    private volatile boolean isOver;

    private TimeLimit(Duration limit, Runnable cancel) {
        thread = Thread.ofPlatform().daemon().name("time limit").unstarted(() -> {
            try {
                Thread.sleep(limit);
                isOver = true;
                while (!Thread.interrupted()) {
                    cancel.run();
                    Thread.sleep(CANCEL_INTERVAL_MS);
                }
            } catch (InterruptedException e) {
                // The work ended.
            }
        });
    }

    /// Starts the countdown.
    ///
    /// @param limit time limit; zero for none
    /// @param cancel called repeatedly on another thread once the limit is reached
    static TimeLimit start(Duration limit, Runnable cancel) {
        TimeLimit started = new TimeLimit(limit, cancel);
        if (!limit.isZero()) {
            started.thread.start();
        }
        return started;
    }

    /// Returns whether the work was canceled.
    boolean isOver() {
        return isOver;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// Parses a duration, such as `30s`, `500ms`, `2m` or `1h`; a number without a unit means seconds.
    public static final class Converter implements ITypeConverter<Duration> {

        private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*(ms|s|m|min|h)?");

        @Override
        public Duration convert(String text) {
            Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!m.matches()) {
                throw UsageErrors.ofValue(QueryTexts.notADuration(text));
            }
            double ms = Double.parseDouble(m.group(1))
                    * switch (m.group(2) == null ? "s" : m.group(2)) {
                        case "ms" -> 1;
                        case "s" -> 1e3;
                        case "h" -> 3.6e6;
                        default -> 6e4;
                    };
            if (ms < 1) {
                throw UsageErrors.ofValue(QueryTexts.notADuration(text));
            }
            return Duration.ofMillis(Math.round(ms));
        }
    }
}
