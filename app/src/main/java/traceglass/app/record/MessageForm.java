package traceglass.app.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.record.config.DataSources;

/// A form generated from the descriptor of a message: a control for each field by type, and a collapsed pane for each
/// nested message.
final class MessageForm extends VBox {

    private final Message.Builder message;
    private final Consumer<Message> onChange;

    /// @param fields the fields to show, in this order
    /// @param onChange receives the whole message at every change
    MessageForm(Message initial, List<FieldDescriptor> fields, Consumer<Message> onChange) {
        super(6);
        this.message = initial.toBuilder();
        this.onChange = onChange;
        GridPane grid = new GridPane(12, 6);
        getChildren().add(grid);
        int row = 0;
        for (FieldDescriptor f : fields) {
            if (f.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                Label label = new Label(f.getName());
                label.getStyleClass().addAll(Styles.TEXT_2, Styles.SMALL, Styles.MONO);
                label.setMinWidth(220);
                Node editor = editor(f, message, onChange);
                editor.setId("field-" + f.getName());
                editor.setAccessibleText(f.getName());
                grid.addRow(row++, label, editor);
            } else if (f.isRepeated()) {
                getChildren().add(repeated(f));
            } else {
                getChildren().add(pane(f.getName(), () -> nested((Message) message.getField(f), m -> set(f, m))));
            }
        }
        grid.setVisible(row > 0);
        grid.setManaged(row > 0);
    }

    private void set(FieldDescriptor f, Object value) {
        message.setField(f, value);
        onChange.accept(message.build());
    }

    private static MessageForm nested(Message value, Consumer<Message> onChange) {
        MessageForm form = new MessageForm(value, DataSources.fieldsOf(value.getDescriptorForType()), onChange);
        form.setPadding(new Insets(0, 0, 0, 12));
        return form;
    }

    /// Creates a collapsed pane whose content is created when it is expanded, because messages can be recursive.
    static TitledPane pane(String title, Supplier<Node> content) {
        VBox inner = new VBox();
        TitledPane pane = new TitledPane(title, inner);
        pane.setId("message-" + title.replace(' ', '-'));
        pane.setExpanded(false);
        pane.setAnimated(false);
        pane.getStyleClass().add("tg-rec-nested");
        pane.expandedProperty().addListener((_, _, newValue) -> {
            if (newValue && inner.getChildren().isEmpty()) {
                inner.getChildren().add(content.get());
            }
        });
        return pane;
    }

    /// Creates an editor for a repeated message: one pane per element and a link to add one.
    private Node repeated(FieldDescriptor f) {
        VBox list = new VBox(4);
        Runnable[] show = new Runnable[1];
        show[0] = () -> {
            list.getChildren().clear();
            for (int i = 0; i < message.getRepeatedFieldCount(f); i++) {
                int index = i;
                TitledPane pane = pane(
                        RecordTexts.numbered(f.getName(), i + 1),
                        () -> nested((Message) message.getRepeatedField(f, index), m -> {
                            message.setRepeatedField(f, index, m);
                            onChange.accept(message.build());
                        }));
                pane.setContentDisplay(ContentDisplay.RIGHT);
                pane.setGraphic(IconButton.of(
                        "x", 12, RecordTexts.remove(RecordTexts.numbered(f.getName(), i + 1)), () -> {
                            List<Object> rest = new ArrayList<>((List<?>) message.getField(f));
                            rest.remove(index);
                            set(f, rest);
                            show[0].run();
                        }));
                list.getChildren().add(pane);
            }
            Hyperlink add = Links.of(RecordTexts.add(f.getName()), () -> {
                message.addRepeatedField(f, message.newBuilderForField(f).build());
                onChange.accept(message.build());
                show[0].run();
                ((TitledPane) list.getChildren().get(message.getRepeatedFieldCount(f) - 1)).setExpanded(true);
            });
            add.setId("add-" + f.getName());
            list.getChildren().add(add);
        };
        show[0].run();
        return list;
    }

