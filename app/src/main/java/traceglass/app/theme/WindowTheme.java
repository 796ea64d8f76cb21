package traceglass.app.theme;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.ConditionalFeature;
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
import javafx.stage.PopupWindow;
import javafx.stage.Window;

/// Applies the light or dark theme, chosen by the user or by the system, to scenes. One per window, used on the
/// JavaFX thread.
public final class WindowTheme {

    /// Color scheme setting.
    public enum Choice {
        SYSTEM(ThemeTexts.SYSTEM),
        LIGHT(ThemeTexts.LIGHT),
        DARK(ThemeTexts.DARK);

        private final String title;

        Choice(String title) {
            this.title = title;
        }

        /// Label in menus and messages.
        public String title() {
            return title;
        }
    }

    private static final List<String> LINUX_FONTS = List.of("Inter", "Cantarell", "Ubuntu", "Noto Sans");
    private static final List<String> MONO_FONTS = List.of(
            "Cascadia Mono", "SF Mono", "JetBrains Mono", "Menlo", "Consolas", "Noto Sans Mono", "DejaVu Sans Mono");

    private static final String CONTROLS = "/traceglass/app/theme/controls.css";
    private static final String WINDOW = "/traceglass/app/theme/window.css";

    private final ObjectProperty<Choice> choice = new SimpleObjectProperty<>(Choice.SYSTEM);
    private final ReadOnlyBooleanWrapper dark = new ReadOnlyBooleanWrapper();
    private final DoubleProperty scale = new SimpleDoubleProperty(1);

    private final InvalidationListener updateListener = o -> update();
    /// The platform preferences outlive every window, so the listener must be weak.
    private final WeakInvalidationListener systemListener = new WeakInvalidationListener(updateListener);

    private final boolean hasTransparentPopups;

    public WindowTheme() {
        this(canPopupsBeTransparent());
    }

    /// @param hasTransparentPopups whether popups can have shadows and rounded corners
    WindowTheme(boolean hasTransparentPopups) {
        this.hasTransparentPopups = hasTransparentPopups;
        Platform.getPreferences().colorSchemeProperty().addListener(systemListener);
        choice.addListener(o -> update());
        scale.addListener(o -> StyleSheets.scale(scale.get()));
        update();
    }

    public ObjectProperty<Choice> choiceProperty() {
        return choice;
    }

    /// Returns whether popups can be partly transparent. On an X server without a compositor, such as over VNC or
    /// ssh, they are opaque boxes.
    public static boolean canPopupsBeTransparent() {
        return Platform.isSupported(ConditionalFeature.TRANSPARENT_WINDOW);
    }

    /// Scale of text and controls; 1 is the default.
    public DoubleProperty scaleProperty() {
        return scale;
    }

    /// Whether the dark theme is active.
    public ReadOnlyBooleanProperty darkProperty() {
        return dark.getReadOnlyProperty();
    }

    public boolean isDark() {
        return dark.get();
    }

    /// Applies the theme to the scene, now and after each change.
    public void install(Scene scene) {
        apply(scene);
        dark.addListener(o -> apply(scene));
        scale.addListener(o -> apply(scene));
    }

    /// Stops following the system. Scenes keep their current theme.
    public void close() {
        Platform.getPreferences().colorSchemeProperty().removeListener(systemListener);
    }

    private void update() {
        boolean isNowDark = choice.get() == Choice.DARK
                || choice.get() == Choice.SYSTEM && Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
        // Popups are restyled when the theme of the scene changes, so everything else must have changed by then.
        Application.setUserAgentStylesheet(
                isNowDark ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
        dark.set(isNowDark);
    }

    private void apply(Scene scene) {
        StyleSheets.scale(scale.get());
        List<String> sheets = new ArrayList<>(List.of(
                sheet(dark.get() ? "dark.css" : "light.css"),
                fontSheet(),
                StyleSheets.of(CONTROLS),
                StyleSheets.of(WINDOW)));
        if (!hasTransparentPopups) {
            sheets.add(sheet("opaque.css"));
        }
        scene.getStylesheets().setAll(sheets);
        restylePopups(scene, sheets);
    }

    /// Restyles the open popups of a scene, which copied its style sheets when they opened. Popups inherit
    /// colors and fonts from the node that they were opened on. JavaFX restyles scenes in no particular order,
    /// and popups that it restyles before that node find nothing to inherit and lose all styles, so the scene
    /// is restyled first.
    private static void restylePopups(Scene scene, List<String> sheets) {
        // Windows are in the order in which they were opened, so outer popups come before those opened from them.
        List<PopupWindow> popups = Window.getWindows().stream()
                .filter(w -> w instanceof PopupWindow popup && popup.isShowing() && sceneBelow(popup) == scene)
                .map(PopupWindow.class::cast)
                .toList();
        if (popups.isEmpty()) {
            return;
        }
        scene.getRoot().applyCss();
        for (PopupWindow popup : popups) {
            popup.getScene().getStylesheets().setAll(sheets);
            popup.getScene().getRoot().applyCss();
            popup.sizeToScene();
        }
    }

    /// Returns the scene of the window that a popup belongs to, even if it was opened from another popup.
    private static Scene sceneBelow(PopupWindow popup) {
        Window owner = popup.getOwnerWindow();
        while (owner instanceof PopupWindow outer) {
            owner = outer.getOwnerWindow();
        }
        return owner == null ? null : owner.getScene();
    }

    /// Monospace font family available on this machine, for numbers and code.
    public static String monoFamily() {
        Set<String> present = Set.copyOf(Font.getFamilies());
        return MONO_FONTS.stream().filter(present::contains).findFirst().orElse("Monospaced");
    }

    /// Font family for all other text: the system's default; on Linux the first available of a list.
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

    /// Style sheets cannot look up font families as they look up colors, so the families come in a generated sheet.
    private String fontSheet() {
        String size = scale.get() == 1 ? "" : String.format(Locale.ROOT, " -fx-font-size: %.2fpx;", 13 * scale.get());
        String icons =
                scale.get() == 1 ? "" : String.format(Locale.ROOT, ".tg-icon { -tg-scale: %.2f; }%n", scale.get());
        String css = ".root {" + size + " -fx-font-family: \"" + textFamily() + "\"; }\n"
                + ".tg-mono, .table-cell.tg-number, .tree-table-cell.tg-number, .tg-code { -fx-font-family: \""
                + monoFamily() + "\"; }\n" + icons;
        return StyleSheets.dataUrl(css);
    }
}
