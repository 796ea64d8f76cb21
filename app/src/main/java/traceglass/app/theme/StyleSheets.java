package traceglass.app.theme;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import javafx.scene.Parent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;

/// Style sheets scaled to the chosen text size. All windows share one size.
public final class StyleSheets {

    /// Style sheet of grids, tabs and the SQL page.
    public static final String PANELS = "/traceglass/app/panel/panels.css";
    /// Style sheet of the recording page.
    public static final String RECORD = "/traceglass/app/record/record.css";
    /// Style sheet of the help page.
    public static final String HELP = "/traceglass/app/help/help.css";

    private static final Pattern SIZES = Pattern.compile(
            "((?:-fx-font-size|-fx-(?:min|pref|max)-(?:height|width)|-fx-(?:fixed-)?cell-size|-fx-size): )([0-9.]+)px");

    /// The line below a tab is drawn as a background inset, which must scale with the tab.
    private static final Pattern LINES = Pattern.compile("(-fx-background-insets: )([23]\\d)(?= )");

    /// Style sheet resource of each node, to replace it when the size changes. Keys are weak.
    private static final Map<Parent, String> NODES = new WeakHashMap<>();
    private static final Map<Region, Widths> WIDTHS = new WeakHashMap<>();
    private static final Map<String, String> CACHE = new HashMap<>();
    private static double factor = 1;

    private StyleSheets() {}

    /// Adds a style sheet to a node and keeps it scaled to the text size.
    ///
    /// @param resource [#PANELS], [#RECORD] or [#HELP]
    public static synchronized void add(Parent node, String resource) {
        NODES.put(node, resource);
        node.getStylesheets().add(of(resource));
    }

    /// Unscaled widths in pixels; negative values are the constants of [Region].
    private record Widths(double min, double preferred, double max) {

        void apply(Region node, double factor) {
            node.setMinWidth(times(min, factor));
            node.setPrefWidth(times(preferred, factor));
            node.setMaxWidth(times(max, factor));
        }

        private static double times(double width, double factor) {
            return width < 0 ? width : width * factor;
        }
    }

    /// Scale of the text size; 1 is the default.
    public static double factor() {
        return factor;
    }

    /// Sets widths of a node that scale with the text size.
    ///
    /// @param min minimum width in pixels at the default size; this and the others may also be
    ///     [Region#USE_PREF_SIZE] or [Region#USE_COMPUTED_SIZE]
    public static synchronized void setWidths(Region node, double min, double preferred, double max) {
        Widths widths = new Widths(min, preferred, max);
        WIDTHS.put(node, widths);
        widths.apply(node, factor);
    }

    /// Sets the scale for all registered nodes; 1 is the default.
    static synchronized void scale(double newFactor) {
        if (newFactor == factor) {
            return;
        }
        Map<String, String> old = Map.copyOf(CACHE);
        CACHE.clear();
        factor = newFactor;
        WIDTHS.forEach((node, widths) -> widths.apply(node, newFactor));
        NODES.forEach((node, resource) ->
                node.getStylesheets().replaceAll(s -> s.equals(old.get(resource)) ? of(resource) : s));
    }

    /// URL of a style sheet scaled to the text size. Semi-bold becomes bold if the font has no semi-bold weight,
    /// since JavaFX would use the regular weight.
    static synchronized String of(String resource) {
        return CACHE.computeIfAbsent(resource, r -> create(r, factor));
    }

    private static String create(String resource, double factor) {
        boolean isSemiBold = Font.getFontNames(WindowTheme.textFamily()).stream()
                .anyMatch(n -> n.matches("(?i).*(semi|demi) ?bold.*"));
        if (isSemiBold && factor == 1) {
            return StyleSheets.class.getResource(resource).toExternalForm();
        }
        try (InputStream in = StyleSheets.class.getResourceAsStream(resource)) {
            String css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return dataUrl(
                    scaled(isSemiBold ? css : css.replace("-fx-font-weight: 600", "-fx-font-weight: bold"), factor));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String scaled(String css, double factor) {
        if (factor == 1) {
            return css;
        }
        String sized = SIZES.matcher(css).replaceAll(m -> m.group(1) + times(m.group(2), factor) + "px");
        return LINES.matcher(sized).replaceAll(m -> m.group(1) + times(m.group(2), factor));
    }

    private static String times(String number, double factor) {
        return String.format(Locale.ROOT, "%.2f", Double.parseDouble(number) * factor);
    }

    /// Encodes a style sheet as a data URL.
    static String dataUrl(String css) {
        return "data:text/css;base64," + Base64.getEncoder().encodeToString(css.getBytes(StandardCharsets.UTF_8));
    }
}
