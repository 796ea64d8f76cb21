package traceglass.app.overview;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.app.context.Navigator;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.StatusBar;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeText;

/// First section of the overview: a summary of the trace.
final class OverviewContent {

    private static final int MAX_PROBLEMS = 4;
    private static final int MAX_FINDINGS = 3;

    private final Navigator navigator;
    private final StatusBar status;
    private final TraceSession session;
    private final TraceSummary summary;
    private final OverviewTables tables;
    private final Consumer<String> showSection;
    private final Node sizes;
    private DoctorPane doctor;

    /// Creates the content.
    ///
    /// @param showSection shows another section by id
    /// @param sizes link to the sizes in the file, or null
    OverviewContent(
            Navigator navigator,
            StatusBar status,
            TraceSession session,
            OverviewTables tables,
            Consumer<String> showSection,
            Node sizes) {
        this.navigator = navigator;
        this.status = status;
        this.session = session;
        this.summary = session.summary();
        this.tables = tables;
        this.showSection = showSection;
        this.sizes = sizes;
    }

    Region node() {
        Label title = new Label(SingleLineText.of(session.name()));
        title.getStyleClass().add(Styles.TITLE);
        title.setMinWidth(0);
        title.setWrapText(true);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button copy = new Button(OverviewTexts.COPY_SUMMARY, new Icon("copy", 15));
        copy.setId("overview-copy");
        copy.setMinWidth(Region.USE_PREF_SIZE);
        copy.setOnAction(e -> copySummary());
        HBox head = new HBox(12, title, space, copy);
        head.setAlignment(Pos.CENTER_LEFT);
        doctor = new DoctorPane(navigator, session, MAX_FINDINGS, () -> showSection.accept(OverviewPage.DOCTOR));
        VBox left = new VBox(
                16,
                Cards.section(OverviewTexts.PROBLEMS, problems()),
                Cards.section(OverviewTexts.TRACE_DOCTOR, doctor));
        VBox right = new VBox(16);
        add(left, OverviewTexts.DEVICE, device());
        add(right, OverviewTexts.RECORDING, recording());
        add(right, OverviewTexts.IMPORT, importFields());
        List<String> sources = OverviewPage.sources(summary.metadata().getOrDefault("trace_config_pbtxt", ""));
        if (!sources.isEmpty()) {
            right.getChildren().add(Cards.section(OverviewTexts.DATA_SOURCES, chips(sources)));
        }
        VBox page = new VBox(14, head, Cards.tiles(tiles()), new CardColumns(left, right));
        if (summary.schedSlices() > 0) {
            page.getChildren().add(Cards.section(OverviewTexts.PROCESSES_BY_CPU_TIME, busyProcesses()));
        }
        return page;
    }

    /// The trace doctor's pane; available after [#node] was called.
    DoctorPane doctor() {
        return doctor;
    }

    private static void add(VBox column, String title, List<Cards.Field> fields) {
        if (!fields.isEmpty()) {
            column.getChildren().add(Cards.section(title, Cards.fields(fields)));
        }
    }

    private List<String[]> tiles() {
        List<String[]> tiles = new ArrayList<>();
        // Profiles without times and heap dumps are 0 or 1 ns long.
        if (!session.isEmpty() && session.bounds().durNs() > 1) {
            tiles.add(new String[] {TimeText.duration(session.bounds().durNs()), CommonTexts.DURATION});
        }
        tiles.add(new String[] {DisplayText.size(session.fileBytes()), OverviewTexts.FILE_SIZE});
        addCount(tiles, summary.slices(), OverviewTexts.SLICES);
        addCount(tiles, summary.schedSlices(), OverviewTexts.SCHEDULING_SLICES);
        addCount(tiles, summary.counters(), OverviewTexts.COUNTER_SAMPLES);
        addCount(tiles, summary.samples(), OverviewTexts.CALLSTACK_SAMPLES);
        addCount(tiles, summary.profiledStacks(), OverviewTexts.PROFILED_STACKS);
        addCount(tiles, summary.allocations(), OverviewTexts.HEAP_PROFILE_ROWS);
        addCount(tiles, summary.heapObjects(), OverviewTexts.HEAP_OBJECTS);
        addCount(tiles, summary.logLines(), OverviewTexts.LOG_LINES);
        addCount(tiles, summary.processes(), OverviewTexts.PROCESSES);
        return tiles;
    }

