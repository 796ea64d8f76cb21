package traceglass.app.record.running;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Arc;
import javafx.scene.shape.ArcType;
import javafx.scene.shape.Circle;
import traceglass.record.SessionView;
import traceglass.store.language.Translations;

/// A ring that fills with the elapsed time of a recording. Its center shows the time left, or the elapsed time if the
/// recording has no end.
public final class TimeRing extends StackPane {

    private static final double SIZE = 128;
    private static final double RADIUS = 56;

    private final Arc arc = new Arc(SIZE / 2, SIZE / 2, RADIUS, RADIUS, 90, 0);
    private final Label time = new Label();
    private final Label caption = new Label();

    /// Creates an empty ring; [#show] fills it.
    public TimeRing() {
        setMinSize(SIZE, SIZE);
        setMaxSize(SIZE, SIZE);
        Circle track = new Circle(SIZE / 2, SIZE / 2, RADIUS);
        track.getStyleClass().add("tg-rec-ring-track");
        arc.setType(ArcType.OPEN);
        arc.getStyleClass().add("tg-rec-ring");
        Pane drawing = new Pane(track, arc);
        time.getStyleClass().add("tg-rec-time");
        time.setId("record-time");
        caption.getStyleClass().addAll("tg-text-3", "tg-small");
        VBox middle = new VBox(-2, time, caption);
        middle.setAlignment(Pos.CENTER);
        getChildren().addAll(drawing, middle);
    }

    /// Shows the times of this state; before the recording starts, the time until it starts.
    public void show(SessionView v) {
        long leftMs = v.remainingMs();
        boolean countsDown = leftMs >= 0 && !v.state().isFinal();
        double share = v.durationMs() > 0
                ? Math.min(1, (double) v.elapsedMs() / v.durationMs())
                : v.state().isFinal() && v.elapsedMs() > 0 ? 1 : 0;
        arc.setLength(-360 * share);
        arc.setVisible(share > 0);
        if (v.startsInMs() > 0) {
            time.setText(clock(v.startsInMs()));
            caption.setText(RunningTexts.UNTIL_START);
            return;
        }
        long timeMs = countsDown ? leftMs : v.elapsedMs();
        time.setText(clock(timeMs));
        caption.setText(countsDown ? RunningTexts.remainingTime(v.durationMs()) : RunningTexts.RECORDED);
    }

    /// Formats a running time: `12.3 s`, `1:05`, `1:00:05`.
    static String clock(long ms) {
        if (ms < 60_000) {
            return Translations.withDecimalMark(String.format(Locale.ROOT, "%.1f s", ms / 1000.0));
        }
        long s = ms / 1000;
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }
}
