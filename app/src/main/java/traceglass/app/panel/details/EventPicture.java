package traceglass.app.panel.details;

import java.io.ByteArrayInputStream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;

/// Shows the picture that an event carries, no larger than can be looked at.
final class EventPicture {

    private static final double MOST_PX = 1600;
    private static final double WIDTH = 740;
    private static final double HEIGHT = 420;

    private EventPicture() {}

    /// @param bytes of a picture in any format that JavaFX reads
    static Image decode(byte[] bytes) {
        return new Image(new ByteArrayInputStream(bytes), MOST_PX, MOST_PX, true, true);
    }

    /// The picture, or a label that says why there is none.
    static Node node(Image picture, String name) {
        if (picture.isError() || picture.getWidth() <= 0) {
            Label label =
                    new Label("The picture cannot be shown: it is damaged, or in a format that is not known here.");
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
