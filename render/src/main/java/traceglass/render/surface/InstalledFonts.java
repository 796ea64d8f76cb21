package traceglass.render.surface;

import java.util.Set;
import java.util.function.ToDoubleFunction;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;
import traceglass.render.font.FontFace;
import traceglass.render.font.Fonts;
import traceglass.render.font.TextMeasure;

/// The fonts of the computer. Measures on the JavaFX thread.
public final class InstalledFonts implements TextMeasure {

    /// Families, listed once at the first use.
    private static final class Families {

        private static final Set<String> PRESENT = Set.copyOf(Font.getFamilies());
    }

    /// Returns the fonts of a timeline or a chart.
    ///
    /// @param scale factor of all sizes
    public static Fonts at(double scale) {
        return new Fonts(scale, new InstalledFonts());
    }

    /// Returns the font to draw with.
    public static Font font(FontFace face) {
        return Font.font(face.family(), face.isBold() ? FontWeight.BOLD : FontWeight.NORMAL, face.size());
    }

    @Override
    public Set<String> families() {
        return Families.PRESENT;
    }

    @Override
    public ToDoubleFunction<String> widths(FontFace face) {
        Text ruler = new Text();
        ruler.setFont(font(face));
        return text -> {
            ruler.setText(text);
            return ruler.getLayoutBounds().getWidth();
        };
    }
}
