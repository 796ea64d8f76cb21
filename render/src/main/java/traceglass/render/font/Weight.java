package traceglass.render.font;

import java.util.List;

/// Weight of a text.
public enum Weight {
    NORMAL(List.of(), false),
    MEDIUM(List.of(" Medium"), false),
    SEMI_BOLD(List.of(" SemiBold", " Semibold"), true);

    private final List<String> suffixes;
    private final boolean isBold;

    Weight(List<String> suffixes, boolean isBold) {
        this.suffixes = suffixes;
        this.isBold = isBold;
    }

    /// Suffixes of families that contain only this weight.
    List<String> suffixes() {
        return suffixes;
    }

    /// Whether bold is nearest if there is no such family.
    boolean isBold() {
        return isBold;
    }
}
