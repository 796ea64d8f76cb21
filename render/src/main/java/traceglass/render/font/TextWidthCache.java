package traceglass.render.font;

import org.jspecify.annotations.Nullable;

/// Direct-mapped cache of measured and cut texts of a font. Labels have the same text in every frame, and measuring
/// them again took a large part of it. Texts with the same slot replace each other.
final class TextWidthCache {

    /// Longer texts are rare, and would occupy memory for a long time.
    static final int MAX_LENGTH = 200;
    private static final int BITS = 10;

    private final String[] texts = new String[1 << BITS];
    private final String[] lines = new String[1 << BITS];
    private final double[] widths = new double[1 << BITS];
    private final double[] reaches = new double[1 << BITS];
    private final String[] cutTexts = new String[1 << BITS];
    private final double[] cutWidths = new double[1 << BITS];
    private final String[] cuts = new String[1 << BITS];

    /// Returns the slot of a cached text, or −1.
    int find(String text) {
        int slot = slot(text.hashCode());
        String cached = texts[slot];
        return cached == text || text.equals(cached) ? slot : -1;
    }

    /// Caches a text and returns its slot.
    ///
    /// @param line the text as drawn if all of it fits
    /// @param width width of the line in px
    /// @param reach largest end of any prefix of the text, px; a character may have a negative width
    int add(String text, String line, double width, double reach) {
        int slot = slot(text.hashCode());
        texts[slot] = text;
        lines[slot] = line;
        widths[slot] = width;
        reaches[slot] = reach;
        return slot;
    }

    String line(int slot) {
        return lines[slot];
    }

    double width(int slot) {
        return widths[slot];
    }

    double reach(int slot) {
        return reaches[slot];
    }

    /// Returns the text cut to a width, or null if not cached.
    @Nullable
    String shortened(String text, double maxWidth) {
        int slot = slot(text, maxWidth);
        return cutWidths[slot] == maxWidth && text.equals(cutTexts[slot]) ? cuts[slot] : null;
    }

    void addShortened(String text, double maxWidth, String shortened) {
        int slot = slot(text, maxWidth);
        cutTexts[slot] = text;
        cutWidths[slot] = maxWidth;
        cuts[slot] = shortened;
    }

    private static int slot(String text, double maxWidth) {
        return slot(text.hashCode() * 31 + Double.hashCode(maxWidth));
    }

    private static int slot(int hash) {
        return hash * 0x9E3779B9 >>> 32 - BITS;
    }
}
