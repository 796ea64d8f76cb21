package traceglass.app.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.ui.Styles;
import traceglass.record.config.Option;
import traceglass.record.config.Option.Choice;
import traceglass.record.config.OptionValues;
import traceglass.record.config.Probe;
import traceglass.record.config.Probes;
import traceglass.record.config.RecordSettings;
import traceglass.record.spi.TargetReport;

/// A probe with its switch, a description and its options. A probe that the target does not support stays visible,
/// with the reason.
final class ProbeRow extends VBox {

    private static final int MAX_CHIPS = 9;

    private final RecordModel model;
    private final Probe probe;
    private final Switch onOff;
    private final Label description = new Label();
    private final HBox right = new HBox(8);
    private final VBox below = new VBox(10);
    private final boolean hasMore;
    private boolean isOpen;
    private boolean isShowing;
    private DisplayedState shownState;

    /// State shown by the controls.
    private record DisplayedState(
            boolean isOn,
            String unavailableReason,
            OptionValues values,
            boolean isOpen,
            TargetReport report,
            List<String> processes) {}

    ProbeRow(RecordModel model, Probe probe) {
        this.model = model;
        this.probe = probe;
        getStyleClass().add("tg-rec-probe");
        setId("probe-" + probe.id());
        onOff = new Switch(probe.title());
        Label title = new Label(probe.title());
        title.getStyleClass().add("tg-rec-probe-title");
        title.setWrapText(true);
        description.getStyleClass().add("tg-rec-probe-about");
        description.setWrapText(true);
        VBox titleAndDescription = new VBox(title, description);
        titleAndDescription.setMinWidth(0);
        HBox.setHgrow(titleAndDescription, Priority.ALWAYS);
        right.setAlignment(Pos.CENTER_RIGHT);
        right.setMinWidth(Region.USE_PREF_SIZE);
        HBox line = new HBox(12, onOff, titleAndDescription, right);
        line.setAlignment(Pos.CENTER_LEFT);
        below.setPadding(new Insets(8, 0, 3, 42));
        getChildren().add(line);
        hasMore = probe.options().stream().anyMatch(o -> !o.id().equals("pollMs"));
        onOff.onProperty().addListener((_, _, newValue) -> {
            if (!isShowing) {
                RecordSettings s = model.settings();
                model.change(newValue ? s.with(probe.id(), s.values(probe.id())) : s.without(probe.id()));
            }
        });
    }

    Probe probe() {
        return probe;
    }

    boolean isOn() {
        return model.settings().isOn(probe.id());
    }

    /// Returns why the target does not support the probe, or an empty string.
    static String unavailableReason(Probe probe, TargetReport report) {
        if (report == null) {
            return "";
        }
        if (report.sdk() > 0 && report.sdk() < probe.minSdk()) {
            return RecordTexts.requiresApiLevel(probe.minSdk(), report.sdk());
        }
        if (report.events() != null
                && !probe.events().isEmpty()
                && probe.events().stream().noneMatch(report.events()::contains)) {
            return RecordTexts.kernelLacks(
                    probe.events().getFirst(), probe.events().size() - 1);
        }
        if (report.dataSources() != null) {
            List<String> missing = Probes.sourcesOf(probe).stream()
                    .filter(n -> !report.dataSources().contains(n)
                            && !n.equals("track_event")
                            && !n.startsWith("org.chromium")
                            && report.dataSources().stream().noneMatch(d -> d.startsWith(n + ".")))
                    .distinct()
                    .toList();
            if (!missing.isEmpty()) {
                return RecordTexts.notAvailable(missing);
            }
        }
        return sourceProblem(probe, report);
    }

    /// Returns why none of the probe's data sources can record on the target, or an empty string.
    private static String sourceProblem(Probe probe, TargetReport report) {
        List<String> sources = Probes.sourcesOf(probe);
        if (sources.contains(Probe.FTRACE)) {
            // Without access to kernel events, the page offers to record as root.
            return "";
        }
        List<String> reasons = report.checks().stream()
                .filter(c -> c.state() != TargetReport.State.OK && sources.contains(c.label()))
                .map(TargetReport.Check::help)
                .filter(Objects::nonNull)
                .filter(help -> !help.isEmpty())
                .toList();
        return !reasons.isEmpty()
                        && reasons.size() == sources.stream().distinct().count()
                ? reasons.getFirst()
                : "";
    }

    /// Updates the controls from the current settings and report.
    void show() {
        isShowing = true;
        boolean isOn = isOn();
        onOff.onProperty().set(isOn);
        onOff.setDisable(
                !isOn && !unavailableReason(probe, model.reportProperty().get()).isEmpty());
        TargetReport report = model.reportProperty().get();
        String unavailableReason = unavailableReason(probe, report);
        description.setText(unavailableReason.isEmpty() ? summary() : unavailableReason);
        pseudoClassStateChanged(PseudoClass.getPseudoClass("unavailable"), !unavailableReason.isEmpty());
        OptionValues values = model.settings().values(probe.id());
        DisplayedState current = new DisplayedState(
                isOn,
                unavailableReason,
                values,
                isOpen,
                report,
                model.processesProperty().get());
        // Controls are only recreated if their content has changed, and never while the user is typing in them.
        if (!current.equals(shownState) && (getScene() == null || !hasFocusWithin())) {
            shownState = current;
            showRight(isOn, unavailableReason, values);
            showBelow(isOn, report, values);
        }
        isShowing = false;
    }

