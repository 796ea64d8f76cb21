package traceglass.render;

import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.scene.Cursor;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import traceglass.render.box.TooltipText;
import traceglass.render.control.TooltipBox;
import traceglass.render.input.CursorShape;
import traceglass.render.input.PointerFeedback;

/// Responds to the pointer with the cursor and the tooltip of a timeline.
final class PointerNodes implements PointerFeedback {

    private final Region view;
    private final TooltipBox tooltip;
    private final Consumer<Long> hoverTime;

    PointerNodes(Region view, TooltipBox tooltip, Consumer<Long> hoverTime) {
        this.view = view;
        this.tooltip = tooltip;
        this.hoverTime = hoverTime;
    }

    @Override
    public void time(Long ts) {
        hoverTime.accept(ts);
    }

    @Override
    public void cursor(CursorShape shape) {
        view.setCursor(
                switch (shape) {
                    case DEFAULT -> Cursor.DEFAULT;
                    case RESIZE_WIDTH -> Cursor.H_RESIZE;
                    case RESIZE_HEIGHT -> Cursor.V_RESIZE;
                    case OPEN_HAND -> Cursor.OPEN_HAND;
                    case CLOSED_HAND -> Cursor.CLOSED_HAND;
                });
    }

    @Override
    public void showTooltip(TooltipText text, double x, double y) {
        tooltip.show(text.name(), text.numbers(), text.secondary(), x, y, view.getWidth(), view.getHeight());
    }

    @Override
    public void hideTooltip() {
        tooltip.hide();
    }

    @Override
    public boolean isTooltipShown() {
        return tooltip.isVisible();
    }

    @Override
    public Delay delay(long millis, Runnable action) {
        PauseTransition pause = new PauseTransition(Duration.millis(millis));
        pause.setOnFinished(_ -> action.run());
        return new Delay() {
            @Override
            public void restart() {
                pause.playFromStart();
            }

            @Override
            public void stop() {
                pause.stop();
            }
        };
    }

    @Override
    public void later(Runnable action) {
        Platform.runLater(action);
    }
}
