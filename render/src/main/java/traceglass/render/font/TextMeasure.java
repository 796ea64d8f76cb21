package traceglass.render.font;

import java.util.Set;
import java.util.function.ToDoubleFunction;

/// Names the fonts that can be used, and measures texts in them.
public interface TextMeasure {

    /// Measures all characters with the same width, for timelines that are laid out but not drawn.
    TextMeasure FIXED_WIDTH = new TextMeasure() {

        private static final double WIDTH = .6;

        @Override
        public Set<String> families() {
            return Set.of();
        }

        @Override
        public ToDoubleFunction<String> widths(FontFace face) {
            return text -> text.length() * WIDTH * face.size();
        }
    };

    /// Names of all families.
    Set<String> families();

    /// Returns a function that measures the width of texts in a font, px.
    ToDoubleFunction<String> widths(FontFace face);
}