    private boolean hasFocusWithin() {
        for (Node n = getScene().getFocusOwner(); n != null; n = n.getParent()) {
            if (n == below) {
                return true;
            }
        }
        return false;
    }

    private String summary() {
        if (!probe.id().equals("atrace")) {
            return probe.description();
        }
        int count = ((List<?>) model.settings().values("atrace").get(probe.option("categories"))).size();
        TargetReport report = model.reportProperty().get();
        boolean isReported = report != null && !report.atrace().isEmpty();
        return RecordTexts.chosenCategories(
                count, choices(probe.option("categories"), report).size(), isReported);
    }

    private void showRight(boolean isOn, String unavailableReason, OptionValues values) {
        right.getChildren().clear();
        if (!unavailableReason.isEmpty()) {
            Label chip = new Label(RecordTexts.NOT_AVAILABLE);
            chip.getStyleClass().add(Styles.CHIP);
            right.getChildren().add(chip);
            if (!isOn) {
                return;
            }
        }
        for (Option o : probe.options()) {
            if (o.id().equals("pollMs") && isOn) {
                Label label = new Label(o.title());
                label.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
                right.getChildren()
                        .addAll(label, OptionEditor.number(o, ((Number) values.get(o)).longValue(), v -> set(o, v)));
            }
        }
        if (hasMore && isOn) {
            Button more = new Button(isOpen ? RecordTexts.OPTIONS_DONE : RecordTexts.CHOOSE_OPTIONS);
            more.setId("options-" + probe.id());
            more.getStyleClass().add(Styles.COMPACT);
            more.setOnAction(e -> {
                isOpen = !isOpen;
                if (isOpen && probe.options().stream().anyMatch(o -> o.kind() == Option.Kind.PROCESSES)) {
                    model.queryProcesses();
                }
                show();
            });
            right.getChildren().add(more);
        }
    }

    private void showBelow(boolean isOn, TargetReport report, OptionValues values) {
        below.getChildren().clear();
        if (isOn && isOpen) {
            for (Option o : probe.options()) {
                if (!o.id().equals("pollMs")) {
                    below.getChildren().add(OptionEditor.of(o, choices(o, report), values.get(o), v -> set(o, v)));
                }
            }
        } else if (isOn && probe.id().equals("atrace")) {
            below.getChildren().add(fewChips(probe.option("categories"), report, values));
        }
        if (below.getChildren().isEmpty()) {
            getChildren().remove(below);
        } else if (!getChildren().contains(below)) {
            getChildren().add(below);
        }
    }

    /// Creates chips for the first choices, as examples.
    private Node fewChips(Option option, TargetReport report, OptionValues values) {
        FlowPane chips = new FlowPane(5, 5);
        LinkedHashSet<String> selected = new LinkedHashSet<>();
        ((List<?>) values.get(option)).forEach(c -> selected.add(String.valueOf(c)));
        List<Choice> choices = new ArrayList<>(choices(option, report));
        choices.sort(Comparator.comparing(c -> !selected.contains(c.value())));
        choices.stream()
                .limit(MAX_CHIPS)
                .forEach(c -> chips.getChildren().add(OptionEditor.chip(c, selected, v -> set(option, v))));
        if (choices.size() > MAX_CHIPS) {
            Button more = new Button(RecordTexts.moreChoices(choices.size() - MAX_CHIPS));
            more.getStyleClass().setAll("tg-rec-chip");
            more.setOnAction(e -> {
                isOpen = true;
                show();
            });
            chips.getChildren().add(more);
        }
        return chips;
    }

    /// Returns the choices read from the target, or the option's own choices if the target reports none.
    private List<Choice> choices(Option option, TargetReport report) {
        if (option.kind() == Option.Kind.PROCESSES) {
            return model.processesProperty().get().stream()
                    .map(n -> new Choice(n, n))
                    .toList();
        }
        if (option.id().equals("events") && report != null && report.events() != null) {
            return report.events().stream().sorted().map(e -> new Choice(e, e)).toList();
        }
        Map<String, String> reported = report == null
                ? Map.of()
                : probe.id().equals("atrace") && option.id().equals("categories")
                        ? report.atrace()
                        : option.id().equals("categories")
                                        && (probe.id().equals("track_event")
                                                || probe.id().equals("chrome_tracing"))
                                ? report.categories()
                                : Map.of();
        if (reported.isEmpty()) {
            return option.choices();
        }
        return reported.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> new Choice(e.getKey(), e.getValue().isEmpty() ? e.getKey() : e.getValue()))
                .toList();
    }

    private void set(Option option, Object value) {
        if (!isShowing) {
            RecordSettings s = model.settings();
            OptionValues values = s.values(probe.id()).with(option.id(), value);
            // The control that was used already shows the change.
            shownState = new DisplayedState(
                    true,
                    unavailableReason(probe, model.reportProperty().get()),
                    values,
                    isOpen,
                    model.reportProperty().get(),
                    model.processesProperty().get());
            model.change(s.with(probe.id(), values));
        }
    }
}
