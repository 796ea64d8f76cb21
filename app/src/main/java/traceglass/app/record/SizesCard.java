package traceglass.app.record;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Styles;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.RecordSettings.Mode;
import traceglass.store.language.Translations;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Card for mode, buffer size and duration.
final class SizesCard extends GridPane {

    /// Minimum width for the three parts side by side, px.
    private static final double ONE_ROW = 660;
    private static final PseudoClass BELOW = PseudoClass.getPseudoClass("below");

    private static final long[] BUFFER_MB = {4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};
    private static final List<Long> START_AFTER_MS = List.of(0L, 3000L, 5000L, 10_000L, 30_000L, 60_000L);
    private static final Pattern BUFFER = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(kb|mb|gb|tb|)");
    private static final List<String> DURATIONS = List.of(
            "10 s", "15 s", "30 s", "1 min", "5 min", "30 min", "1 h", "6 h", "12 h", RecordTexts.UNTIL_STOPPED);
    private static final Pattern DURATION = Pattern.compile(
            "(?:(\\d+)\\s*h)?\\s*(?:(\\d+)\\s*min)?\\s*(?:(\\d+(?:\\.\\d+)?)\\s*s)?\\s*(?:(\\d+)\\s*ms)?");
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d+):)?(\\d+):(\\d+)");
    private static final List<Integer> FILE_MB = List.of(5, 50, 100, 500, 1000, 5000, 10_000);
    private static final List<Integer> PERIOD_MS = List.of(100, 250, 500, 1000, 2500, 5000);

    private final RecordModel model;
    private final ToggleGroup modes = new ToggleGroup();
    private final Slider slider = new Slider(0, BUFFER_MB.length - 1, 4);
    private final TextField buffer = new TextField();
    private final ComboBox<Long> startAfter = new ComboBox<>();
    private final ComboBox<String> triggers = new ComboBox<>();
    private final ComboBox<String> duration = new ComboBox<>();
    private final CheckBox compression = new CheckBox(RecordTexts.COMPRESS);
    private final ComboBox<Integer> fileMb = new ComboBox<>();
    private final ComboBox<Integer> periodMs = new ComboBox<>();
    private final VBox file;
    private boolean isShowing;

    SizesCard(RecordModel model) {
        this.model = model;
        getStyleClass().addAll(Styles.CARD, "tg-rec-sizes");
        HBox segments = segments();
        setUpSlider();
        setUpDuration();
        setUpStart();
        setUpTriggers();
        setUpCompression();
        file = file();

        HBox bufferHead = bufferHead();
        HBox times = new HBox(8, duration, startAfter);
        HBox bottomRow = new HBox(12, triggers, compression);
        for (HBox line : List.of(times, bottomRow)) {
            line.setAlignment(Pos.CENTER_LEFT);
        }
        VBox last = cell(head(RecordTexts.MAXIMUM_DURATION), times, bottomRow);
        add(cell(head(RecordTexts.MODE), segments, file), 0, 0);
        add(cell(bufferHead, slider), 1, 0);
        add(last, 2, 0);
        setMinWidth(0);
        for (int i = 0; i < 3; i++) {
            ColumnConstraints c = new ColumnConstraints();
            c.setHgrow(Priority.ALWAYS);
            getColumnConstraints().add(c);
        }
        widthProperty()
                .addListener(
                        (_, _, newValue) -> arrange(last, newValue.doubleValue() < ONE_ROW * StyleSheets.factor()));
        slider.setMinWidth(110);
        compression.setMinWidth(Region.USE_PREF_SIZE);
        show();
    }

    private HBox segments() {
        HBox segments = new HBox();
        segments.getStyleClass().add("tg-segments");
        for (Mode m : Mode.values()) {
            ToggleButton b = new ToggleButton(m.title());
            b.getStyleClass().setAll("tg-segment");
            b.setUserData(m);
            b.setId("mode-" + m.name().toLowerCase(Locale.ROOT));
            b.setToggleGroup(modes);
            segments.getChildren().add(b);
        }
        modes.selectedToggleProperty()
                .addListener((_, oldValue, newValue) -> modeChosen(
                        newValue == null ? null : (Mode) newValue.getUserData(),
                        oldValue == null ? null : (Mode) oldValue.getUserData()));
        segments.setMinWidth(Region.USE_PREF_SIZE);
        segments.setMaxWidth(Region.USE_PREF_SIZE);
        segments.getChildren().forEach(n -> ((Region) n).setMinWidth(Region.USE_PREF_SIZE));
        return segments;
    }

    private void setUpSlider() {
        slider.setId("buffer-size");
        slider.setBlockIncrement(1);
        slider.setMajorTickUnit(1);
        slider.setMinorTickCount(0);
        slider.setSnapToTicks(true);
        slider.setAccessibleText(RecordTexts.BUFFER_SIZE);
        slider.valueProperty().addListener((_, _, newValue) -> {
            if (!isShowing) {
                model.change(model.settings().withBufferKb(BUFFER_MB[(int) Math.round(newValue.doubleValue())] * 1024));
            }
        });

        // Fill the slider's track to the left of the thumb, because the control does not.
        slider.valueProperty().addListener(o -> fillTrack());
        slider.skinProperty().addListener(o -> fillTrack());
    }

    private void setUpDuration() {
        duration.setEditable(true);
        duration.getItems().setAll(DURATIONS);
        duration.getStyleClass().add(Styles.COMPACT);
        StyleSheets.setWidths(duration, 92, 108, Region.USE_COMPUTED_SIZE);
        duration.setId("duration");
        duration.setAccessibleText(RecordTexts.MAXIMUM_DURATION);
        duration.valueProperty().addListener((_, _, newValue) -> durationChosen(newValue));
    }

    private void setUpStart() {
        startAfter.setId("start-after");
        startAfter.getItems().setAll(START_AFTER_MS);
        startAfter.getStyleClass().add(Styles.COMPACT);
        startAfter.setAccessibleText(RecordTexts.START_DELAY);
        StyleSheets.setWidths(startAfter, Region.USE_COMPUTED_SIZE, 140, Region.USE_COMPUTED_SIZE);
        startAfter.setConverter(new StringConverter<>() {
            @Override
            public String toString(Long ms) {
                return ms == null ? "" : RecordTexts.startAfter(ms);
            }

            @Override
            public Long fromString(String text) {
                return startAfter.getValue();
            }
        });
        startAfter.setValue(model.startAfterProperty().get());
        startAfter
                .valueProperty()
                .addListener((_, _, newValue) -> model.startAfterProperty().set(newValue));
        model.startAfterProperty().addListener((_, _, newValue) -> startAfter.setValue(newValue.longValue()));
    }

    private void setUpTriggers() {
        triggers.setId("trigger-mode");
        triggers.getItems().setAll(TriggersCard.choices());
        triggers.getStyleClass().add(Styles.COMPACT);
        triggers.setAccessibleText(RecordTexts.TRIGGERS);
        triggers.valueProperty().addListener((_, _, newValue) -> {
            if (!isShowing && newValue != null) {
                model.change(TriggersCard.choose(model.settings(), newValue));
            }
        });
    }

    private void setUpCompression() {
        compression.setId("compression");
        compression.selectedProperty().addListener((_, _, newValue) -> {
            if (!isShowing) {
                model.change(model.settings().withCompression(newValue));
            }
        });
    }

    /// Creates the controls for the maximum file size of a long trace and the interval at which it is written.
    private VBox file() {
        fileMb.getItems().setAll(FILE_MB);
        periodMs.getItems().setAll(PERIOD_MS);
        for (ComboBox<Integer> box : List.of(fileMb, periodMs)) {
            box.getStyleClass().add(Styles.COMPACT);
            box.setEditable(true);
            box.setConverter(new WholeNumber(box));
            box.valueProperty().addListener((_, _, _) -> {
                if (!isShowing && fileMb.getValue() != null && periodMs.getValue() != null) {
                    model.change(model.settings().withFile(fileMb.getValue(), periodMs.getValue()));
                }
            });
        }
        CheckBox background = new CheckBox(RecordTexts.RECORD_IN_BACKGROUND);
        background.setId("record-in-background");
        background.selectedProperty().bindBidirectional(model.recordsInBackgroundProperty());
        HBox size = new HBox(6, caption(RecordTexts.AT_MOST), fileMb, caption(RecordTexts.MEGABYTES));
        HBox period = new HBox(6, caption(RecordTexts.WRITTEN_EVERY), periodMs, caption(RecordTexts.MILLISECONDS));
        FlowPane limits = new FlowPane(6, 4, size, period);
        limits.setPrefWrapLength(250);
        for (HBox part : List.of(size, period)) {
            part.setAlignment(Pos.CENTER_LEFT);
        }
        for (ComboBox<Integer> box : List.of(fileMb, periodMs)) {
            StyleSheets.setWidths(box, 84, 84, Region.USE_COMPUTED_SIZE);
        }
        return new VBox(6, limits, background);
    }

    private HBox bufferHead() {
        HBox bufferHead = new HBox(head(RecordTexts.BUFFER), space(), buffer);
        buffer.getStyleClass().addAll(Styles.SMALL, "tg-medium", "tg-rec-buffer");
        buffer.setId("buffer-text");
        buffer.setAccessibleText(RecordTexts.BUFFER_SIZE_AS_NUMBER);
        StyleSheets.setWidths(buffer, 64, 72, Region.USE_COMPUTED_SIZE);
        buffer.setAlignment(Pos.CENTER_RIGHT);
        // Same height as the neighboring headings.
        bufferHead.setAlignment(Pos.CENTER_LEFT);
        VBox.setMargin(bufferHead, new Insets(-2, 0, -2, 0));
        buffer.setOnAction(e -> bufferTyped());
        buffer.focusedProperty().addListener((_, _, newValue) -> {
            if (!newValue) {
                bufferTyped();
            }
        });
        return bufferHead;
    }

    /// Moves the last part below the others if there is no room.
    private void arrange(VBox last, boolean isBelow) {
        setConstraints(last, isBelow ? 0 : 2, isBelow ? 1 : 0, isBelow ? REMAINING : 1, 1);
        last.pseudoClassStateChanged(BELOW, isBelow);
        // Otherwise the empty third column would take a part of the first row.
        getColumnConstraints().get(2).setHgrow(isBelow ? Priority.NEVER : Priority.ALWAYS);
    }

    private static VBox cell(Node... nodes) {
        VBox cell = new VBox(6, nodes);
        cell.getStyleClass().add("tg-rec-size");
        return cell;
    }

    private static Label head(String text) {
        Label l = new Label(text);
        l.getStyleClass().add(Styles.SECTION);
        l.setMinWidth(Region.USE_PREF_SIZE);
        return l;
    }

    private static Label caption(String text) {
        Label l = new Label(text);
        l.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        l.setMinWidth(Region.USE_PREF_SIZE);
        return l;
    }

    private static Region space() {
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        return space;
    }

    private void fillTrack() {
        Node track = slider.lookup(".track");
        if (track != null) {
            double percent = 100 * slider.getValue() / slider.getMax();
            track.setStyle(String.format(
                    Locale.ROOT,
                    "-fx-background-color: linear-gradient(to right, -tg-accent 0%%, -tg-accent %1$.0f%%,"
                            + " -tg-surface-3 %1$.0f%%, -tg-surface-3 100%%);",
                    percent));
        }
    }

    private void bufferTyped() {
        long kb = parseBuffer(buffer.getText());
        if (kb > 0
                && kb != model.settings().bufferKb()
                && !buffer.getText().equals(DisplayText.size(model.settings().bufferKb() * 1024))) {
            model.change(model.settings().withBufferKb(kb));
        } else {
            buffer.setText(DisplayText.size(model.settings().bufferKb() * 1024));
        }
    }

    /// Parses a buffer size such as `96 MB`, `1.5 GB` or `512 KB`; a plain number is in MB.
    ///
    /// @return kilobytes, or −1 if the text is not a size
    static long parseBuffer(String text) {
        Matcher m = BUFFER.matcher(Translations.withDecimalPoint(text).strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            return -1;
        }
        double kb = Double.parseDouble(m.group(1))
                * switch (m.group(2)) {
                    case "kb" -> 1;
                    case "gb" -> 1 << 20;
                    case "tb" -> 1 << 30;
                    default -> 1024;
                };
        return kb >= 1 && kb <= 0xFFFFFFFFL ? Math.round(kb) : -1;
    }

    void show() {
        isShowing = true;
        RecordSettings s = model.settings();
        modes.getToggles().stream()
                .filter(t -> t.getUserData() == s.mode())
                .findFirst()
                .ifPresent(modes::selectToggle);
        int nearest = 0;
        for (int i = 0; i < BUFFER_MB.length; i++) {
            if (Math.abs(BUFFER_MB[i] * 1024 - s.bufferKb()) < Math.abs(BUFFER_MB[nearest] * 1024 - s.bufferKb())) {
                nearest = i;
            }
        }
        slider.setValue(nearest);
        buffer.setText(DisplayText.size(s.bufferKb() * 1024));
        duration.setValue(s.durationMs() == 0 ? RecordTexts.UNTIL_STOPPED : TimeText.brief(s.durationMs()));
        compression.setSelected(s.isCompressed());
        triggers.setValue(RecordTexts.triggerMode(s.triggers()));
        duration.setDisable(s.triggers() != null);
        boolean isLong = s.mode() == Mode.LONG_TRACE;
        file.setVisible(isLong);
        file.setManaged(isLong);
        choose(fileMb, s.maxFileMb());
        choose(periodMs, s.filePeriodMs());
        isShowing = false;
    }

    private static void choose(ComboBox<Integer> box, int value) {
        if (!box.getItems().contains(value)) {
            box.getItems().add(value);
        }
        box.setValue(value);
    }

    private void modeChosen(Mode newMode, Mode oldMode) {
        if (newMode == null) {
            // One mode is always selected.
            show();
        } else if (!isShowing && newMode != oldMode) {
            RecordSettings s = model.settings().withMode(newMode);
            model.change(
                    newMode == Mode.LONG_TRACE && s.durationMs() <= 60_000
                            ? s.withDurationMs(RecordSettings.LONG_DURATION_MS)
                            : s);
        }
    }

    private void durationChosen(String text) {
        if (isShowing || text == null) {
            return;
        }
        long ms = parse(text);
        if (ms >= 0) {
            model.change(model.settings().withDurationMs(ms));
        } else {
            show();
        }
    }

    /// Parses a duration such as `1 min 30 s`, `00:01:30` or `90`.
    ///
    /// @return milliseconds, 0 for no end, or −1 if the text is not a duration
    static long parse(String text) {
        if (text.strip().equals(RecordTexts.UNTIL_STOPPED)) {
            return 0;
        }
        String t = Translations.withDecimalPoint(text).strip().toLowerCase(Locale.ROOT);
        if (t.startsWith(RecordTexts.UNTIL.toLowerCase(Locale.ROOT))) {
            return 0;
        }
        if (t.matches("\\d+(\\.\\d+)?")) {
            t += " s";
        }
        Matcher clock = CLOCK.matcher(t);
        if (clock.matches()) {
            return ((clock.group(1) == null ? 0 : Long.parseLong(clock.group(1))) * 3600
                            + Long.parseLong(clock.group(2)) * 60
                            + Long.parseLong(clock.group(3)))
                    * 1000;
        }
        Matcher m = DURATION.matcher(t);
        if (t.isEmpty() || !m.matches()) {
            return -1;
        }
        double ms = number(m.group(1)) * 3_600_000
                + number(m.group(2)) * 60_000
                + number(m.group(3)) * 1000
                + number(m.group(4));
        return ms > 0 && ms < 0xFFFFFFFFL ? Math.round(ms) : -1;
    }

    private static double number(String group) {
        return group == null ? 0 : Double.parseDouble(group);
    }

    /// Converts positive integers; other text keeps the previous value.
    private static final class WholeNumber extends StringConverter<Integer> {

        private final ComboBox<Integer> box;

        WholeNumber(ComboBox<Integer> box) {
            this.box = box;
        }

        @Override
        public String toString(Integer n) {
            return n == null ? "" : String.valueOf(n);
        }

        @Override
        public Integer fromString(String text) {
            return text != null && text.strip().matches("[1-9]\\d{0,8}")
                    ? Integer.valueOf(text.strip())
                    : box.getValue();
        }
    }
}
