package traceglass.app.overview;

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
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.app.context.Navigator;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.app.ui.StatusBar;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// First section of the overview: a summary of the trace.
final class OverviewContent {

    private static final int PROBLEMS = 4;
    private static final int FINDINGS = 3;
    /// Below this width in pixels the cards are in one column.
    private static final double TWO_COLUMNS = 860;
    private static final double GRID_HEADER = 26;
    private static final double GRID_ROW = 24;

    private final Navigator navigator;
    private final StatusBar status;
    private final TraceSession session;
    private final TraceSummary summary;
    private final OverviewTables tables;
    private final Consumer<String> choose;
    private DoctorPane doctor;

    /// Creates the content.
    ///
    /// @param choose shows another section by name
    OverviewContent(
            Navigator navigator,
            StatusBar status,
            TraceSession session,
            OverviewTables tables,
            Consumer<String> choose) {
        this.navigator = navigator;
        this.status = status;
        this.session = session;
        this.summary = session.summary();
        this.tables = tables;
        this.choose = choose;
    }

    Region node() {
        Label title = new Label(session.name());
        title.getStyleClass().add(Styles.TITLE);
        title.setMinWidth(0);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button copy = new Button("Copy summary", new Icon("copy", 15));
        copy.setId("overview-copy");
        copy.setMinWidth(Region.USE_PREF_SIZE);
        copy.setOnAction(e -> copySummary());
        HBox head = new HBox(12, title, space, copy);
        head.setAlignment(Pos.CENTER_LEFT);
        doctor = new DoctorPane(navigator, session, FINDINGS, () -> choose.accept("Trace doctor"));
        VBox left = new VBox(16, Cards.section("Problems", problems()), Cards.section("Trace doctor", doctor));
        VBox right = new VBox(16);
        add(left, "Device", device());
        add(right, "Recording", recording());
        add(right, "Import", importing());
        List<String> sources = OverviewPage.sources(summary.metadata().getOrDefault("trace_config_pbtxt", ""));
        if (!sources.isEmpty()) {
            right.getChildren().add(Cards.section("Data sources", chips(sources)));
        }
        GridPane columns = new GridPane(14, 16);
        arrange(columns, left, right, true);
        columns.widthProperty()
                .addListener((o, was, is) -> arrange(columns, left, right, is.doubleValue() >= TWO_COLUMNS));
        VBox page = new VBox(14, head, Cards.tiles(tiles()), columns);
        if (summary.schedSlices() > 0) {
            page.getChildren().add(Cards.section("Processes by CPU time", busy()));
        }
        return page;
    }

    /// The trace doctor's pane; available after [#node] was called.
    DoctorPane doctor() {
        return doctor;
    }

    private static void arrange(GridPane columns, VBox left, VBox right, boolean two) {
        if (columns.getChildren().isEmpty()
                || two != (columns.getColumnConstraints().size() == 2)) {
            columns.getChildren().clear();
            columns.getColumnConstraints().clear();
            for (int i = 0; i < (two ? 2 : 1); i++) {
                ColumnConstraints c = new ColumnConstraints();
                c.setPercentWidth(two ? 50 : 100);
                columns.getColumnConstraints().add(c);
            }
            columns.add(left, 0, 0);
            columns.add(right, two ? 1 : 0, two ? 0 : 1);
        }
    }

    private static void add(VBox column, String title, List<Cards.Field> fields) {
        if (!fields.isEmpty()) {
            column.getChildren().add(Cards.section(title, Cards.fields(fields)));
        }
    }

    private List<String[]> tiles() {
        List<String[]> tiles = new ArrayList<>();
        tiles.add(new String[] {TimeText.duration(session.bounds().durNs()), "Duration"});
        tiles.add(new String[] {DisplayText.size(session.fileBytes()), "File size"});
        tiles.add(new String[] {DisplayText.grouped(summary.slices()), "Slices"});
        tiles.add(new String[] {DisplayText.grouped(summary.schedSlices()), "Scheduling slices"});
        tiles.add(new String[] {DisplayText.grouped(summary.counters()), "Counter samples"});
        tiles.add(new String[] {DisplayText.grouped(summary.processes()), "Processes"});
        return tiles;
    }

    private VBox problems() {
        List<TraceSummary.Problem> all = summary.problems();
        List<HBox> rows = new ArrayList<>();
        all.stream().limit(PROBLEMS).forEach(p -> rows.add(row(p, choose)));
        if (all.size() > PROBLEMS) {
            rows.add(Cards.problem(
                    "more",
                    "tg-text-3",
                    DisplayText.count(all.size() - PROBLEMS, "more problem", "more problems"),
                    "",
                    "",
                    List.of(Links.of("Show all", () -> choose.accept("Problems")))));
        }
        rows.addAll(fine(summary));
        return Cards.list(rows);
    }

    /// List of all problems and of passed checks.
    static Region allProblems(TraceSummary summary, Consumer<String> choose) {
        Label title = new Label("Problems");
        title.getStyleClass().add(Styles.TITLE);
        List<HBox> rows = new ArrayList<>();
        summary.problems().forEach(p -> rows.add(row(p, choose)));
        rows.addAll(fine(summary));
        return new VBox(14, title, Cards.list(rows));
    }

