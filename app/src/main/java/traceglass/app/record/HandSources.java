package traceglass.app.record;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.protos.config.DataSourceConfig;
import traceglass.record.TargetReport;
import traceglass.record.config.DataSources;

/// Data sources that no probe stands for, added by name, each with a form made of what its message can hold.
final class HandSources extends VBox {

    private static final int DEEPEST = 3;

    private final RecordModel model;
    private final VBox cards = new VBox();
    private final ComboBox<String> add = new ComboBox<>();
    private List<DataSourceConfig> shown;

    HandSources(RecordModel model) {
        super(6);
        this.model = model;
        setId("hand-sources");
        Label title = new Label("Added by hand");
        title.getStyleClass().add(Styles.SECTION);
        add.setPromptText("Add a data source…");
        add.getStyleClass().add(Styles.COMPACT);
        add.setId("add-source");
        add.setEditable(true);
        add.setPrefWidth(260);
        add.setAccessibleText("Add a data source");
        add.valueProperty().addListener((o, was, is) -> {
            if (is != null && !is.isBlank()) {
                List<DataSourceConfig> more = new ArrayList<>(model.settings().extra());
                more.add(DataSourceConfig.newBuilder().setName(is.strip()).build());
                javafx.application.Platform.runLater(() -> {
                    add.setValue(null);
                    add.getEditor().clear();
                });
                model.change(model.settings().withExtra(more));
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
        if (extra.equals(shown)) {
            return;
        }
        shown = extra;
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
        HBox head = new HBox(8, name, space, IconButton.of("x", 14, "Take " + source.getName() + " out", () -> {
            List<DataSourceConfig> fewer = new ArrayList<>(model.settings().extra());
            fewer.remove(index);
            model.change(model.settings().withExtra(fewer));
        }));
        head.setAlignment(Pos.CENTER_LEFT);
        VBox card = new VBox(8, head);
        card.getStyleClass().add("tg-rec-probe");
        FieldDescriptor field = DataSources.field(source.getName());
        if (field == null) {
            Label none = new Label("Nothing can be set.");
            none.getStyleClass().add("tg-rec-probe-about");
            card.getChildren().add(none);
        } else {
            card.getChildren().add(form((Message) source.getField(field), 0, changed -> set(index, field, changed)));
        }
        return card;
    }

    private void set(int index, FieldDescriptor field, Message value) {
        List<DataSourceConfig> extra = new ArrayList<>(model.settings().extra());
        extra.set(index, extra.get(index).toBuilder().setField(field, value).build());
        // The controls already show it.
        shown = List.copyOf(extra);
        model.change(model.settings().withExtra(extra));
    }

    private static Node form(Message initial, int depth, Consumer<Message> changed) {
        Message.Builder message = initial.toBuilder();
        GridPane grid = new GridPane(12, 6);
        int row = 0;
        List<Node> nested = new ArrayList<>();
        for (FieldDescriptor f : DataSources.fieldsOf(initial.getDescriptorForType())) {
            if (f.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                if (!f.isRepeated() && depth < DEEPEST) {
                    VBox inner = new VBox();
                    TitledPane pane = new TitledPane(f.getName(), inner);
                    pane.setExpanded(false);
                    pane.getStyleClass().add("tg-rec-nested");
                    // Made when it is opened: messages can hold themselves.
                    pane.expandedProperty().addListener((o, was, is) -> {
                        if (is && inner.getChildren().isEmpty()) {
                            inner.getChildren().add(form((Message) message.getField(f), depth + 1, m -> {
                                message.setField(f, m);
                                changed.accept(message.build());
                            }));
                        }
                    });
                    nested.add(pane);
                }
                continue;
            }
            Label label = new Label(f.getName());
            label.getStyleClass().addAll(Styles.TEXT_2, Styles.SMALL, Styles.MONO);
            label.setMinWidth(220);
            grid.addRow(row++, label, editor(f, message, changed));
        }
        VBox all = new VBox(6, grid);
        all.getChildren().addAll(nested);
        all.setPadding(new Insets(0, 0, 0, depth * 12));
        return all;
    }

    private static Node editor(FieldDescriptor f, Message.Builder message, Consumer<Message> changed) {
        if (f.isRepeated()) {
            TextArea area = new TextArea(String.join("\n", ((List<?>) message.getField(f)).stream().map(HandSources::words).toList()));
            area.setPrefRowCount(2);
            area.getStyleClass().addAll("tg-rec-lines", Styles.MONO);
            area.setPromptText("one a line");
            area.textProperty().addListener((o, was, is) -> {
                message.clearField(f);
                is.lines().map(String::strip).filter(l -> !l.isEmpty()).map(l -> typed(f, l)).filter(v -> v != null).forEach(v -> message.addRepeatedField(f, v));
                changed.accept(message.build());
            });
            return area;
        }
        return switch (f.getJavaType()) {
            case BOOLEAN -> {
                CheckBox box = new CheckBox();
                box.setSelected((Boolean) message.getField(f));
                box.selectedProperty().addListener((o, was, is) -> {
                    message.setField(f, is);
                    changed.accept(message.build());
                });
                yield box;
            }
            case ENUM -> {
                ComboBox<String> box = new ComboBox<>();
                box.getStyleClass().add(Styles.COMPACT);
                f.getEnumType().getValues().forEach(v -> box.getItems().add(v.getName()));
                box.setValue(message.hasField(f) ? words(message.getField(f)) : null);
                box.valueProperty().addListener((o, was, is) -> {
                    message.setField(f, f.getEnumType().findValueByName(is));
                    changed.accept(message.build());
                });
                yield box;
            }
            default -> {
                TextField field = new TextField(message.hasField(f) ? words(message.getField(f)) : "");
                field.getStyleClass().add(Styles.COMPACT);
                field.textProperty().addListener((o, was, is) -> {
                    Object value = is.isBlank() ? null : typed(f, is.strip());
                    field.pseudoClassStateChanged(javafx.css.PseudoClass.getPseudoClass("error"), value == null && !is.isBlank());
                    if (value == null) {
                        message.clearField(f);
                    } else {
                        message.setField(f, value);
                    }
                    changed.accept(message.build());
                });
                yield field;
            }
        };
    }

    private static String words(Object value) {
        return value instanceof com.google.protobuf.Descriptors.EnumValueDescriptor e ? e.getName() : String.valueOf(value);
    }

    /// The text as a value of the field, or null if it is none.
    private static Object typed(FieldDescriptor f, String text) {
        try {
            return switch (f.getJavaType()) {
                case INT -> (int) Long.parseLong(text);
                case LONG -> Long.parseLong(text);
                case FLOAT -> Float.parseFloat(text);
                case DOUBLE -> Double.parseDouble(text);
                case BOOLEAN -> Boolean.parseBoolean(text);
                case ENUM -> f.getEnumType().findValueByName(text);
                case BYTE_STRING -> com.google.protobuf.ByteString.copyFromUtf8(text);
                default -> text;
            };
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
