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
    private final double[] rooms = new double[1 << BITS];
    private final String[] cuts = new String[1 << BITS];

    /// Returns the slot of a cached text, or −1.
    int find(String text) {
        int place = place(text.hashCode());
        String known = texts[place];
        return known == text || text.equals(known) ? place : -1;
    }

    /// Caches a text and returns its slot.
    ///
    /// @param line the text as drawn if all of it fits
    /// @param width px
    /// @param reach largest end of any prefix of the text, px; a character may have a negative width
    int keep(String text, String line, double width, double reach) {
        int place = place(text.hashCode());
        texts[place] = text;
        lines[place] = line;
        widths[place] = width;
        reaches[place] = reach;
        return place;
    }

    String line(int place) {
        return lines[place];
    }

    double width(int place) {
        return widths[place];
    }

    double reach(int place) {
        return reaches[place];
    }

    /// Returns the text cut to a width, or null if not cached.
    @Nullable
    String cut(String text, double room) {
        int place = place(text, room);
        return rooms[place] == room && text.equals(cutTexts[place]) ? cuts[place] : null;
    }

    void keepCut(String text, double room, String cut) {
        int place = place(text, room);
        cutTexts[place] = text;
        rooms[place] = room;
        cuts[place] = cut;
    }

    private static int place(String text, double room) {
        return place(text.hashCode() * 31 + Double.hashCode(room));
    }

    private static int place(int hash) {
        return hash * 0x9E3779B9 >>> 32 - BITS;
    }
}