    private static HBox row(TraceSummary.Problem p, Consumer<String> choose) {
        boolean notice = p.severity().equals("notice");
        String chip = switch (p.severity()) {
            case "data_loss" -> "Data loss";
            case "notice" -> "Notice";
            default -> "Error";
        };
        Label name = new Label(p.name());
        name.getStyleClass().addAll(Styles.MONO, "tg-caption");
        return Cards.problem(
                notice ? "warn" : "error",
                notice ? "tg-warn" : "tg-error",
                p.title(),
                p.consequence(),
                chip,
                List.of(Links.of("Statistics", () -> choose.accept("Statistics")), name));
    }

    /// Checks that passed, for problems that users commonly look for.
    private static List<HBox> fine(TraceSummary summary) {
        List<HBox> rows = new ArrayList<>();
        if (summary.problems().stream().noneMatch(p -> p.severity().equals("data_loss"))) {
            rows.add(Cards.problem("check", "tg-ok", "No data was lost while recording", "", "", List.of()));
        }
        if (summary.problems().stream().noneMatch(p -> p.source().equals("analysis"))) {
            rows.add(Cards.problem("check", "tg-ok", "Everything in the trace could be read", "", "", List.of()));
        }
        return rows;
    }

    private List<Cards.Field> device() {
        List<Cards.Field> fields = new ArrayList<>();
        summary.system().forEach((k, v) -> fields.add(Cards.Field.text(k, v)));
        return fields;
    }

    private List<Cards.Field> recording() {
        Map<String, String> m = summary.metadata();
        List<Cards.Field> fields = new ArrayList<>();
        Long started = number(m.get("tracing_started_ns"));
        Long stopped = number(m.get("tracing_disabled_ns"));
        Long sources = number(m.get("all_data_source_started_ns"));
        if (started != null) {
            fields.add(Cards.Field.number("Started", TimeText.exact(started) + " after boot"));
            if (sources != null && sources > started) {
                fields.add(Cards.Field.number("Sources ready", "after " + TimeText.exact(sources - started)));
            }
            if (stopped != null && stopped > started) {
                fields.add(Cards.Field.number("Stopped", TimeText.duration(stopped - started) + " later"));
            }
        }
        text(fields, "Written by", m.get("tracing_service_version"));
        text(fields, "Session", m.get("unique_session_name"));
        text(fields, "Trigger", m.get("trace_trigger"));
        String mode = mode(m.get("trace_config_pbtxt"));
        text(fields, "Mode", mode);
        if (m.containsKey("trace_uuid")) {
            fields.add(Cards.Field.number("UUID", m.get("trace_uuid")));
        }
        return fields;
    }

    private static void text(List<Cards.Field> fields, String name, String value) {
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
        String buffers = discards ? "Buffers that stop when full" : "Ring buffers";
        var period = Pattern.compile("file_write_period_ms:\\s*(\\d+)").matcher(config);
        if (config.contains("write_into_file: true")) {
            return buffers + ", written to a file"
                    + (period.find() ? " every " + TimeText.duration(Long.parseLong(period.group(1)) * 1_000_000) : "");
        }
        return buffers;
    }

    private List<Cards.Field> importing() {
        List<Cards.Field> fields = new ArrayList<>();
        fields.add(Cards.Field.text("Format", summary.format().isEmpty() ? "Unknown" : summary.format()));
        double seconds = session.openingNs() / 1e9;
        String took = String.format(java.util.Locale.ROOT, "%.2f s", seconds);
        fields.add(Cards.Field.text(
                "Time",
                session.report().fromCache()
                        ? took + ", opened from the cache"
                        : took
                                + String.format(
                                        java.util.Locale.ROOT,
                                        ", %.1f MB/s",
                                        session.report().bytes() / seconds / (1 << 20))));
        session.cacheFile()
                .ifPresentOrElse(
                        file -> {
                            Node copy = Links.of("Copy path", () -> put(file.toString()));
                            fields.add(new Cards.Field("Cache", size(file), false, copy));
                        },
                        () -> fields.add(
                                Cards.Field.text("Cache", "Not cached; opening the trace again takes the same time")));
        fields.add(new Cards.Field("File", session.file().toString(), false, null));
        return fields;
    }

    private static String size(java.nio.file.Path file) {
        try {
            return DisplayText.size(java.nio.file.Files.size(file));
        } catch (java.io.IOException e) {
            return "gone";
        }
    }

    private static FlowPane chips(List<String> words) {
        FlowPane pane = new FlowPane(6, 6);
        pane.getStyleClass().addAll(Styles.CARD, "tg-fields");
        for (String word : words) {
            Label chip = new Label(word);
            chip.getStyleClass().addAll(Styles.CHIP, "tg-large");
            pane.getChildren().add(chip);
        }
        return pane;
    }

    private Node busy() {
        DataGrid grid = tables.busyProcesses();
        double height = GRID_HEADER + 10 * GRID_ROW + 6;
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
        tiles().forEach(t -> out.append(t[1]).append(": ").append(t[0]).append('\n'));
        summary.system().forEach((k, v) -> out.append(k).append(": ").append(v).append('\n'));
        summary.problems()
                .forEach(p ->
                        out.append(p.severity()).append(": ").append(p.title()).append('\n'));
        put(out.toString());
        status.setState("check", "Copied", "trace summary");
    }

    private static void put(String text) {
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
