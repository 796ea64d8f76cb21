package traceglass.app.theme;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.scene.text.Font;

/// Light or dark, as a person chose or as the system is, put on scenes. One for a window, used on the JavaFX thread.
public final class WindowTheme {

    /// What a person can choose.
    public enum Choice {
        SYSTEM,
        LIGHT,
        DARK
    }

    private static final List<String> LINUX_FONTS = List.of("Inter", "Cantarell", "Ubuntu", "Noto Sans");
    private static final List<String> MONO_FONTS = List.of(
            "Cascadia Mono", "SF Mono", "JetBrains Mono", "Menlo", "Consolas", "Noto Sans Mono", "DejaVu Sans Mono");

    private static final String CONTROLS = "/traceglass/app/theme/controls.css";
    private static final String WINDOW = "/traceglass/app/theme/window.css";

    private final ObjectProperty<Choice> choice = new SimpleObjectProperty<>(Choice.SYSTEM);
    private final ReadOnlyBooleanWrapper dark = new ReadOnlyBooleanWrapper();
    private final DoubleProperty scale = new SimpleDoubleProperty(1);

    private final InvalidationListener follow = o -> update();
    /// The system outlives every window, and must not hold one.
    private final WeakInvalidationListener system = new WeakInvalidationListener(follow);

    public WindowTheme() {
        Platform.getPreferences().colorSchemeProperty().addListener(system);
        choice.addListener(o -> update());
        scale.addListener(o -> Sheets.scale(scale.get()));
        update();
    }

    public ObjectProperty<Choice> choiceProperty() {
        return choice;
    }

    /// Size of type and of what holds it, 1 is the usual one.
    public DoubleProperty scaleProperty() {
        return scale;
    }

    /// Whether the dark colours are on.
    public ReadOnlyBooleanProperty darkProperty() {
        return dark.getReadOnlyProperty();
    }

    public boolean isDark() {
        return dark.get();
    }

    /// Gives the scene the current colours, and new ones whenever they change.
    public void install(Scene scene) {
        apply(scene);
        dark.addListener(o -> apply(scene));
        scale.addListener(o -> apply(scene));
    }

    /// Follows the system no longer; what it is on keeps its colours.
    public void close() {
        Platform.getPreferences().colorSchemeProperty().removeListener(system);
    }

    private void update() {
        boolean newDark = choice.get() == Choice.DARK
                || choice.get() == Choice.SYSTEM && Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
        Application.setUserAgentStylesheet(
                newDark ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
        dark.set(newDark);
    }

    private void apply(Scene scene) {
        Sheets.scale(scale.get());
        scene.getStylesheets()
                .setAll(
                        sheet(dark.get() ? "dark.css" : "light.css"),
                        fontSheet(),
                        Sheets.of(CONTROLS),
                        Sheets.of(WINDOW));
    }

    /// The family for numbers and code that this machine has.
    public static String monoFamily() {
        Set<String> present = Set.copyOf(Font.getFamilies());
        return MONO_FONTS.stream().filter(present::contains).findFirst().orElse("Monospaced");
    }

    /// The family for everything else: the system's own, on Linux the first of a few good ones.
    public static String textFamily() {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            return Font.getDefault().getFamily();
        }
        Set<String> present = Set.copyOf(Font.getFamilies());
        return LINUX_FONTS.stream()
                .filter(present::contains)
                .findFirst()
                .orElse(Font.getDefault().getFamily());
    }

    private static String sheet(String name) {
        return WindowTheme.class.getResource(name).toExternalForm();
    }

    /// Families cannot be looked up in style sheets as colours can, so they come in a sheet of their own.
    private String fontSheet() {
        String size = scale.get() == 1 ? "" : String.format(Locale.ROOT, " -fx-font-size: %.2fpx;", 13 * scale.get());
        String icons =
                scale.get() == 1 ? "" : String.format(Locale.ROOT, ".tg-icon { -tg-scale: %.2f; }%n", scale.get());
        String css = ".root {" + size + " -fx-font-family: \"" + textFamily() + "\"; }\n"
                + ".tg-mono, .table-cell.tg-number, .tree-table-cell.tg-number, .tg-code { -fx-font-family: \""
                + monoFamily() + "\"; }\n" + icons;
        return Sheets.inline(css);
    }
}
