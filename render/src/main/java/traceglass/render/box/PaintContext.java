package traceglass.render.box;

import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.font.Fonts;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Colors and fonts with which boxes are painted, and the parts of the control to which they are clipped.
public record PaintContext(Palette palette, Fonts fonts, Geometry geometry) {

    public static PaintContext of(TimelineModel model) {
        return new PaintContext(model.palette(), model.fonts(), model.geometry());
    }

    public Tokens tokens() {
        return palette.tokens;
    }
}
