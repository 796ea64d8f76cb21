package traceglass.render.paint;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/// The fonts of the timeline: what the system has, in the order of preference of the design.
public final class Fonts {

    private static final List<String> UI = List.of("Inter", "Cantarell", "Ubuntu", "Noto Sans", "DejaVu Sans");
    private static final List<String> MONO = List.of("Cascadia Mono", "Consolas", "SF Mono", "Menlo", "JetBrains Mono", "Noto Sans Mono",
            "DejaVu Sans Mono", "Liberation Mono");

    private final double scale;
    private final Map<String, Face> faces = new HashMap<>();

    public Fonts(double scale) {
        this.scale = scale;
    }

    /// Family of labels and text.
    public static String uiFamily() {
        String os = System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT);
        return os.contains("win") || os.contains("mac") ? "System" : first(UI, "System");
    }

    /// Family of numbers and code.
    public static String monoFamily() {
        return first(MONO, "Monospaced");
    }

    private static String first(List<String> wanted, String otherwise) {
        Set<String> present = new HashSet<>(Font.getFamilies());
        return wanted.stream().filter(present::contains).findFirst().orElse(otherwise);
    }

    /// A face of the UI family; `size` in px at 100 %.
    public Face ui(double size, FontWeight weight) {
        return faces.computeIfAbsent("u" + size + weight, _ -> new Face(font(uiFamily(), weight, size * scale)));
    }

    /// JavaFX knows only normal and bold within a family; weights between them are families of their own (`Inter SemiBold`). Where there
    /// is none, 600 becomes bold and 500 normal.
    private static Font font(String family, FontWeight weight, double size) {
        List<String> suffixes = weight == FontWeight.MEDIUM ? List.of(" Medium") : weight == FontWeight.SEMI_BOLD ? List.of(" SemiBold", " Semibold") : List.of();
        for (String suffix : suffixes) {
            if (Font.getFamilies().contains(family + suffix)) {
                return Font.font(family + suffix, size);
            }
        }
        return Font.font(family, weight == FontWeight.SEMI_BOLD || weight == FontWeight.BOLD ? FontWeight.BOLD : FontWeight.NORMAL, size);
    }

    public Face ui(double size) {
        return ui(size, FontWeight.NORMAL);
    }

    /// A face of the fixed width family.
    public Face mono(double size) {
        return faces.computeIfAbsent("m" + size, _ -> new Face(Font.font(monoFamily(), size * scale)));
    }
}
