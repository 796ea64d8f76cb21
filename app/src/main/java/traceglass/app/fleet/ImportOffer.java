package traceglass.app.fleet;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import traceglass.app.ui.DialogService;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// Offers to import the traces of a folder as a fleet. With the defaults, one click is enough.
final class ImportOffer extends VBox {

    private static final double WIDTH = 620;

    /// Called when the user starts the import.
    interface Chosen {

        /// @param pattern labels from paths, or empty
        void start(Path source, Path target, String pattern);
    }

    private final Label title = new Label();
    private final Label paths = new Label();
    private final TextField target = new TextField();
    private final TextField pattern = new TextField();
    private final Button start = new Button(FleetPageTexts.IMPORT, new Icon("play", 14));
    private final Button choose = new Button(FleetPageTexts.CHOOSE);
    private final Label problem = new Label();
    private Path source = Path.of("");

    ImportOffer(DialogService dialogs, Runnable another, Chosen chosen) {
        super(14);
        setId("fleet-offer");
        setMaxSize(WIDTH, USE_PREF_SIZE);
        getStyleClass().addAll(Styles.CARD, "tg-fleet-card");
        title.getStyleClass().add(Styles.TITLE);
        title.setId("fleet-offer-title");
        title.setWrapText(true);
        paths.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        paths.setWrapText(true);
        paths.setId("fleet-offer-paths");
        Label help = new Label(FleetPageTexts.IMPORT_HELP);
        help.getStyleClass().add(Styles.TEXT_2);
        help.setWrapText(true);
        target.setId("fleet-offer-target");
        target.setAccessibleText(FleetPageTexts.FLEET_FOLDER);
        pattern.setId("fleet-offer-pattern");
        pattern.setPromptText(FleetPageTexts.LABELS_PROMPT);
        pattern.setAccessibleText(FleetPageTexts.LABELS);
        pattern.getStyleClass().add(Styles.MONO);
        choose.setMinWidth(USE_PREF_SIZE);
        choose.setOnAction(_ ->
                dialogs.chooseFolder(FleetPageTexts.CHOOSE_FLEET_FOLDER).ifPresent(f -> target.setText(f.toString())));
        Label about = new Label(FleetPageTexts.LABELS_HELP);
        about.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        about.setWrapText(true);
        problem.getStyleClass().add("tg-fleet-problem");
        problem.setWrapText(true);
        problem.setId("fleet-offer-problem");
        start.getStyleClass().addAll(Styles.PRIMARY, "tg-large");
        start.setId("fleet-import");
        start.setDefaultButton(true);
        start.setOnAction(_ -> begin(chosen));
        Button other = new Button(FleetPageTexts.CHOOSE_ANOTHER);
        other.getStyleClass().addAll(Styles.GHOST, "tg-large");
        other.setOnAction(_ -> another.run());
        HBox buttons = new HBox(10, start, other);
        buttons.setAlignment(Pos.CENTER_LEFT);
        getChildren().addAll(title, paths, help, form(about), problem, buttons);
        showProblem(null);
    }

    private GridPane form(Label about) {
        GridPane form = new GridPane(12, 8);
        HBox where = new HBox(8, target, choose);
        HBox.setHgrow(target, Priority.ALWAYS);
        GridPane.setHgrow(where, Priority.ALWAYS);
        form.addRow(0, name(FleetPageTexts.FLEET_FOLDER), where);
        form.addRow(1, name(FleetPageTexts.LABELS), pattern);
        form.add(about, 1, 2);
        return form;
    }

    private static Label name(String text) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private void begin(Chosen chosen) {
        try {
            chosen.start(source, Path.of(target.getText().strip()), pattern.getText());
        } catch (InvalidPathException e) {
            showProblem(e.getMessage());
        }
    }

    /// Shows an offer.
    ///
    /// @param fleet the fleet to add the traces to, or null for a new one next to the folder
    void show(Path folder, List<String> found, @Nullable Path fleet) {
        source = folder;
        Path absolute = folder.toAbsolutePath().normalize();
        title.setText(
                fleet == null ? FleetPageTexts.offer(found.size()) : FleetPageTexts.offerToAdd(found.size(), fleet));
        paths.setText(FleetPageTexts.paths(folder, found));
        Path sibling = absolute.resolveSibling(absolute.getFileName() + ".fleet");
        target.setText((fleet == null ? sibling : fleet).toString());
        target.setDisable(fleet != null);
        choose.setDisable(fleet != null);
        start.setText(fleet == null ? FleetPageTexts.IMPORT : FleetPageTexts.ADD);
        pattern.setText(PathLabels.guess(found.stream()
                .map(p -> p.startsWith(absolute.toString())
                        ? p.substring(absolute.toString().length()).replaceFirst("^[/\\\\]", "")
                        : p)
                .toList()));
        showProblem(null);
    }

    /// Shows why an import could not start.
    void showProblem(@Nullable String text) {
        problem.setText(text == null ? "" : text);
        problem.setVisible(text != null);
        problem.setManaged(text != null);
    }

    void focus() {
        start.requestFocus();
    }
}
