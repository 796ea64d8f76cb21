package traceglass.app.record.running;

import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import traceglass.app.ui.Styles;
import traceglass.record.spi.BufferFill;
import traceglass.store.text.SingleLineText;

/// Shows one buffer of the tracing service: name, size, fill level, and lost packets.
public final class BufferBar extends HBox {

    private static final double NEARLY_FULL = 0.9;

    private final Label name = new Label();
    private final Label size = new Label();
    private final Region track = new Region();
    private final Region fill = new Region();
    private final Label amounts = new Label();
    private final Label lost = new Label();
    private double share;

    /// Creates an empty bar; [#show] fills it.
    public BufferBar() {
        super(16);
        setAlignment(Pos.CENTER_LEFT);
        setMinHeight(34);
        size.getStyleClass().add("tg-rec-probe-about");
        HBox nameAndSize = new HBox(6, name, size);
        nameAndSize.setAlignment(Pos.CENTER_LEFT);
        nameAndSize.setMinWidth(130);
        nameAndSize.setPrefWidth(190);
        track.getStyleClass().add("tg-rec-track");
        fill.getStyleClass().add("tg-rec-fill");
        StackPane bar = new StackPane(track, fill) {
            @Override
            protected void layoutChildren() {
                double y = Math.round((getHeight() - 10) / 2);
                track.resizeRelocate(0, y, getWidth(), 10);
                fill.resizeRelocate(0, y, Math.max(share > 0 ? 4 : 0, getWidth() * share), 10);
            }
        };
        bar.setMinHeight(12);
        bar.setMinWidth(40);
        HBox.setHgrow(bar, Priority.ALWAYS);
        amounts.getStyleClass().addAll(Styles.MONO, Styles.TEXT_2, "tg-rec-figures");
        amounts.setMinWidth(140);
        amounts.setAlignment(Pos.CENTER_RIGHT);
        lost.getStyleClass().addAll(Styles.SMALL, "tg-warn-text");
        lost.setMinWidth(Region.USE_PREF_SIZE);
        lost.managedProperty().bind(lost.visibleProperty());
        getChildren().addAll(nameAndSize, bar, amounts, lost);
    }

    /// Shows the current state of the buffer.
    public void show(BufferFill f) {
        name.setText(SingleLineText.of(f.name()));
        size.setText(RunningTexts.bufferSize(f));
        share = f.fillLevel();
        fill.pseudoClassStateChanged(PseudoClass.getPseudoClass("full"), share >= NEARLY_FULL && !f.hasWrapped());
        amounts.setText(RunningTexts.bufferFill(f));
        lost.setVisible(f.lostPackets() > 0);
        lost.setText(RunningTexts.packetsLost(f.lostPackets()));
        fill.getParent().requestLayout();
    }
}
