package traceglass.app.preferences.page;

import java.io.IOException;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.io.CommandOutput;
import traceglass.app.ui.Styles;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.plugin.ImporterJar;
import traceglass.store.database.ReadingOptions;

/// The jars in the folder of importers; each can be allowed and disallowed.
final class ImporterList extends VBox {

    private final Optional<ImporterFolder> folder;

    ImporterList(ReadingOptions reading) {
        folder = ImporterFolder.of(reading);
        setId("settings-importers");
        add(Optional.empty());
    }

    /// Reads the folder again.
    void refresh() {
        add(Optional.empty());
    }

    private void add(Optional<String> problem) {
        getChildren()
                .setAll(SettingsPage.row(
                        SettingsTexts.IMPORTER_FOLDER,
                        folder.map(f -> SettingsTexts.importerFolder(f.path()))
                                .orElse(SettingsTexts.NO_IMPORTER_FOLDER),
                        new Region()));
        problem.ifPresent(text -> {
            Label label = new Label(text);
            label.setWrapText(true);
            label.getStyleClass().addAll(Styles.SMALL, "tg-settings-problem");
            getChildren().add(label);
        });
        folder.ifPresent(f -> f.jars()
                .forEach(jar -> getChildren()
                        .add(SettingsPage.row(jar.name(), SettingsTexts.importerJar(jar), button(f, jar)))));
    }

    private Node button(ImporterFolder jars, ImporterJar jar) {
        boolean isAllowed = jar.state() == ImporterJar.State.ALLOWED;
        Button button = new Button(isAllowed ? SettingsTexts.STOP_USING_IMPORTERS : SettingsTexts.ALLOW_IMPORTERS);
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setDisable(jar.state() == ImporterJar.State.UNUSABLE);
        button.setOnAction(e -> {
            try {
                if (isAllowed) {
                    jars.refuse(jar);
                } else {
                    jars.allow(jar);
                }
                add(Optional.empty());
            } catch (IOException ex) {
                add(Optional.of(SettingsTexts.cantSaveDecision(CommandOutput.reason(ex))));
            }
        });
        return button;
    }
}
