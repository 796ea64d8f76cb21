package traceglass.render.font;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import traceglass.store.text.SingleLineText;

/// Font with cached glyph widths, so that texts are measured and cut by adding widths. Used on the JavaFX thread.
public final class MeasuredFont {

    private static final int TABLE_SIZE = 0x250;

    private final FontFace face;
    private final ToDoubleFunction<String> widthOf;
    private final double size;
    private final float[] advance = new float[TABLE_SIZE];
    private final double wideAdvance;
    private final double ellipsis;
    private final TextWidthCache texts = new TextWidthCache();

    /// @param widthOf measures the width of texts in the font, px
    MeasuredFont(FontFace face, ToDoubleFunction<String> widthOf) {
        this.face = face;
        this.widthOf = widthOf;
        this.size = face.size();
        Arrays.fill(advance, -1);
        ellipsis = widthOf.applyAsDouble("…");
        wideAdvance = size;
    }

    public FontFace face() {
        return face;
    }

    /// Distance from the middle of capital letters to the baseline.
    public double middleToBaseline() {
        return size * .36;
    }

    public double lineHeight() {
        return size * 1.35;
    }

    private double advance(char unit) {
        if (unit >= TABLE_SIZE) {
            return unit == '…'
                    ? ellipsis
                    : unit >= 0x2000 && unit < 0x2070 ? size * .6 : unit == '\u2212' ? size * .84 : wideAdvance;
        }
        float known = advance[unit];
        if (known < 0) {
            // Measured between other letters, because a lone space or combining mark has no width of its
            // own.
            known = (float) (widthOf.applyAsDouble("x" + unit + "x") - widthOf.applyAsDouble("xx"));
            advance[unit] = known;
        }
        return known;
    }

    /// Width in px, computed from glyph widths only.
    public double width(String text) {
        if (text.length() <= TextWidthCache.MAX_LENGTH) {
            return texts.width(find(text));
        }
        double sum = 0;
        for (int i = 0; i < text.length(); i++) {
            sum += advance(text.charAt(i));
        }
        return sum;
    }

    private int find(String text) {
        int slot = texts.find(text);
        if (slot >= 0) {
            return slot;
        }
        double sum = 0;
        double reach = 0;
        for (int i = 0; i < text.length(); i++) {
            sum += advance(text.charAt(i));
            reach = Math.max(reach, sum);
        }
        return texts.add(text, SingleLineText.of(text), sum, reach);
    }

    /// Returns the text in one line, cut to `maxWidth` px with an ellipsis; empty if not even two letters fit.
    /// Characters that would break the line or reverse its direction become dots.
    public String fit(String text, double maxWidth) {
        if (text.length() > TextWidthCache.MAX_LENGTH) {
            return SingleLineText.of(shorten(text, maxWidth));
        }
        int slot = find(text);
        if (texts.reach(slot) <= maxWidth) {
            return texts.line(slot);
        }
        String shortened = texts.shortened(text, maxWidth);
        if (shortened == null) {
            shortened = SingleLineText.of(shorten(text, maxWidth));
            texts.addShortened(text, maxWidth, shortened);
        }
        return shortened;
    }

    private String shorten(String text, double maxWidth) {
        double sum = 0;
        int keep = 0;
        for (int i = 0; i < text.length(); i++) {
            sum += advance(text.charAt(i));
            if (sum + ellipsis <= maxWidth) {
                keep = i + 1;
            }
            if (sum > maxWidth) {
                int end = keep > 0 && Character.isHighSurrogate(text.charAt(keep - 1)) ? keep - 1 : keep;
                return end < 2 ? "" : text.substring(0, end).stripTrailing() + "…";
            }
        }
        return text;
    }
}
