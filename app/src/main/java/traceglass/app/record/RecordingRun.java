package traceglass.app.record;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.app.session.FxThread;
import traceglass.record.RecordingFiles;
import traceglass.record.RecordingTarget;
import traceglass.record.Session;
import traceglass.record.SessionView;

/// A recording as the page shows it. Used on the JavaFX thread.
final class RecordingRun {

    private static final int RATES = 120;
    /// As often as the service is asked for its counters.
    private static final long SAMPLE_MS = 500;

    /// @param atMs  milliseconds since the recording began
    /// @param bytes produced until then
    private record Sample(long atMs, long bytes) {}

    private final RecordingTarget target;
    private final String title;
    private final Session session;
    private final ReadOnlyObjectWrapper<SessionView> view = new ReadOnlyObjectWrapper<>();
    private final Deque<Sample> samples = new ArrayDeque<>();

    /// @param title what is recorded, in a few words: `Preset “Default” · ring buffer · 9 probes`
    /// @param afterMs milliseconds until it begins
    /// @param ended called once on the JavaFX thread
    RecordingRun(RecordingTarget target, String title, Session.Connector connector, Path file, long afterMs, Consumer<RecordingRun> ended) {
        this.target = target;
        this.title = title;
        Consumer<SessionView> show = FxThread.latest(v -> show(v, ended));
        session = Session.start(target.name(), connector, file, afterMs, show);
        view.set(session.view());
    }

    private void show(SessionView newer, Consumer<RecordingRun> ended) {
        boolean endedBefore = view.get().state().isEnd();
        long produced = Math.max(newer.producedBytes(), newer.fileBytes());
        if (samples.isEmpty() || newer.elapsedMs() - samples.getLast().atMs >= SAMPLE_MS) {
            samples.addLast(new Sample(newer.elapsedMs(), produced));
            if (samples.size() > RATES) {
                samples.removeFirst();
            }
        }
        view.set(newer);
        if (newer.state().isEnd() && !endedBefore) {
            ended.accept(this);
        }
    }

    RecordingTarget target() {
        return target;
    }

    String title() {
        return title;
    }

    SessionView view() {
        return view.get();
    }

    ReadOnlyObjectProperty<SessionView> viewProperty() {
        return view.getReadOnlyProperty();
    }

    boolean isRunning() {
        return !view.get().state().isEnd();
    }

    void stop() {
        session.stop();
    }

    void cancel() {
        session.cancel();
    }

    boolean canSnapshot() {
        return session.canSnapshot();
    }

    void snapshot() {
        session.snapshot(RecordingFiles.snapshot(session.path()));
    }

    /// Bytes a second between one look and the next, oldest first.
    List<Double> rates() {
        List<Double> rates = new java.util.ArrayList<>();
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
