package traceglass.app.record.running;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.app.session.LiveSource;
import traceglass.app.task.FxThread;
import traceglass.record.RecordingFiles;
import traceglass.record.Session;
import traceglass.record.SessionView;
import traceglass.record.spi.RecordingTarget;

/// A recording shown on the record page. Used on the JavaFX thread.
public final class RecordingRun {

    private static final int MAX_SAMPLES = 120;
    /// Interval at which the service is queried for its counters.
    private static final long SAMPLE_MS = 500;
    /// Interval at which data is read from the target while the timeline is shown.
    private static final long WATCHED_PERIOD_MS = 125;

    /// Amount of data at one time.
    ///
    /// @param atMs milliseconds since the recording began
    /// @param bytes bytes produced so far
    private record Sample(long atMs, long bytes) {}

    private final RecordingTarget target;
    private final String title;
    private final Session session;
    private final ReadOnlyObjectWrapper<SessionView> view = new ReadOnlyObjectWrapper<>();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private boolean isEndReported;

    /// @param title short description, such as `Preset “Default” · ring buffer · 9 probes`
    /// @param start starts the session with a listener
    /// @param onEnd called once on the JavaFX thread
    public RecordingRun(
            RecordingTarget target,
            String title,
            Function<Consumer<SessionView>, Session> start,
            Consumer<RecordingRun> onEnd) {
        this.target = target;
        this.title = title;
        session = start.apply(FxThread.latest(v -> show(v, onEnd)));
        view.set(session.view());
    }

    private void show(SessionView newer, Consumer<RecordingRun> onEnd) {
        long produced = Math.max(newer.producedBytes(), newer.fileBytes());
        if (samples.isEmpty() || newer.elapsedMs() - samples.getLast().atMs >= SAMPLE_MS) {
            samples.addLast(new Sample(newer.elapsedMs(), produced));
            if (samples.size() > MAX_SAMPLES) {
                samples.removeFirst();
            }
        }
        view.set(newer);
        // The view may show the end before any event arrives: a session that fails immediately ends before its
        // first view is read.
        if (newer.state().isFinal() && !isEndReported) {
            isEndReported = true;
            if (!newer.hasTrace()) {
                RecordingFiles.release(session.path());
            }
            onEnd.accept(this);
        }
    }

    /// Returns the device or program that is recorded.
    public RecordingTarget target() {
        return target;
    }

    /// Returns the short description passed to the constructor.
    public String title() {
        return title;
    }

    /// Returns the file of the trace.
    public Path file() {
        return session.path();
    }

    /// Returns the newest state of the session.
    public SessionView view() {
        return view.get();
    }

    /// State of the session; changes on the JavaFX thread.
    public ReadOnlyObjectProperty<SessionView> viewProperty() {
        return view.getReadOnlyProperty();
    }

    /// Returns whether the session has neither finished, failed nor been canceled.
    public boolean isRunning() {
        return !view.get().state().isFinal();
    }

    /// Stops recording and keeps the data. Returns at once; [#view] shows when the trace is complete.
    public void stop() {
        session.stop();
    }

    /// Returns whether its timeline can be shown while it is running.
    public boolean canViewLive() {
        return session.canViewLive();
    }

    /// Returns the recording for a live timeline.
    public LiveSource liveSource() {
        return new LiveSource() {

            @Override
            public Path file() {
                return session.path();
            }

            @Override
            public long readableBytes() {
                return session.readableBytes();
            }

            @Override
            public void setShown(boolean isShown) {
                session.setReadPeriod(isShown ? WATCHED_PERIOD_MS : 0);
            }

            @Override
            public void stop() {
                session.stop();
            }
        };
    }

    /// Stops recording and discards the trace. Returns at once.
    public void cancel() {
        session.cancel();
    }

    /// Returns whether [#snapshot] can write a trace now.
    public boolean canSnapshot() {
        return session.canSnapshot();
    }

    /// Writes the data recorded so far to a new file next to the trace, while the recording continues.
    public void snapshot() {
        session.snapshot(RecordingFiles.snapshot(session.path()));
    }

    /// Returns the data rates between samples in bytes per second, oldest first.
    public List<Double> rates() {
        List<Double> rates = new ArrayList<>();
        Sample last = null;
        for (Sample s : samples) {
            if (last != null && s.atMs > last.atMs) {
                rates.add(Math.max(0, s.bytes - last.bytes) * 1000.0 / (s.atMs - last.atMs));
            }
            last = s;
        }
        return rates;
    }
}
