package traceglass.render.font;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    /// Number of sizes from 0 px, in quarters of a px.
    private static final int SIZES = 100;

    private final double scale;
    private final TextMeasure measure;
    private final Set<String> installed;
    private final String uiFamily;
    private final String monoFamily;
    private final Map<Key, MeasuredFont> unusualSizes = new HashMap<>();
    /// Fonts by weight, then by size in quarters of a px; looked up for every drawn text.
    private final @Nullable MeasuredFont[][] ui = new MeasuredFont[Weight.values().length][SIZES];
    private final @Nullable MeasuredFont[] mono = new MeasuredFont[SIZES];

    /// @param weight null for the monospaced family
    private record Key(double size, @Nullable Weight weight) {}

    /// @param scale factor of all sizes
    public Fonts(double scale, TextMeasure measure) {
        this.scale = scale;
        this.measure = measure;
        installed = measure.families();
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        uiFamily = os.contains("win") || os.contains("mac") ? "System" : first(UI, "System");
        monoFamily = first(MONO, "Monospaced");
    }

    private String first(List<String> families, String fallback) {
        return families.stream().filter(installed::contains).findFirst().orElse(fallback);
    }

    /// Font family of labels and text.
    public String uiFamily() {
        return uiFamily;
    }

    /// Returns a font of the UI family; `size` in px at 100%.
    public MeasuredFont ui(double size, Weight weight) {
        int quarters = quarters(size);
        if (quarters < 0) {
            return unusualSizes.computeIfAbsent(new Key(size, weight), _ -> measured(face(weight, size * scale)));
        }
        MeasuredFont font = ui[weight.ordinal()][quarters];
        if (font == null) {
            font = measured(face(weight, size * scale));
            ui[weight.ordinal()][quarters] = font;
        }
        return font;
    }

    private MeasuredFont measured(FontFace face) {
        return new MeasuredFont(face, measure.widths(face));
    }

    /// JavaFX supports only normal and bold within a family; weights between them are separate families (`Inter
    /// SemiBold`). If the family is missing, 600 becomes bold and 500 normal.
    private FontFace face(Weight weight, double size) {
        for (String suffix : weight.suffixes()) {
            if (installed.contains(uiFamily + suffix)) {
                return new FontFace(uiFamily + suffix, false, size);
            }
        }
        return new FontFace(uiFamily, weight.isBold(), size);
    }

    public MeasuredFont ui(double size) {
        return ui(size, Weight.NORMAL);
    }

    /// Returns a font of the monospaced family.
    public MeasuredFont mono(double size) {
        int quarters = quarters(size);
        if (quarters < 0) {
            return unusualSizes.computeIfAbsent(
                    new Key(size, null), _ -> measured(new FontFace(monoFamily, false, size * scale)));
        }
        MeasuredFont font = mono[quarters];
        if (font == null) {
            font = measured(new FontFace(monoFamily, false, size * scale));
            mono[quarters] = font;
        }
        return font;
    }

    /// Index of a size in the tables, or −1 if it has none.
    private static int quarters(double size) {
        int quarters = (int) (4 * size);
        return quarters == 4 * size && quarters >= 0 && quarters < SIZES ? quarters : -1;
    }
}
