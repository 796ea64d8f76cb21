package traceglass.app.symbols;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.beans.property.StringProperty;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import traceglass.app.ui.DialogService;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.store.text.DisplayText;

/// Form for the sources of symbols, which are saved in the settings.
final class SymbolForm extends VBox {

    private final DialogService dialogs;
    private final StringProperty saved;
    private final VBox folders = new VBox(2);
    private final VBox mappings = new VBox(2);
    private final VBox kernel = new VBox(2);
    private final CheckBox debuginfod = new CheckBox(SymbolTexts.DEBUGINFOD);
    private SymbolChoices choices;

    /// @param saved setting with the choices
    /// @param servers debuginfod servers that can be used
    SymbolForm(DialogService dialogs, StringProperty saved, List<URI> servers) {
        super(4);
        this.dialogs = dialogs;
        this.saved = saved;
        choices = SymbolChoices.parse(saved.get());
        setPadding(new Insets(10, 12, 12, 12));
        setId("symbols-form");
        debuginfod.setId("symbols-debuginfod");
        debuginfod.setDisable(servers.isEmpty());
        debuginfod.setWrapText(true);
        debuginfod.setOnAction(_ -> set(choices.withDebuginfod(debuginfod.isSelected())));
        String hosts = servers.stream().map(URI::getHost).distinct().collect(Collectors.joining(", "));
        getChildren()
                .addAll(
                        title(SymbolTexts.FOLDERS),
                        hint(SymbolTexts.FOLDERS_HINT),
                        folders,
                        ToolButton.of("plus", SymbolTexts.ADD_FOLDER, "symbols-add-folder", this::addFolder),
                        title(SymbolTexts.MAPPINGS),
                        hint(SymbolTexts.MAPPINGS_HINT),
                        mappings,
                        ToolButton.of("plus", SymbolTexts.ADD_MAPPING, "symbols-add-mapping", this::addMapping),
                        title(SymbolTexts.KERNEL),
                        hint(SymbolTexts.KERNEL_HINT),
                        kernel,
                        ToolButton.of("open", SymbolTexts.CHOOSE_KERNEL, "symbols-kernel", this::chooseKernel),
                        title(SymbolTexts.DEBUGINFOD_SECTION),
                        debuginfod,
                        hint(
                                servers.isEmpty()
                                        ? SymbolTexts.NO_DEBUGINFOD_SERVERS
                                        : SymbolTexts.debuginfodHint(hosts)));
        saved.addListener((_, _, newValue) -> {
            choices = SymbolChoices.parse(newValue);
            fill();
        });
        fill();
    }

    SymbolChoices choices() {
        return choices;
    }

    private void set(SymbolChoices changed) {
        choices = changed;
        saved.set(changed.text());
    }

    private void addFolder() {
        dialogs.chooseFolder(SymbolTexts.CHOOSE_FOLDER)
                .ifPresent(f -> set(choices.withFolders(SymbolChoices.with(choices.folders(), f))));
    }

    private void addMapping() {
        dialogs.chooseOpen(SymbolTexts.CHOOSE_MAPPING)
                .ifPresent(f -> set(choices.withMappings(
                        SymbolChoices.with(choices.mappings(), new SymbolChoices.MappingFile("", f)))));
    }

    private void chooseKernel() {
        dialogs.chooseOpen(SymbolTexts.KERNEL).ifPresent(f -> set(choices.withKernel(f)));
    }

    private void fill() {
        debuginfod.setSelected(choices.usesDebuginfod());
        folders.getChildren().clear();
        for (Path folder : choices.folders()) {
            folders.getChildren()
                    .add(row(folder, null, () -> set(choices.withFolders(without(choices.folders(), folder)))));
        }
        mappings.getChildren().clear();
        for (SymbolChoices.MappingFile mapping : choices.mappings()) {
            mappings.getChildren()
                    .add(row(
                            mapping.file(),
                            packageOf(mapping),
                            () -> set(choices.withMappings(without(choices.mappings(), mapping)))));
        }
        kernel.getChildren().clear();
        if (choices.kernel() != null) {
            kernel.getChildren().add(row(choices.kernel(), null, () -> set(choices.withKernel(null))));
        }
    }

    private TextField packageOf(SymbolChoices.MappingFile mapping) {
        TextField field = new TextField(mapping.packageName());
        field.setPromptText(SymbolTexts.PACKAGE);
        field.setAccessibleText(SymbolTexts.PACKAGE);
        field.setPrefColumnCount(12);
        field.getStyleClass().add(Styles.COMPACT);
        Runnable keep = () -> {
            String name = field.getText().strip();
            if (!name.equals(mapping.packageName())) {
                List<SymbolChoices.MappingFile> changed = new ArrayList<>(choices.mappings());
                changed.replaceAll(m -> m.equals(mapping) ? new SymbolChoices.MappingFile(name, mapping.file()) : m);
                set(choices.withMappings(changed));
            }
        };
        field.setOnAction(_ -> keep.run());
        field.focusedProperty().addListener((_, _, newValue) -> {
            if (!newValue) {
                keep.run();
            }
        });
        return field;
    }

    private static <T> List<T> without(List<T> list, T removed) {
        return list.stream().filter(e -> !e.equals(removed)).toList();
    }

    private static Node row(Path path, Node field, Runnable remove) {
        Label name = new Label(DisplayText.oneLine(path.toString()));
        name.getStyleClass().addAll(Styles.MONO, Styles.SMALL);
        name.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
        name.setTooltip(new Tooltip(DisplayText.oneLine(path.toString())));
        name.setMinWidth(40);
        name.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(name, Priority.ALWAYS);
        Button x = new Button("", new Icon("x", 14));
        x.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        x.setAccessibleText(SymbolTexts.remove(path));
        x.setTooltip(new Tooltip(SymbolTexts.REMOVE));
        x.setMinWidth(USE_PREF_SIZE);
        x.setOnAction(_ -> remove.run());
        HBox row = new HBox(6, name, x);
        if (field != null) {
            row.getChildren().add(1, field);
        }
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private static Label title(String text) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.SECTION);
        label.setPadding(new Insets(8, 0, 0, 0));
        return label;
    }

    private static Label hint(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        label.setWrapText(true);
        label.setMinHeight(USE_PREF_SIZE);
        return label;
    }
}
