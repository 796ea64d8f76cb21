package traceglass.app.ui;

import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.stage.WindowEvent;
import org.controlsfx.control.PopOver;
import traceglass.app.theme.Sheets;

/// A pop-up that holds a few controls, such as a form or a list to find something in. It has the window's look: no
/// arrow, and a frame in the colours of the theme.
public final class FormPopup extends PopOver {

    /// @param where the place of the pop-up that lies at the node it is shown below
    public FormPopup(Region content, ArrowLocation where) {
        super(content);
        Sheets.add(content, Sheets.PANELS);
        setArrowLocation(where);
        setArrowSize(0);
        setDetachable(false);
        setCornerRadius(8);
        addEventHandler(WindowEvent.WINDOW_SHOWN, _ -> paintFrame());
    }

    private void paintFrame() {
        // The library paints a frame of its own, white in any theme.
        Node frame = getSkin().getNode().lookup(".border");
        if (frame != null) {
            frame.setStyle("-fx-fill: -tg-surface; -fx-stroke: -tg-border-strong;");
        }
    }
}
