package traceglass.app.overview;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.panel.size.SizeCommand;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Links;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.store.text.DisplayText;

/// Page about the trace as a whole: sections on the left, the selected one on the right.
public final class OverviewPage implements Page {

    public static final String ID = "overview";
    /// Ids of sections that others link to.
    static final String PROBLEMS = "problems";
    static final String DOCTOR = "trace-doctor";
    static final String STATISTICS = "statistics";

    private final TraceSlot slot;
    private final Messages messages;
    private final BorderPane root = new BorderPane();
    private final VBox nav = new VBox();
    private final StackPane body = new StackPane();
    private final Map<String, Node> items = new LinkedHashMap<>();
    private final OverviewTables tables;
    private TraceSession shownSession;
    private DoctorPane doctor;

    public OverviewPage(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        tables = new OverviewTables(slot);
        root.getStyleClass().add("tg-page");
        root.setId("overview-page");
        nav.getStyleClass().add("tg-nav");
        root.setLeft(nav);
        root.setCenter(body);
        body.setMinSize(0, 0);
        body.setFocusTraversable(true);
        body.setAccessibleRole(AccessibleRole.SCROLL_PANE);
        body.setAccessibleText(OverviewTexts.OVERVIEW);
        slot.trace().sessionProperty().addListener(o -> sessionChanged());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return OverviewTexts.OVERVIEW;
    }

    @Override
    public String icon() {
        return "overview";
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public void onShown() {
        refresh();
        body.requestFocus();
    }

    @Override
    public boolean isComplete() {
        return tables.isComplete() && (doctor == null || doctor.getScene() == null || doctor.isExamined());
    }

    private void sessionChanged() {
        shownSession = null;
        nav.getChildren().clear();
        body.getChildren().clear();
        TraceSession session = slot.trace().session();
        if (session != null && !session.isReady()) {
            session.stateProperty().addListener(o -> {
                if (root.getScene() != null && session == slot.trace().session()) {
                    refresh();
                }
            });
        }
        if (root.getScene() != null) {
            refresh();
        }
    }

    private Node sizes(TraceSession session) {
        return SizeCommand.isEnabled(session)
                ? Links.of(
                        OverviewTexts.SHOW_SIZES, () -> slot.host().commands().run(SizeCommand.ID))
                : null;
    }

    private void refresh() {
        TraceSession session = slot.trace().session();
        if (session == shownSession) {
            return;
        }
        if (session == null || !session.isReady()) {
            Label wait = new Label(OverviewTexts.NOT_READ_YET);
            wait.getStyleClass().add("tg-empty");
            body.getChildren().setAll(wait);
            return;
        }
        shownSession = session;
        TraceSummary s = session.summary();
        nav.getChildren().clear();
        items.clear();
        addSection("overview", OverviewTexts.OVERVIEW, "", () -> {
            OverviewContent content = new OverviewContent(
                    slot.navigation().navigator(),
                    messages.status(),
                    session,
                    tables,
                    this::showSection,
                    sizes(session));
            Region node = content.node();
            doctor = content.doctor();
            return scrolled(node);
        });
        addSection(
                PROBLEMS,
                OverviewTexts.PROBLEMS,
                s.problems().isEmpty() ? "" : DisplayText.grouped(s.problems().size()),
                () -> scrolled(OverviewContent.allProblems(s, this::showSection)));
        addSection(DOCTOR, OverviewTexts.TRACE_DOCTOR, "", () -> {
            doctor = new DoctorPane(slot.navigation().navigator(), session, Integer.MAX_VALUE, () -> {});
            Label title = new Label(OverviewTexts.TRACE_DOCTOR);
            title.getStyleClass().add(Styles.TITLE);
            return scrolled(new VBox(14, title, doctor));
        });
        addTitled(STATISTICS, OverviewTexts.STATISTICS, DisplayText.grouped(s.statistics()), tables::statistics);
        addTitled(
                "metadata",
                OverviewTexts.METADATA,
                DisplayText.grouped(s.metadata().size()),
                tables::metadata);
        if (s.processes() > 0) {
            addTitled("processes", OverviewTexts.PROCESSES, DisplayText.grouped(s.processes()), tables::processes);
        }
        if (s.threads() > 0) {
            addTitled("threads", OverviewTexts.THREADS, DisplayText.grouped(s.threads()), tables::threads);
        }
        String config = s.metadata().get("trace_config_pbtxt");
        if (config != null) {
            addTitled("trace-config", OverviewTexts.TRACE_CONFIG, "", () -> OverviewContent.code(config));
        }
        showSection("overview");
    }

    /// Adds a section with a title and one card.
    private void addTitled(String id, String name, String count, Supplier<Node> content) {
        addSection(id, name, count, () -> titled(id, name, content.get()));
    }

    private void addSection(String id, String name, String count, Supplier<Node> content) {
        Label title = new Label(name);
        title.getStyleClass().add("tg-nav-title");
        Label number = new Label(count);
        number.getStyleClass().add("tg-caption");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox item = new HBox(title, space, number);
        item.setAlignment(Pos.CENTER_LEFT);
        item.getStyleClass().add("tg-nav-item");
        item.setId("overview-" + id);
        item.setUserData(content);
        item.setAccessibleRole(AccessibleRole.BUTTON);
        item.setAccessibleText(name);
        item.setFocusTraversable(true);
        item.setOnMouseClicked(e -> showSection(id));
        item.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                showSection(id);
                e.consume();
            }
        });
        items.put(id, item);
        nav.getChildren().add(item);
    }

    /// Shows a section by id, such as `problems`; ignored if the trace does not have it.
    public void showSection(String section) {
        Node item = items.get(section);
        if (item != null) {
            items.values().forEach(n -> n.pseudoClassStateChanged(Styles.SELECTED, n == item));
            @SuppressWarnings("unchecked")
            Supplier<Node> content = (Supplier<Node>) item.getUserData();
            body.getChildren().setAll(content.get());
        }
    }

    private static ScrollPane scrolled(Region content) {
        content.setPadding(new Insets(20, 24, 24, 24));
        ScrollPane scroll = new ScrollPane(content);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        return scroll;
    }

    /// Title with a card below it; a grid gets an export menu.
    private VBox titled(String id, String title, Node content) {
        Label label = new Label(title);
        label.getStyleClass().add(Styles.TITLE);
        HBox head = new HBox(label);
        head.setAlignment(Pos.CENTER_LEFT);
        if (content instanceof DataGrid grid) {
            head.getChildren()
                    .addAll(ToolbarRow.space(), ExportMenu.of(messages, "overview-" + id, () -> grid, () -> id));
        }
        StackPane card = new StackPane(content);
        card.getStyleClass().addAll(Styles.CARD, "tg-table-card");
        VBox.setVgrow(card, Priority.ALWAYS);
        VBox box = new VBox(14, head, card);
        box.setPadding(new Insets(20, 24, 24, 24));
        return box;
    }

    static List<String> sources(String config) {
        List<String> names = new ArrayList<>();
        var m = Pattern.compile("data_sources[^{]*\\{\\s*config[^{]*\\{\\s*name:\\s*\"([^\"]+)\"")
                .matcher(config);
        while (m.find()) {
            if (!names.contains(m.group(1))) {
                names.add(m.group(1));
            }
        }
        return names;
    }
}