    private static Node editor(FieldDescriptor f, Message.Builder message, Consumer<Message> onChange) {
        if (f.isRepeated()) {
            return lines(f, message, onChange);
        }
        return switch (f.getJavaType()) {
            case BOOLEAN -> flag(f, message, onChange);
            case ENUM -> choice(f, message, onChange);
            default -> text(f, message, onChange);
        };
    }

    /// Creates an editor with one value per line.
    private static TextArea lines(FieldDescriptor f, Message.Builder message, Consumer<Message> onChange) {
        TextArea area = new TextArea(String.join(
                "\n",
                ((List<?>) message.getField(f))
                        .stream().map(MessageForm::format).toList()));
        area.setPrefRowCount(2);
        area.getStyleClass().addAll("tg-rec-lines", Styles.MONO);
        area.setPromptText(
                f.getJavaType() == FieldDescriptor.JavaType.ENUM
                        ? RecordTexts.joinLines(f.getEnumType().getValues().stream()
                                .map(v -> v.getName())
                                .filter(v -> !v.endsWith("_UNSPECIFIED"))
                                .toList())
                        : RecordTexts.ONE_PER_LINE);
        area.setWrapText(true);
        area.textProperty().addListener((_, _, newValue) -> {
            message.clearField(f);
            newValue.lines()
                    .map(String::strip)
                    .filter(l -> !l.isEmpty())
                    .map(l -> parse(f, l))
                    .filter(v -> v != null)
                    .forEach(v -> message.addRepeatedField(f, v));
            onChange.accept(message.build());
        });
        return area;
    }

    /// Creates an editor for a boolean.
    private static CheckBox flag(FieldDescriptor f, Message.Builder message, Consumer<Message> onChange) {
        CheckBox box = new CheckBox();
        box.setSelected((Boolean) message.getField(f));
        box.selectedProperty().addListener((_, _, newValue) -> {
            message.setField(f, newValue);
            onChange.accept(message.build());
        });
        return box;
    }

    /// Creates an editor for an enum.
    private static ComboBox<String> choice(FieldDescriptor f, Message.Builder message, Consumer<Message> onChange) {
        ComboBox<String> box = new ComboBox<>();
        box.getStyleClass().add(Styles.COMPACT);
        f.getEnumType().getValues().forEach(v -> box.getItems().add(v.getName()));
        box.setValue(message.hasField(f) ? format(message.getField(f)) : null);
        box.valueProperty().addListener((_, _, newValue) -> {
            message.setField(f, f.getEnumType().findValueByName(newValue));
            onChange.accept(message.build());
        });
        return box;
    }

    /// Creates an editor for a number or text.
    private static TextField text(FieldDescriptor f, Message.Builder message, Consumer<Message> onChange) {
        TextField field = new TextField(message.hasField(f) ? format(message.getField(f)) : "");
        field.getStyleClass().add(Styles.COMPACT);
        field.textProperty().addListener((_, _, newValue) -> {
            Object value = newValue.isBlank() ? null : parse(f, newValue.strip());
            field.pseudoClassStateChanged(PseudoClass.getPseudoClass("error"), value == null && !newValue.isBlank());
            if (value == null) {
                message.clearField(f);
            } else {
                message.setField(f, value);
            }
            onChange.accept(message.build());
        });
        return field;
    }

    private static String format(Object value) {
        return value instanceof Descriptors.EnumValueDescriptor e ? e.getName() : String.valueOf(value);
    }

    /// Parses text as a value of the field; returns null if it is not valid.
    private static Object parse(FieldDescriptor f, String text) {
        try {
            return switch (f.getJavaType()) {
                case INT -> (int) Long.parseLong(text);
                case LONG -> Long.parseLong(text);
                case FLOAT -> Float.parseFloat(text);
                case DOUBLE -> Double.parseDouble(text);
                case BOOLEAN -> Boolean.parseBoolean(text);
                case ENUM -> f.getEnumType().findValueByName(text);
                case BYTE_STRING -> ByteString.copyFromUtf8(text);
                default -> text;
            };
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
