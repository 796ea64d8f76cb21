package traceglass.app.record;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.geometry.Pos;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.protos.config.TraceConfig.TriggerConfig.TriggerMode;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.RecordSettings.Trigger;
import traceglass.record.config.RecordSettings.Triggers;
import traceglass.store.time.TimeText;

/// Card for the triggers of a recording: their names, how long recording continues after each, and the timeout.
final class TriggersCard extends FlowPane {

    private static final List<String> DELAYS =
            List.of("0 ms", "100 ms", "500 ms", "1 s", "5 s", "10 s", "30 s", "1 min");
    private static final List<String> TIMEOUTS = List.of("1 min", "10 min", "1 h", "6 h", "24 h");
    private static final int DEFAULT_TIMEOUT_MS = 3600_000;

    private final RecordModel model;
    private Triggers shownTriggers;

    TriggersCard(RecordModel model) {
        super(14, 8);
        this.model = model;
        setId("triggers");
        getStyleClass().addAll(Styles.CARD, "tg-rec-triggers");
        setAlignment(Pos.CENTER_LEFT);
        show();
    }

    /// Returns the labels of all trigger modes; the first is for no triggers.
    static List<String> choices() {
        return List.of(
                RecordTexts.NO_TRIGGERS,
                RecordTexts.TRIGGERS_START,
                RecordTexts.TRIGGERS_STOP,
                RecordTexts.TRIGGERS_SNAPSHOT);
    }

    /// Returns the settings with another trigger mode.
    static RecordSettings choose(RecordSettings settings, String choice) {
        TriggerMode mode = switch (choices().indexOf(choice)) {
            case 1 -> TriggerMode.START_TRACING;
            case 2 -> TriggerMode.STOP_TRACING;
            case 3 -> TriggerMode.CLONE_SNAPSHOT;
            default -> null;
        };
        Triggers oldTriggers = settings.triggers();
        return settings.withTriggers(
                mode == null
                        ? null
                        : oldTriggers == null
                                ? new Triggers(mode, List.of(new Trigger("", 0)), DEFAULT_TIMEOUT_MS)
                                : new Triggers(mode, oldTriggers.list(), oldTriggers.timeoutMs()));
    }

    void show() {
        Triggers current = model.settings().triggers();
        setVisible(current != null);
        setManaged(current != null);
        if (current == null || current.equals(shownTriggers)) {
            shownTriggers = current;
            return;
        }
        shownTriggers = current;
        getChildren().clear();
        for (int i = 0; i < current.list().size(); i++) {
            getChildren().add(row(i, current.list().get(i)));
        }
        getChildren().add(Links.of(RecordTexts.ADD_TRIGGER, () -> {
            List<Trigger> changed = new ArrayList<>(model.settings().triggers().list());
            changed.add(new Trigger("", 0));
            change(changed, model.settings().triggers().timeoutMs());
            show();
        }));
        ComboBox<String> timeout = duration(
                "trigger-timeout",
                RecordTexts.TRIGGER_TIMEOUT,
                TIMEOUTS,
                current.timeoutMs(),
                ms -> change(model.settings().triggers().list(), ms));
        HBox timeoutRow = new HBox(8, caption(RecordTexts.TIMEOUT), timeout);
        timeoutRow.setAlignment(Pos.CENTER_LEFT);
        getChildren().add(timeoutRow);
    }

    private HBox row(int index, Trigger trigger) {
        TextField name = new TextField(trigger.name());
        name.setId("trigger-name-" + index);
        name.setPromptText(RecordTexts.TRIGGER_NAME);
        name.setAccessibleText(RecordTexts.nameOfTrigger(index + 1));
        name.getStyleClass().addAll(Styles.COMPACT, Styles.MONO);
        name.setPrefWidth(170);
        name.textProperty()
                .addListener((_, _, newValue) ->
                        set(index, new Trigger(newValue.strip(), at(index).delayMs())));
        ComboBox<String> delay = duration(
                "trigger-delay-" + index,
                RecordTexts.delayAfterTrigger(index + 1),
                DELAYS,
                trigger.delayMs(),
                ms -> set(index, new Trigger(at(index).name(), ms)));
        HBox row = new HBox(
                8,
                name,
                caption(RecordTexts.TRIGGER_DELAY),
                delay,
                IconButton.of("x", 12, RecordTexts.REMOVE_TRIGGER, () -> {
                    List<Trigger> fewer =
                            new ArrayList<>(model.settings().triggers().list());
                    fewer.remove(index);
                    change(fewer, model.settings().triggers().timeoutMs());
                    show();
                }));
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private Trigger at(int index) {
        return model.settings().triggers().list().get(index);
    }

    private void set(int index, Trigger trigger) {
        List<Trigger> list = new ArrayList<>(model.settings().triggers().list());
        list.set(index, trigger);
        change(list, model.settings().triggers().timeoutMs());
    }

    private void change(List<Trigger> list, int timeoutMs) {
        Triggers changed = new Triggers(model.settings().triggers().mode(), list, timeoutMs);
        if (list.size() == shownTriggers.list().size()) {
            // The controls already show the change.
            shownTriggers = changed;
        }
        model.change(model.settings().withTriggers(changed));
    }

    private static Label caption(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        return label;
    }

    /// Creates an editable combo box of durations.
    private static ComboBox<String> duration(
            String id, String description, List<String> offered, int valueMs, IntConsumer onChange) {
        ComboBox<String> box = new ComboBox<>();
        box.setId(id);
        box.setEditable(true);
        box.getStyleClass().add(Styles.COMPACT);
        box.getItems().setAll(offered);
        box.setPrefWidth(92);
        box.setAccessibleText(description);
        box.setValue(TimeText.brief(valueMs));
        box.valueProperty().addListener((_, oldValue, newValue) -> {
            long ms = newValue == null ? -1 : newValue.strip().matches("0( ?m?s)?") ? 0 : SizesCard.parse(newValue);
            if (ms >= 0 && ms <= Integer.MAX_VALUE) {
                onChange.accept((int) ms);
            } else if (oldValue != null) {
                box.setValue(oldValue);
            }
        });
        return box;
    }
}