    private static void addCount(List<String[]> tiles, long number, String title) {
        if (number > 0) {
            tiles.add(new String[] {DisplayText.grouped(number), title});
        }
    }

    private VBox problems() {
        List<TraceSummary.Problem> problems = summary.problems();
        List<HBox> rows = new ArrayList<>();
        problems.stream().limit(MAX_PROBLEMS).forEach(p -> rows.add(row(p, showSection)));
        if (problems.size() > MAX_PROBLEMS) {
            rows.add(Cards.problem(
                    "more",
                    "tg-text-3",
                    OverviewTexts.moreProblems(problems.size() - MAX_PROBLEMS),
                    "",
                    "",
                    List.of(Links.of(OverviewTexts.SHOW_ALL, () -> showSection.accept(OverviewPage.PROBLEMS)))));
        }
        rows.addAll(passedChecks(summary));
        return Cards.list(rows);
    }

    /// List of all problems and of passed checks.
    static Region allProblems(TraceSummary summary, Consumer<String> choose) {
        Label title = new Label(OverviewTexts.PROBLEMS);
        title.getStyleClass().add(Styles.TITLE);
        List<HBox> rows = new ArrayList<>();
        summary.problems().forEach(p -> rows.add(row(p, choose)));
        rows.addAll(passedChecks(summary));
        return new VBox(14, title, Cards.list(rows));
    }

    private static HBox row(TraceSummary.Problem p, Consumer<String> choose) {
        boolean isNotice = p.severity().equals("notice");
        String chip = switch (p.severity()) {
            case "data_loss" -> OverviewTexts.DATA_LOSS;
            case "notice" -> OverviewTexts.NOTICE;
            default -> OverviewTexts.ERROR;
        };
        Label name = new Label(SingleLineText.of(p.name()));
        name.getStyleClass().addAll(Styles.MONO, "tg-caption");
        return Cards.problem(
                isNotice ? "warn" : "error",
                isNotice ? "tg-warn" : "tg-error",
                p.title(),
                p.explanation(),
                chip,
                List.of(Links.of(OverviewTexts.STATISTICS, () -> choose.accept(OverviewPage.STATISTICS)), name));
    }

    /// Checks that passed, for problems that users commonly look for.
    private static List<HBox> passedChecks(TraceSummary summary) {
        List<HBox> rows = new ArrayList<>();
        switch (summary.losses()) {
            case NONE -> rows.add(Cards.problem("check", "tg-ok", OverviewTexts.NO_DATA_LOST, "", "", List.of()));
            case UNKNOWN ->
                rows.add(Cards.problem("info", "tg-text-3", OverviewTexts.LOSSES_UNKNOWN, "", "", List.of()));
            case SOME -> {}
        }
        if (summary.problems().stream().noneMatch(p -> p.source().equals("analysis"))) {
            rows.add(Cards.problem("check", "tg-ok", OverviewTexts.EVERYTHING_READ, "", "", List.of()));
        }
        return rows;
    }

    private List<Cards.Field> device() {
        List<Cards.Field> fields = new ArrayList<>();
        summary.labeledSystem().forEach((k, v) -> fields.add(Cards.Field.text(k, v)));
        return fields;
    }

    private List<Cards.Field> recording() {
        Map<String, String> m = summary.metadata();
        List<Cards.Field> fields = new ArrayList<>();
        Long started = number(m.get("tracing_started_ns"));
        Long stopped = number(m.get("tracing_disabled_ns"));
        Long sources = number(m.get("all_data_source_started_ns"));
        if (started != null) {
            fields.add(Cards.Field.number(OverviewTexts.STARTED, OverviewTexts.afterBoot(started)));
            if (sources != null && sources > started) {
                fields.add(Cards.Field.number(
                        OverviewTexts.SOURCES_READY, OverviewTexts.timeAfterStart(sources - started)));
            }
            if (stopped != null && stopped > started) {
                fields.add(Cards.Field.number(OverviewTexts.STOPPED, OverviewTexts.durationLater(stopped - started)));
            }
        }
        addText(fields, OverviewTexts.WRITTEN_BY, m.get("tracing_service_version"));
        addText(fields, OverviewTexts.SESSION, m.get("unique_session_name"));
        addText(fields, OverviewTexts.TRIGGER, m.get("trace_trigger"));
        addText(fields, OverviewTexts.MODE, mode(m.get("trace_config_pbtxt")));
        if (m.containsKey("trace_uuid")) {
            fields.add(Cards.Field.number(OverviewTexts.UUID, m.get("trace_uuid")));
        }
        return fields;
    }

