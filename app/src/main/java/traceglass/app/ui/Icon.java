package traceglass.app.ui;

import javafx.scene.layout.Region;
import javafx.scene.shape.SVGPath;
import traceglass.icons.Icons;

/// An icon as a node of fixed size. Its line has the looked-up colour `-tg-icon`, which the controls around it set.
public final class Icon extends Region {

    private final SVGPath path = new SVGPath();
    private final double size;

    /// @param name name of an icon in `traceglass.icons`
    /// @param size width and height: 20 in the sidebar, 16 to 18 in buttons, 14 in lines of text
    public Icon(String name, double size) {
        this.size = size;
        getStyleClass().add("tg-icon");
        path.getStyleClass().add("tg-icon-path");
        path.setManaged(false);
        path.setScaleX(size / Icons.GRID);
        path.setScaleY(size / Icons.GRID);
        setMinSize(size, size);
        setPrefSize(size, size);
        setMaxSize(size, size);
        setMouseTransparent(true);
        getChildren().add(path);
        setName(name);
    }

    /// Shows another icon in the same place.
    public void setName(String name) {
        path.setContent(Icons.path(name));
        requestLayout();
    }

    /// Gives the icon a colour of its own, by a style class such as `tg-warn`.
    public Icon styled(String styleClass) {
        getStyleClass().add(styleClass);
        return this;
    }

    @Override
    protected void layoutChildren() {
        // A node is scaled about the middle of its bounds, which is not the middle of the grid.
        var b = path.getBoundsInLocal();
        double scale = size / Icons.GRID;
        double middleX = b.getCenterX();
        double middleY = b.getCenterY();
        path.setLayoutX(middleX * scale - middleX);
        path.setLayoutY(middleY * scale - middleY);
    }
}
