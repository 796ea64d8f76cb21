package traceglass.render.surface;

/// What a face found out about the texts that it was asked for last: labels say the same words in every frame, and to
/// measure them anew was a good part of it. Two texts that share a place in the tables take turns.
final class KnownTexts {

    /// Longer texts are rare, and would be kept for long.
    static final int LONGEST = 200;
    private static final int BITS = 10;

    private final String[] texts = new String[1 << BITS];
    private final String[] lines = new String[1 << BITS];
    private final double[] widths = new double[1 << BITS];
    private final double[] reaches = new double[1 << BITS];
    private final String[] cutTexts = new String[1 << BITS];
    private final double[] rooms = new double[1 << BITS];
    private final String[] cuts = new String[1 << BITS];

    /// The place of a text that is known, else −1.
    int find(String text) {
        int place = place(text.hashCode());
        String known = texts[place];
        return known == text || text.equals(known) ? place : -1;
    }

    /// Remembers a text and gives its place.
    ///
    /// @param line the text as it is drawn when there is room for all of it
    /// @param width px
    /// @param reach px from its beginning to the farthest that any of its parts ends: a sign may step back
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

    /// How a text was cut for that room, or null when that is not known.
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