    private static void addText(List<Cards.Field> fields, String name, String value) {
        if (value != null && !value.isEmpty()) {
            fields.add(Cards.Field.text(name, value));
        }
    }

    /// Describes how the recording stored its data, from its config in protobuf text format.
    static String mode(String config) {
        if (config == null) {
            return null;
        }
        boolean discards = config.contains("fill_policy: DISCARD");
        String buffers = discards ? OverviewTexts.STOP_WHEN_FULL : OverviewTexts.RING_BUFFERS;
        var period = Pattern.compile("file_write_period_ms:\\s*(\\d+)").matcher(config);
        if (config.contains("write_into_file: true")) {
            return period.find()
                    ? OverviewTexts.writtenToFileEvery(buffers, Long.parseLong(period.group(1)))
                    : OverviewTexts.writtenToFile(buffers);
        }
        return buffers;
    }

    private List<Cards.Field> importFields() {
        List<Cards.Field> fields = new ArrayList<>();
        fields.add(Cards.Field.text(
                OverviewTexts.FORMAT, summary.format().isEmpty() ? OverviewTexts.UNKNOWN_FORMAT : summary.format()));
        fields.add(Cards.Field.text(
                OverviewTexts.TIME,
                session.report().isFromCache()
                        ? OverviewTexts.openedFromCache(session.openingNs())
                        : OverviewTexts.imported(
                                session.openingNs(), session.report().bytes())));
        session.cacheFile()
                .ifPresentOrElse(
                        file -> {
                            Node copy = Links.of(OverviewTexts.COPY_PATH, () -> copyToClipboard(file.toString()));
                            fields.add(new Cards.Field(OverviewTexts.CACHE, size(file), false, copy));
                        },
                        () -> fields.add(Cards.Field.text(OverviewTexts.CACHE, OverviewTexts.NOT_CACHED)));
        fields.add(new Cards.Field(OverviewTexts.FILE, session.file().toString(), false, sizes));
        return fields;
    }

    private static String size(Path file) {
        try {
            return DisplayText.size(Files.size(file));
        } catch (IOException e) {
            return OverviewTexts.CACHE_DELETED;
        }
    }

    private static FlowPane chips(List<String> names) {
        FlowPane pane = new FlowPane(6, 6);
        pane.getStyleClass().addAll(Styles.CARD, "tg-fields");
        for (String name : names) {
            Label chip = new Label(SingleLineText.of(name));
            chip.getStyleClass().addAll(Styles.CHIP, "tg-large");
            pane.getChildren().add(chip);
        }
        return pane;
    }

    private Node busyProcesses() {
        DataGrid grid = tables.busyProcesses();
        double height = Cards.tableHeight(summary.processes());
        grid.setMinHeight(height);
        grid.setPrefHeight(height);
        grid.setMaxHeight(height);
        StackPane card = new StackPane(grid);
        card.getStyleClass().addAll(Styles.CARD, "tg-table-card");
        return card;
    }

    /// Monospace text that can be selected and scrolled.
    static Node code(String text) {
        TextArea area = new TextArea(text);
        area.setEditable(false);
        area.getStyleClass().addAll(Styles.MONO, "tg-config");
        return area;
    }

    private void copySummary() {
        StringBuilder out = new StringBuilder(session.name()).append('\n');
        tiles().forEach(t -> out.append(OverviewTexts.field(t[1], t[0])).append('\n'));
        summary.labeledSystem()
                .forEach((k, v) -> out.append(OverviewTexts.field(k, v)).append('\n'));
        summary.problems()
                .forEach(p ->
                        out.append(OverviewTexts.field(p.severity(), p.title())).append('\n'));
        copyToClipboard(out.toString());
        status.setState("check", CommonTexts.COPIED, OverviewTexts.TRACE_SUMMARY);
    }

    private static void copyToClipboard(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }

    private static Long number(String text) {
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
