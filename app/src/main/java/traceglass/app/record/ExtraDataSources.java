package traceglass.app.record;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javafx.application.Platform;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.protos.config.DataSourceConfig;
import traceglass.record.config.DataSources;
import traceglass.record.spi.TargetReport;

/// Data sources added by name because no probe covers them, each with a form generated from its config message.
final class ExtraDataSources extends VBox {

    private final RecordModel model;
    private final VBox cards = new VBox();
    private final ComboBox<String> add = new ComboBox<>();
    private List<DataSourceConfig> shownConfigs;

    ExtraDataSources(RecordModel model) {
        super(6);
        this.model = model;
        setId("extra-sources");
        Label title = new Label(RecordTexts.ADDITIONAL_DATA_SOURCES);
        title.getStyleClass().add(Styles.SECTION);
        add.setPromptText(RecordTexts.ADD_DATA_SOURCE_PROMPT);
        add.getStyleClass().add(Styles.COMPACT);
        add.setId("add-source");
        add.setEditable(true);
        StyleSheets.setWidths(add, Region.USE_COMPUTED_SIZE, 260, Region.USE_COMPUTED_SIZE);
        add.setAccessibleText(RecordTexts.ADD_DATA_SOURCE);
        add.valueProperty().addListener((_, _, newValue) -> {
            if (newValue != null && !newValue.isBlank()) {
                List<DataSourceConfig> changed =
                        new ArrayList<>(model.settings().extra());
                changed.add(
                        DataSourceConfig.newBuilder().setName(newValue.strip()).build());
                Platform.runLater(() -> {
                    add.setValue(null);
                    add.getEditor().clear();
                });
                model.change(model.settings().withExtra(changed));
            }
        });
        cards.getStyleClass().add(Styles.CARD);
        getChildren().addAll(title, cards, add);
        show();
    }

    void show() {
        TargetReport report = model.reportProperty().get();
        TreeSet<String> names = new TreeSet<>(DataSources.names());
        if (report != null && report.dataSources() != null) {
            names.addAll(report.dataSources());
        }
        if (!add.getItems().equals(List.copyOf(names))) {
            add.getItems().setAll(names);
        }
        List<DataSourceConfig> extra = model.settings().extra();
        cards.setVisible(!extra.isEmpty());
        cards.setManaged(!extra.isEmpty());
        if (extra.equals(shownConfigs)) {
            return;
        }
        shownConfigs = extra;
        cards.getChildren().clear();
        for (int i = 0; i < extra.size(); i++) {
            cards.getChildren().add(card(i, extra.get(i)));
        }
    }

    private Node card(int index, DataSourceConfig source) {
        Label name = new Label(source.getName());
        name.getStyleClass().addAll("tg-rec-probe-title", Styles.MONO);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox head = new HBox(8, name, space, IconButton.of("x", 14, RecordTexts.remove(source.getName()), () -> {
            List<DataSourceConfig> fewer = new ArrayList<>(model.settings().extra());
            fewer.remove(index);
            model.change(model.settings().withExtra(fewer));
        }));
        head.setAlignment(Pos.CENTER_LEFT);
        VBox card = new VBox(8, head);
        card.getStyleClass().add("tg-rec-probe");
        List<FieldDescriptor> fields = DataSources.fields(source.getName());
        if (fields.isEmpty()) {
            Label none = new Label(RecordTexts.NO_SETTINGS);
            none.getStyleClass().add("tg-rec-probe-about");
            card.getChildren().add(none);
        }
        boolean isOnly = fields.size() == 1;
        for (FieldDescriptor field : fields) {
            // The form starts with the current values, but changes apply to the values at the time of the
            // change.
            MessageForm form = new MessageForm(
                    (Message) source.getField(field),
                    DataSources.fieldsOf(field.getMessageType()),
                    changed -> set(index, field, changed));
            card.getChildren().add(isOnly ? form : MessageForm.pane(field.getName(), () -> form));
        }
        card.getChildren()
                .add(MessageForm.pane(
                        RecordTexts.COMMON_SETTINGS,
                        () -> new MessageForm(source, DataSources.common(), changed -> {
                            for (FieldDescriptor f : DataSources.common()) {
                                set(index, f, changed.hasField(f) ? changed.getField(f) : null);
                            }
                        })));
        return card;
    }

    private void set(int index, FieldDescriptor field, Object value) {
        List<DataSourceConfig> extra = new ArrayList<>(model.settings().extra());
        DataSourceConfig.Builder changed = extra.get(index).toBuilder();
        extra.set(index, (value == null ? changed.clearField(field) : changed.setField(field, value)).build());
        // The controls already show the change.
        shownConfigs = List.copyOf(extra);
        model.change(model.settings().withExtra(extra));
    }
}
