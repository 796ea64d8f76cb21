package traceglass.app.panel.details;

import java.io.ByteArrayInputStream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;

/// Shows the image attached to an event, limited in size.
final class EventImage {

    private static final double MAX_SIDE_PX = 1600;
    private static final double WIDTH = 740;
    private static final double HEIGHT = 420;

    private EventImage() {}

    /// Decodes an image.
    ///
    /// @param bytes image in any format supported by JavaFX
    static Image decode(byte[] bytes) {
        return new Image(new ByteArrayInputStream(bytes), MAX_SIDE_PX, MAX_SIDE_PX, true, true);
    }

    /// Creates a node with the image, or a label with the reason why it cannot be shown.
    static Node node(Image picture, String name) {
        if (picture.isError() || picture.getWidth() <= 0) {
            Label label = new Label(DetailsTexts.CANT_SHOW_IMAGE);
            label.setWrapText(true);
            label.getStyleClass().add("tg-empty");
            return label;
        }
        ImageView view = new ImageView(picture);
        view.setId("details-picture");
        view.setPreserveRatio(true);
        view.setFitWidth(Math.min(WIDTH, picture.getWidth()));
        view.setFitHeight(Math.min(HEIGHT, picture.getHeight()));
        view.setAccessibleText(name);
        return view;
    }
}
