package traceglass.app.record;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import traceglass.app.ui.Styles;
import traceglass.record.config.Option;
import traceglass.record.config.Option.Choice;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Creates controls for the options of probes.
final class OptionEditor {

    /// Maximum number of choices shown at once; longer lists have a filter field.
    private static final int MAX_CHIPS = 60;

    private OptionEditor() {}

    /// Creates a control for an option.
    ///
    /// @param choices choices to offer, read from the target if it provides them
    /// @param value current value
    /// @param onChange receives every new value
    static Node of(Option option, List<Choice> choices, Object value, Consumer<Object> onChange) {
        return switch (option.kind()) {
            case NUMBER -> labeled(option.title(), number(option, ((Number) value).longValue(), onChange));
            case SWITCH -> check(option, Boolean.TRUE.equals(value), onChange);
            case SEVERAL -> titled(option.title(), chips(choices, list(value), onChange));
            case LINES, PROCESSES -> titled(option.title(), lines(option, list(value), choices, onChange));
        };
    }

    private static List<String> list(Object value) {
        return value instanceof List<?> l ? l.stream().map(String::valueOf).toList() : List.of();
    }

    private static Node labeled(String title, Node control) {
        Label label = new Label(title);
        label.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        HBox box = new HBox(8, label, control);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static Node titled(String title, Node control) {
        Label label = new Label(title);
        label.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        return new VBox(5, label, control);
    }

    static ComboBox<Long> number(Option option, long value, Consumer<Object> onChange) {
        ComboBox<Long> box = new ComboBox<>();
        box.getStyleClass().add(Styles.COMPACT);
        box.setId("option-" + option.id());
        option.choices().forEach(c -> box.getItems().add(Long.parseLong(c.value())));
        if (!box.getItems().contains(value)) {
            box.getItems().add(value);
        }
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(Long n) {
                return n == null ? "" : format(option, n);
            }

            @Override
            public Long fromString(String s) {
                return box.getValue();
            }
        });
        box.setValue(value);
        box.setAccessibleText(option.title());
        box.valueProperty().addListener((_, _, newValue) -> onChange.accept(newValue));
        return box;
    }

    private static String format(Option option, long n) {
        if (n == 0 && !option.id().equals("minPriority")) {
            return option.id().equals("dumpIntervalMs")
                    ? RecordTexts.AT_THE_END
                    : option.id().equals("dumpPhaseMs") ? RecordTexts.IMMEDIATELY : RecordTexts.DEFAULT;
        }
        return switch (option.unit()) {
            case "ms" -> TimeText.brief(n);
            case "KB" -> DisplayText.size(n * 1024);
            case "MB" -> DisplayText.size(n << 20);
            case "bytes" -> DisplayText.size(n);
            case "" -> String.valueOf(n);
            default -> n + " " + option.unit();
        };
    }

    private static Node check(Option option, boolean isOn, Consumer<Object> onChange) {
        CheckBox box = new CheckBox(option.title());
        box.setSelected(isOn);
        box.setId("option-" + option.id());
        box.selectedProperty().addListener((_, _, newValue) -> onChange.accept(newValue));
        return box;
    }

    private static Node chips(List<Choice> choices, List<String> initial, Consumer<Object> onChange) {
        FlowPane chips = new FlowPane(5, 5);
        Set<String> selected = new LinkedHashSet<>(initial);
        List<Choice> all = new ArrayList<>(choices);
        selected.stream()
                .filter(v -> all.stream().noneMatch(c -> c.value().equals(v)))
                .forEach(v -> all.add(new Choice(v, v)));
        Consumer<String> fill = filter -> {
            chips.getChildren().clear();
            String f = filter.toLowerCase(Locale.ROOT);
            List<Choice> shown = all.stream()
                    .filter(c -> f.isEmpty()
                            ? all.size() <= MAX_CHIPS || selected.contains(c.value())
                            : c.value().toLowerCase(Locale.ROOT).contains(f)
                                    || c.label().toLowerCase(Locale.ROOT).contains(f))
                    .limit(MAX_CHIPS)
                    .toList();
            shown.forEach(c -> chips.getChildren().add(chip(c, selected, onChange)));
        };
        fill.accept("");
        if (all.size() <= MAX_CHIPS) {
            return chips;
        }
        TextField search = new TextField();
        search.setPromptText(RecordTexts.filterChoices(all.size()));
        search.setAccessibleText(RecordTexts.filterChoices(all.size()));
        search.getStyleClass().add(Styles.COMPACT);
        search.textProperty().addListener((_, _, newValue) -> fill.accept(newValue.strip()));
        return new VBox(6, search, chips);
    }

    static ToggleButton chip(Choice choice, Set<String> selected, Consumer<Object> onChange) {
        // Short names are well known; longer ones are replaced by the label.
        boolean isName = choice.value().length() <= 24 && !choice.value().matches("[A-Z_0-9]+");
        ToggleButton chip = new ToggleButton(isName ? choice.value() : choice.label());
        chip.getStyleClass().setAll("tg-rec-chip");
        chip.setSelected(selected.contains(choice.value()));
        Tooltips.set(chip, choice.label().equals(chip.getText()) ? null : choice.label());
        chip.selectedProperty().addListener((_, _, newValue) -> {
            if (newValue) {
                selected.add(choice.value());
            } else {
                selected.remove(choice.value());
            }
            onChange.accept(List.copyOf(selected));
        });
        return chip;
    }

    private static Node lines(Option option, List<String> value, List<Choice> offered, Consumer<Object> onChange) {
        TextArea area = new TextArea(String.join("\n", value));
        area.setId("option-" + option.id());
        area.setPrefRowCount(3);
        area.getStyleClass().addAll("tg-rec-lines", Styles.MONO);
        area.setAccessibleText(option.title());
        area.textProperty()
                .addListener((_, _, newValue) -> onChange.accept(newValue.lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty())
                        .toList()));
        if (offered.isEmpty()) {
            return area;
        }
        ComboBox<String> add = new ComboBox<>();
        add.getStyleClass().add(Styles.COMPACT);
        add.setPromptText(RecordTexts.ADD_FROM_LIST);
        add.setAccessibleText(RecordTexts.ADD_FROM_LIST);
        offered.forEach(c -> add.getItems().add(c.value()));
        add.valueProperty().addListener((_, _, newValue) -> {
            if (newValue != null && area.getText().lines().noneMatch(newValue::equals)) {
                area.setText((area.getText().isBlank() ? "" : area.getText().stripTrailing() + "\n") + newValue);
            }
        });
        return new VBox(5, area, add);
    }
}
