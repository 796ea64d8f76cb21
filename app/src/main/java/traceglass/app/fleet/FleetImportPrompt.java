package traceglass.app.fleet;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import traceglass.app.fleet.value.PathLabels;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DialogService;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// Offers to import traces as a fleet. With the defaults, one click is enough.
final class FleetImportPrompt extends VBox {

    private static final double WIDTH = 620;
    private static final String FLEET_EXTENSION = ".fleet";
    private static final String DEFAULT_NAME = "traces";

    /// Called when the user starts the import.
    interface ImportStarter {

        /// @param pattern pattern that derives labels from paths, or empty
        void start(List<Path> sources, Path target, String pattern);
    }

    /// Another action for the traces.
    ///
    /// @param id id of its button
    record Alternative(String id, String title, Runnable action) {}

    private final Label title = new Label();
    private final Label paths = new Label();
    private final TextField target = new TextField();
    private final TextField pattern = new TextField();
    private final Button start = new Button(FleetPageTexts.IMPORT, new Icon("play", 14));
    private final Button choose = new Button(FleetPageTexts.CHOOSE);
    private final Label problem = new Label();
    private final Button close = new Button(CommonTexts.CANCEL);
    private final FlowPane buttons = new FlowPane(10, 8);
    private List<Path> sources = List.of();

    /// @param cancel called when the user closes the offer
    FleetImportPrompt(DialogService dialogs, Runnable cancel, ImportStarter starter) {
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
        Label explanation = new Label(FleetPageTexts.LABELS_HELP);
        explanation.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        explanation.setWrapText(true);
        problem.getStyleClass().add("tg-fleet-problem");
        problem.setWrapText(true);
        problem.setId("fleet-offer-problem");
        start.getStyleClass().addAll(Styles.PRIMARY, "tg-large");
        start.setId("fleet-import");
        start.setDefaultButton(true);
        start.setOnAction(_ -> submit(starter));
        close.getStyleClass().addAll(Styles.GHOST, "tg-large");
        close.setId("fleet-offer-cancel");
        close.setCancelButton(true);
        close.setOnAction(_ -> cancel.run());
        buttons.setAlignment(Pos.CENTER_LEFT);
        getChildren().addAll(title, paths, help, form(explanation), problem, buttons);
        showProblem(null);
    }

    private GridPane form(Label explanation) {
        GridPane form = new GridPane(12, 8);
        HBox targetRow = new HBox(8, target, choose);
        HBox.setHgrow(target, Priority.ALWAYS);
        GridPane.setHgrow(targetRow, Priority.ALWAYS);
        form.addRow(0, name(FleetPageTexts.FLEET_FOLDER), targetRow);
        form.addRow(1, name(FleetPageTexts.LABELS), pattern);
        form.add(explanation, 1, 2);
        return form;
    }

    private static Label name(String text) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private void submit(ImportStarter starter) {
        try {
            starter.start(sources, Path.of(target.getText().strip()), pattern.getText());
        } catch (InvalidPathException e) {
            showProblem(e.getMessage());
        }
    }

    /// Shows an offer.
    ///
    /// @param files the files and folders that contain the traces
    /// @param found paths of the traces
    /// @param fleet the fleet to add the traces to, or null for a new one
    void show(List<Path> files, List<String> found, @Nullable Path fleet, List<Alternative> alternatives) {
        sources = files;
        Path root = root(files);
        title.setText(
                fleet == null ? FleetPageTexts.offer(found.size()) : FleetPageTexts.offerToAdd(found.size(), fleet));
        paths.setText(FleetPageTexts.paths(root, found));
        target.setText((fleet == null ? newFleet(files, root) : fleet).toString());
        buttons.getChildren().setAll(start);
        alternatives.forEach(a -> buttons.getChildren().add(button(a)));
        buttons.getChildren().add(close);
        target.setDisable(fleet != null);
        choose.setDisable(fleet != null);
        start.setText(fleet == null ? FleetPageTexts.IMPORT : FleetPageTexts.ADD);
        pattern.setText(PathLabels.guess(found.stream()
                .map(p -> p.startsWith(root.toString())
                        ? p.substring(root.toString().length()).replaceFirst("^[/\\\\]", "")
                        : p)
                .toList()));
        showProblem(null);
    }

    private static Button button(Alternative alternative) {
        Button button = new Button(alternative.title());
        button.getStyleClass().addAll(Styles.GHOST, "tg-large");
        button.setId(alternative.id());
        button.setOnAction(_ -> alternative.action().run());
        return button;
    }

    /// Returns the deepest folder that contains all files; for one folder, the folder itself.
    private static Path root(List<Path> files) {
        Path first = files.getFirst().toAbsolutePath().normalize();
        Path root = files.size() == 1 ? first : first.getParent();
        while (root != null && root.getParent() != null) {
            Path folder = root;
            if (files.stream().allMatch(f -> f.toAbsolutePath().normalize().startsWith(folder))) {
                break;
            }
            root = root.getParent();
        }
        return root == null ? first : root;
    }

    /// Returns a folder for the fleet: next to a folder of traces, or in the folder of several files. A folder that is
    /// imported again continues its fleet; other files get a new one.
    private static Path newFleet(List<Path> files, Path root) {
        if (files.size() == 1) {
            return root.resolveSibling(root.getFileName() + FLEET_EXTENSION);
        }
        Path fleet = root.resolve(DEFAULT_NAME + FLEET_EXTENSION);
        for (int i = 2; Files.exists(fleet); i++) {
            fleet = root.resolve(DEFAULT_NAME + "-" + i + FLEET_EXTENSION);
        }
        return fleet;
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
