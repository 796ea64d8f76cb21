package traceglass.render.color;

/// Colors of the user interface around the data, named like the looked-up colors `-tg-<name>`.
public record Tokens(
        int bg,
        int surface,
        int surface2,
        int surface3,
        int border,
        int borderStrong,
        int control,
        int text,
        int text2,
        int text3,
        int accent,
        int onAccent,
        int accentSoft,
        int selection,
        int rowSel,
        int hover,
        int grid,
        int gridStrong,
        int outline,
        int halo,
        int error,
        int errorSoft,
        int warn,
        int warnSoft,
        int ok,
        int okSoft,
        int info,
        int infoSoft,
        int sleep) {

    public static final Tokens LIGHT = new Tokens(
            0xFFF4F5F7,
            0xFFFFFFFF,
            0xFFFAFBFC,
            0xFFECEEF2,
            0xFFE1E4EA,
            0xFFC6CBD5,
            0xFF7F8796,
            0xFF1B1E25,
            0xFF505867,
            0xFF5E6675,
            0xFF4757CE,
            0xFFFFFFFF,
            0xFFECEEFC,
            0x214757CE,
            0xFFE6E9FB,
            0x0D1B1E25,
            0xFFECEEF2,
            0xFFDFE2E8,
            0xFF14161B,
            0xFFFFFFFF,
            0xFFC2272F,
            0xFFFDECEC,
            0xFF955700,
            0xFFFFF3DC,
            0xFF1A7440,
            0xFFE4F5EA,
            0xFF1F68B8,
            0xFFE7F1FC,
            0xFFEEF0F3);

    public static final Tokens DARK = new Tokens(
            0xFF121418,
            0xFF181B20,
            0xFF1C1F25,
            0xFF272B33,
            0xFF2A2E37,
            0xFF434A57,
            0xFF6E7785,
            0xFFE6E8ED,
            0xFFA9B0BD,
            0xFF98A0AE,
            0xFF8D9AFA,
            0xFF10132B,
            0xFF252A4B,
            0x2E8D9AFA,
            0xFF2A3053,
            0x0DFFFFFF,
            0xFF23272E,
            0xFF2C313A,
            0xFFFFFFFF,
            0xFF121418,
            0xFFFF7B7B,
            0xFF3A1E22,
            0xFFF2B24C,
            0xFF382B16,
            0xFF5CC98A,
            0xFF17301F,
            0xFF72B3F5,
            0xFF182B40,
            0xFF23272E);

    /// Names as used in style sheets, in the order of the components.
    private static final String NAMES =
            "bg surface surface-2 surface-3 border border-strong control text text-2 text-3 accent on-accent"
                    + " accent-soft selection row-sel hover grid grid-strong outline halo error error-soft warn warn-soft"
                    + " ok ok-soft info info-soft sleep";

    /// CSS declarations for a style sheet or an inline style: `-tg-bg: #F4F5F7; …`.
    public String css() {
        // Listed explicitly: reflection on the record components takes 2% of a window's start.
        int[] values = {
            bg,
            surface,
            surface2,
            surface3,
            border,
            borderStrong,
            control,
            text,
            text2,
            text3,
            accent,
            onAccent,
            accentSoft,
            selection,
            rowSel,
            hover,
            grid,
            gridStrong,
            outline,
            halo,
            error,
            errorSoft,
            warn,
            warnSoft,
            ok,
            okSoft,
            info,
            infoSoft,
            sleep
        };
        StringBuilder out = new StringBuilder(1024);
        int at = 0;
        for (int value : values) {
            int end = NAMES.indexOf(' ', at);
            out.append("-tg-")
                    .append(NAMES, at, end < 0 ? NAMES.length() : end)
                    .append(": ")
                    .append(Palette.css(value))
                    .append("; ");
            at = end + 1;
        }
        return out.toString();
    }
}
