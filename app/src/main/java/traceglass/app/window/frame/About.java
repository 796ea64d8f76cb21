package traceglass.app.window.frame;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.io.Version;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;

/// Overlay with the version and license of the program, the runtime, and the libraries it uses.
public final class About extends Overlay {

    /// Width of the name column at normal text size, px.
    private static final double NAMES = 90;
    private static final String LIBRARIES = "libraries.txt";

    /// A library that is part of the program.
    ///
    /// @param use purpose of the library
    record Library(String name, String version, String license, String use) {}

    private About() {
        super("about", FrameTexts.ABOUT);
    }

    /// Returns the overlay of a window, which is created when it is first requested.
    public static About in(Parent window) {
        StackPane root = (StackPane) window;
        return root.getChildren().stream()
                .filter(About.class::isInstance)
                .map(About.class::cast)
                .findFirst()
                .orElseGet(() -> {
                    About created = new About();
                    root.getChildren().add(created);
                    return created;
                });
    }

    /// Reads the libraries from a resource: one per line, with name, version, license and use separated by tabs.
    static List<Library> libraries() {
        try (InputStream in = About.class.getResourceAsStream(LIBRARIES);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(l -> !l.isBlank())
                    .map(l -> l.split("\t"))
                    .map(p -> new Library(p[0], p[1], p[2], p[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns properties of the program and the computer, by name.
    static Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(FrameTexts.VERSION, Version.text());
        properties.put(FrameTexts.LICENSE, FrameTexts.LICENSE_NAME);
        properties.put(FrameTexts.JAVA, Runtime.version() + ", " + System.getProperty("java.vendor", ""));
        properties.put(FrameTexts.JAVAFX, System.getProperty("javafx.runtime.version", FrameTexts.UNKNOWN));
        properties.put(
                FrameTexts.SYSTEM,
                System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                        + System.getProperty("os.arch"));
        properties.put(
                FrameTexts.PROCESSORS, Integer.toString(Runtime.getRuntime().availableProcessors()));
        properties.put(
                FrameTexts.JAVA_HEAP, FrameTexts.maximum(Runtime.getRuntime().maxMemory()));
        return properties;
    }

    /// Returns everything as text for a bug report.
    static String text() {
        return FrameTexts.PRODUCT + "\n"
                + properties().entrySet().stream()
                        .map(f -> FrameTexts.property(f.getKey(), f.getValue()))
                        .collect(Collectors.joining("\n"))
                + "\n"
                + FrameTexts.property(
                        FrameTexts.LIBRARIES,
                        libraries().stream().map(l -> l.name + " " + l.version).collect(Collectors.joining(", ")))
                + "\n";
    }

    @Override
    Node content() {
        Label purpose = new Label(FrameTexts.PURPOSE);
        purpose.getStyleClass().add(Styles.TEXT_2);
        purpose.setWrapText(true);
        HBox top = new HBox(14, new Logo(40), purpose);
        top.setAlignment(Pos.CENTER_LEFT);
        GridPane grid = new GridPane(16, 4);
        int row = 0;
        for (Map.Entry<String, String> property : properties().entrySet()) {
            grid.add(mutedLabel(property.getKey()), 0, row);
            Label value = new Label(property.getValue());
            value.setWrapText(true);
            grid.add(value, 1, row++);
        }
        grid.getColumnConstraints().addAll(fixed(NAMES * StyleSheets.factor()), new ColumnConstraints());
        Label title = new Label(FrameTexts.LIBRARIES);
        title.getStyleClass().add(Styles.SECTION);
        GridPane table = new GridPane(16, 4);
        row = 0;
        for (Library l : libraries()) {
            Label version = new Label(l.version);
            version.getStyleClass().add(Styles.MONO);
            table.addRow(row++, new Label(l.name), version, mutedLabel(l.license), mutedLabel(l.use));
        }
        for (Node cell : table.getChildren()) {
            ((Label) cell).setMinWidth(Region.USE_PREF_SIZE);
        }
        VBox all = new VBox(16, top, grid, title, table);
        all.setPadding(new Insets(0, 18, 4, 0));
        ScrollPane scroll = new ScrollPane(all);
        scroll.setFitToWidth(true);
        HBox footer = new HBox(ToolButton.of("copy", CommonTexts.COPY, "about-copy", () -> {
            ClipboardContent c = new ClipboardContent();
            c.putString(text());
            Clipboard.getSystemClipboard().setContent(c);
        }));
        return new VBox(12, scroll, footer);
    }

    private static ColumnConstraints fixed(double width) {
        return new ColumnConstraints(width, width, width);
    }

    private static Label mutedLabel(String text) {
        Label l = new Label(text);
        l.getStyleClass().add(Styles.TEXT_2);
        return l;
    }
}
