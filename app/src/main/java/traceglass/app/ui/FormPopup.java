package traceglass.app.ui;

import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.stage.WindowEvent;
import org.controlsfx.control.PopOver;
import traceglass.app.theme.StyleSheets;
import traceglass.app.theme.WindowTheme;

/// Pop-up that holds a few controls, such as a form or a searchable list. Styled like the window: no arrow, and a
/// border in theme colors.
public final class FormPopup extends PopOver {

    /// Creates a pop-up.
    ///
    /// @param corner position on the pop-up that is aligned with the owner node
    public FormPopup(Region content, ArrowLocation corner) {
        super(content);
        StyleSheets.add(content, StyleSheets.PANELS);
        setArrowLocation(corner);
        setArrowSize(0);
        setDetachable(false);
        setCornerRadius(WindowTheme.canPopupsBeTransparent() ? 8 : 0);
        addEventHandler(WindowEvent.WINDOW_SHOWN, _ -> paintFrame());
    }

    private void paintFrame() {
        // ControlsFX draws its own border, which is white in every theme.
        Node frame = getSkin().getNode().lookup(".border");
        if (frame != null) {
            frame.setStyle("-fx-fill: -tg-surface; -fx-stroke: -tg-border-strong;");
        }
    }
}
