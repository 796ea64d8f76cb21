package traceglass.render.surface;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/// Fonts of the timeline: those installed, in the design's order of preference.
public final class Fonts {

    private static final List<String> UI = List.of("Inter", "Cantarell", "Ubuntu", "Noto Sans", "DejaVu Sans");
    private static final List<String> MONO = List.of(
            "Cascadia Mono",
            "Consolas",
            "SF Mono",
            "Menlo",
            "JetBrains Mono",
            "Noto Sans Mono",
            "DejaVu Sans Mono",
            "Liberation Mono");

    private final double scale;
    private final Map<Key, MeasuredFont> rare = new HashMap<>();
    /// Fonts by weight, then by size in quarters of a px; looked up for every drawn text.
    private final MeasuredFont[][] ui = new MeasuredFont[FontWeight.values().length][SIZES];
    private final MeasuredFont[] mono = new MeasuredFont[SIZES];

    /// Number of sizes from 0 px, in quarters of a px.
    private static final int SIZES = 100;

    /// @param weight null for the monospaced family
    private record Key(double size, FontWeight weight) {}

    public Fonts(double scale) {
        this.scale = scale;
    }

    /// Families, chosen once from the fonts installed at the first use.
    private static final class Families {

        private static final Set<String> PRESENT = Set.copyOf(Font.getFamilies());
        private static final String UI_FAMILY =
                uiFamily(System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT));
        private static final String MONO_FAMILY = first(MONO, "Monospaced");

        private static String uiFamily(String os) {
            return os.contains("win") || os.contains("mac") ? "System" : first(UI, "System");
        }

        private static String first(List<String> families, String otherwise) {
            return families.stream().filter(PRESENT::contains).findFirst().orElse(otherwise);
        }
    }

    /// Font family of labels and text.
    public static String uiFamily() {
        return Families.UI_FAMILY;
    }

    /// Font family of numbers and code.
    public static String monoFamily() {
        return Families.MONO_FAMILY;
    }

    /// Returns a font of the UI family; `size` in px at 100%.
    public MeasuredFont ui(double size, FontWeight weight) {
        int quarters = quarters(size);
        if (quarters < 0) {
            return rare.computeIfAbsent(
                    new Key(size, weight), _ -> new MeasuredFont(font(uiFamily(), weight, size * scale)));
        }
        MeasuredFont known = ui[weight.ordinal()][quarters];
        if (known == null) {
            known = new MeasuredFont(font(uiFamily(), weight, size * scale));
            ui[weight.ordinal()][quarters] = known;
        }
        return known;
    }

    /// JavaFX supports only normal and bold within a family; weights between them are separate families (`Inter
    /// SemiBold`). If the family is missing, 600 becomes bold and 500 normal.
    private static Font font(String family, FontWeight weight, double size) {
        List<String> suffixes = weight == FontWeight.MEDIUM
                ? List.of(" Medium")
                : weight == FontWeight.SEMI_BOLD ? List.of(" SemiBold", " Semibold") : List.of();
        for (String suffix : suffixes) {
            if (Families.PRESENT.contains(family + suffix)) {
                return Font.font(family + suffix, size);
            }
        }
        return Font.font(
                family,
                weight == FontWeight.SEMI_BOLD || weight == FontWeight.BOLD ? FontWeight.BOLD : FontWeight.NORMAL,
                size);
    }

    public MeasuredFont ui(double size) {
        return ui(size, FontWeight.NORMAL);
    }

    /// Returns a font of the monospaced family.
    public MeasuredFont mono(double size) {
        int quarters = quarters(size);
        if (quarters < 0) {
            return rare.computeIfAbsent(
                    new Key(size, null), _ -> new MeasuredFont(Font.font(monoFamily(), size * scale)));
        }
        if (mono[quarters] == null) {
            mono[quarters] = new MeasuredFont(Font.font(monoFamily(), size * scale));
        }
        return mono[quarters];
    }

    /// Index of a size in the tables, or −1 if it has none.
    private static int quarters(double size) {
        int quarters = (int) (4 * size);
        return quarters == 4 * size && quarters >= 0 && quarters < SIZES ? quarters : -1;
    }
}
