package traceglass.app.ui;

import java.util.ArrayList;
import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableDoubleProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.scene.layout.Region;
import javafx.scene.shape.SVGPath;
import traceglass.icons.Icons;

/// Icon as a node of fixed size that scales with the text size setting. The stroke uses the looked-up color `-tg-icon`,
/// which surrounding controls set.
public final class Icon extends Region {

    private static final CssMetaData<Icon, Number> SCALE =
            new CssMetaData<>("-tg-scale", StyleConverter.getSizeConverter(), 1.0) {
                @Override
                public boolean isSettable(Icon icon) {
                    return !icon.scale.isBound();
                }

                @Override
                public StyleableProperty<Number> getStyleableProperty(Icon icon) {
                    return icon.scale;
                }
            };
    private static final List<CssMetaData<? extends Styleable, ?>> STYLES = styles();

    private final SVGPath path = new SVGPath();
    private final double unscaledSize;
    private final SimpleStyleableDoubleProperty scale = new SimpleStyleableDoubleProperty(SCALE, this, "scale", 1.0);

    /// Creates an icon.
    ///
    /// @param name name of an icon in `traceglass.icons`
    /// @param size width and height in pixels: 20 in the sidebar, 16 to 18 in buttons, 14 in lines of text
    public Icon(String name, double size) {
        unscaledSize = size;
        getStyleClass().add("tg-icon");
        path.getStyleClass().add("tg-icon-path");
        path.setManaged(false);
        resize();
        scale.addListener(o -> resize());
        setMouseTransparent(true);
        getChildren().add(path);
        setName(name);
    }

    private static List<CssMetaData<? extends Styleable, ?>> styles() {
        List<CssMetaData<? extends Styleable, ?>> all = new ArrayList<>(getClassCssMetaData());
        all.add(SCALE);
        return List.copyOf(all);
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return STYLES;
    }

    private double size() {
        return unscaledSize * scale.get();
    }

    private void resize() {
        double size = size();
        path.setScaleX(size / Icons.GRID);
        path.setScaleY(size / Icons.GRID);
        setMinSize(size, size);
        setPrefSize(size, size);
        setMaxSize(size, size);
        requestLayout();
    }

    /// Replaces the icon.
    public void setName(String name) {
        path.setContent(Icons.path(name));
        requestLayout();
    }

    /// Adds a style class that sets the color, such as `tg-warn`.
    public Icon styled(String styleClass) {
        getStyleClass().add(styleClass);
        return this;
    }

    @Override
    protected void layoutChildren() {
        // A node scales around the center of its bounds, which is not the center of the icon grid.
        var b = path.getBoundsInLocal();
        double factor = size() / Icons.GRID;
        double middleX = b.getCenterX();
        double middleY = b.getCenterY();
        path.setLayoutX(middleX * factor - middleX);
        path.setLayoutY(middleY * factor - middleY);
    }
}
