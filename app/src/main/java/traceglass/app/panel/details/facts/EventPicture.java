package traceglass.app.panel.details.facts;

import java.io.ByteArrayInputStream;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.Rows;

/// The picture that an event carries. Decoded on the thread that reads the event, and no larger than can be looked at.
public final class EventPicture {

    private static final double MOST_PX = 1600;
    private static final double WIDTH = 740;
    private static final double HEIGHT = 420;

    private EventPicture() {}

    /// @param table with the columns `arg_set_id` and `picture`, the key of the argument that holds the picture as
    ///     base64
    /// @return a picture, which may have an error; null where there is none
    static Image read(Rows rows, DerivedTable table, long id) throws SQLException {
        Optional<String> text = rows.first(
                "SELECT a.string_value FROM " + table.qualified()
                        + " AS p JOIN args AS a ON a.arg_set_id = p.arg_set_id AND a.key = p.picture WHERE p.id = ?",
                r -> r.getString(1),
                id);
        return text.map(EventPicture::decode).orElse(null);
    }

    /// @param text base64 of a picture in any format that JavaFX knows, also as a `data:` URL
    static Image decode(String text) {
        byte[] bytes;
        try {
            // Lines may be broken and the alphabet that of URLs.
            bytes = Base64.getMimeDecoder()
                    .decode(text.substring(text.startsWith("data:") ? text.indexOf(',') + 1 : 0)
                            .replace('-', '+')
                            .replace('_', '/'));
        } catch (IllegalArgumentException e) {
            // What is no base64 is no picture.
            bytes = new byte[0];
        }
        return new Image(new ByteArrayInputStream(bytes), MOST_PX, MOST_PX, true, true);
    }

    /// What is shown of it.
    public static Node node(Image picture, String name) {
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
