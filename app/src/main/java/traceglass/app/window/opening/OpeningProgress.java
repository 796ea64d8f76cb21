package traceglass.app.window.opening;

import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Links;
import traceglass.app.ui.bar.StatusBar;
import traceglass.ingest.ImportProgress;

/// Shows the progress of an import: a bar along the top edge of the window, and numbers with a cancel link in the
/// status bar. Imports that end quickly show nothing.
public final class OpeningProgress {

    /// Long enough to leave the processors to the import: each tick lays out and paints a part of the window, and
    /// without a graphics processor copies all of it.
    private static final Duration TICK = Duration.millis(500);
    private static final long QUIET_NS = 400_000_000;
    /// Longer delay for windows that already show that a trace is being opened. The first tracks of most traces are
    /// ready by then, so earlier numbers would only cost painting time.
    private static final long LONG_QUIET_NS = 1_500_000_000;

    /// Progress of a file of unknown size.
    static final double UNKNOWN = -1;

    private final Region window;
    private final StatusBar status;
    private final Region bar = new Region();
    private final Hyperlink cancel;
    private final Timeline ticker = new Timeline(new KeyFrame(TICK, e -> show()));
    private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper("");
    private final ReadOnlyDoubleWrapper share = new ReadOnlyDoubleWrapper(UNKNOWN);
    private TraceSession session;
    private long quietNs = QUIET_NS;

    /// @param id id of the bar; the link's id has `cancel` instead of `progress`
    /// @param window the bar runs along its top edge
    public OpeningProgress(String id, Region window, StatusBar status, Runnable onCancel) {
        this.window = window;
        this.status = status;
        cancel = Links.of(CommonTexts.CANCEL, onCancel);
        cancel.setId(id.replace("progress", "cancel"));
        bar.getStyleClass().add("tg-top-progress");
        bar.setId(id);
        bar.setMinHeight(4);
        bar.setMaxHeight(4);
        bar.setVisible(false);
        bar.setMouseTransparent(true);
        StackPane.setAlignment(bar, Pos.TOP_LEFT);
        ticker.setCycleCount(Animation.INDEFINITE);
    }

    public Region bar() {
        return bar;
    }

    /// Text of the progress; empty while nothing is shown.
    ReadOnlyStringProperty textProperty() {
        return text.getReadOnlyProperty();
    }

    /// Fraction of the trace that has been read, 0 to 1, or [#UNKNOWN] if its size is not known.
    ReadOnlyDoubleProperty shareProperty() {
        return share.getReadOnlyProperty();
    }

    void begin(TraceSession opening) {
        text.set("");
        share.set(UNKNOWN);
        session = opening;
        quietNs = QUIET_NS;
        ticker.playFromStart();
    }

    /// Delays the numbers, because the window already shows the name of the trace.
    public void delayText() {
        quietNs = LONG_QUIET_NS;
    }

    public void end() {
        session = null;
        text.set("");
        ticker.stop();
        bar.setVisible(false);
        status.endTask(cancel);
    }

    private void show() {
        if (session == null || session.runningNs() < quietNs) {
            return;
        }
        ImportProgress p = session.progress();
        long total = p.bytesTotal();
        long read = p.bytesRead();
        double seconds = session.runningNs() / 1e9;
        bar.setVisible(true);
        share.set(total > 0 ? Math.min(1, (double) read / total) : UNKNOWN);
        bar.setMaxWidth(total > 0 ? Math.max(4, window.getWidth() * share.get()) : window.getWidth() / 10);
        double bytesPerSecond = p.phase().equals("reading") ? read / seconds : -1;
        text.set(total <= 0 ? p.phase() : OpeningTexts.progress(p.phase(), read, total, bytesPerSecond));
        status.setState(null, OpeningTexts.opening(session.name()), OpeningTexts.afterName(text.get()));
        if (cancel.getParent() == null) {
            status.addTask(cancel);
        }
    }
}
