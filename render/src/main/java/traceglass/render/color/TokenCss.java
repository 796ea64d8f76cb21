package traceglass.render.color;

/// Writes the colors of the user interface as CSS.
public final class TokenCss {

    /// Names as used in style sheets, in the order of the components.
    private static final String NAMES =
            "bg surface surface-2 surface-3 border border-strong control text text-2 text-3 accent on-accent"
                    + " accent-soft selection row-sel hover grid grid-strong outline halo error error-soft warn warn-soft"
                    + " ok ok-soft info info-soft sleep";

    private TokenCss() {}

    /// CSS declarations for a style sheet or an inline style: `-tg-bg: #F4F5F7; …`.
    public static String of(Tokens tokens) {
        // Listed explicitly: reflection on the record components takes 2% of a window's start.
        int[] values = {
            tokens.bg(),
            tokens.surface(),
            tokens.surface2(),
            tokens.surface3(),
            tokens.border(),
            tokens.borderStrong(),
            tokens.control(),
            tokens.text(),
            tokens.text2(),
            tokens.text3(),
            tokens.accent(),
            tokens.onAccent(),
            tokens.accentSoft(),
            tokens.selection(),
            tokens.rowSel(),
            tokens.hover(),
            tokens.grid(),
            tokens.gridStrong(),
            tokens.outline(),
            tokens.halo(),
            tokens.error(),
            tokens.errorSoft(),
            tokens.warn(),
            tokens.warnSoft(),
            tokens.ok(),
            tokens.okSoft(),
            tokens.info(),
            tokens.infoSoft(),
            tokens.sleep()
        };
        StringBuilder out = new StringBuilder(1024);
        int position = 0;
        for (int value : values) {
            int end = NAMES.indexOf(' ', position);
            out.append("-tg-")
                    .append(NAMES, position, end < 0 ? NAMES.length() : end)
                    .append(": ")
                    .append(Palette.css(value))
                    .append("; ");
            position = end + 1;
        }
        return out.toString();
    }
}
