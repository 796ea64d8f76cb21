package traceglass.app.theme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StyleSheetsTest {

    @Test
    void scalesTextAndControlsTogether() {
        assertEquals(
                "a { -fx-font-size: 18.00px; -fx-min-height: 42.00px; -fx-pref-width: 72.00px; -fx-fixed-cell-size:"
                        + " 36.00px; -fx-cell-size: 36.00px; -fx-size: 39.00px; -fx-padding: 4px; }",
                StyleSheets.scaled(
                        "a { -fx-font-size: 12px; -fx-min-height: 28px; -fx-pref-width: 48px; -fx-fixed-cell-size:"
                                + " 24px; -fx-cell-size: 24px; -fx-size: 26px; -fx-padding: 4px; }",
                        1.5));
    }

    @Test
    void scalesTheLineBelowATab() {
        assertEquals(
                "b:selected { -fx-background-insets: 45.00 8 0 8; }",
                StyleSheets.scaled("b:selected { -fx-background-insets: 30 8 0 8; }", 1.5));
        assertEquals(
                "b { -fx-background-insets: -2, 0, 1; }",
                StyleSheets.scaled("b { -fx-background-insets: -2, 0, 1; }", 1.5));
    }

    @Test
    void defaultSizeDoesNotChangeTheSheet() {
        assertEquals("a { -fx-font-size: 12px; }", StyleSheets.scaled("a { -fx-font-size: 12px; }", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"light.css", "dark.css"})
    void textHasEnoughContrastOnEachBackground(String sheet) throws IOException {
        Map<String, int[]> colors = tokens(sheet);
        for (String background : new String[] {"bg", "surface", "surface-2", "row-sel"}) {
            check(colors, "text", background, 7);
            check(colors, "text-2", background, 4.5);
            check(colors, "text-3", background, 4.5);
            check(colors, "accent", background, 4.5);
        }
        check(colors, "text-2", "surface-3", 4.5);
        check(colors, "accent", "accent-soft", 4.5);
        check(colors, "on-accent", "accent", 4.5);
        check(colors, "on-rec", "rec", 4.5);
        for (String severity : new String[] {"error", "warn", "ok", "info"}) {
            check(colors, severity, severity + "-soft", 4.5);
            check(colors, severity, "surface", 4.5);
            check(colors, "text", severity + "-soft", 7);
            // Links in notices.
            check(colors, "accent", severity + "-soft", 4.5);
        }
        for (String word : new String[] {"keyword", "string", "number", "name", "comment"}) {
            check(colors, "sql-" + word, "surface", 4.5);
        }
        // Graphical elements: the edge of a check box, of a switch that is off.
        check(colors, "control", "surface", 3);
        check(colors, "control", "bg", 3);
    }

    private static void check(Map<String, int[]> colors, String text, String background, double min) {
        double ratio = ratio(colors.get(text), colors.get(background));
        assertTrue(ratio >= min, () -> "%s on %s is %.2f, must be %.1f".formatted(text, background, ratio, min));
    }

    /// Contrast ratio as defined by WCAG 2 (Web Content Accessibility Guidelines).
    private static double ratio(int[] a, int[] b) {
        double la = luminance(a);
        double lb = luminance(b);
        return (Math.max(la, lb) + .05) / (Math.min(la, lb) + .05);
    }

    private static double luminance(int[] rgb) {
        double[] linear = new double[3];
        for (int i = 0; i < 3; i++) {
            double c = rgb[i] / 255.0;
            linear[i] = c <= .04045 ? c / 12.92 : Math.pow((c + .055) / 1.055, 2.4);
        }
        return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2];
    }

    private static Map<String, int[]> tokens(String sheet) throws IOException {
        Map<String, int[]> colors = new HashMap<>();
        try (InputStream in = WindowTheme.class.getResourceAsStream(sheet)) {
            Matcher m = Pattern.compile("-tg-([a-z0-9-]+): #([0-9A-Fa-f]{6});")
                    .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            while (m.find()) {
                int rgb = Integer.parseInt(m.group(2), 16);
                colors.put(m.group(1), new int[] {rgb >> 16, rgb >> 8 & 255, rgb & 255});
            }
        }
        return colors;
    }
}
