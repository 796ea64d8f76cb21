package traceglass.app.tracks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackDetails;
import traceglass.analysis.track.info.TrackHelp;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackSql;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Links;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.PxPoint;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeStyle;

/// Tab with information on a track: position, type, dimensions, owner, content, and SQL for its events. Also shows
/// the help note of a track.
public final class TrackPanel {

    private final TraceSlot slot;
    private final Messages messages;
    private final TimelineView view;
    private final TrackControls tracks;
    private final HelpNote note;
    private final HBox columns = new HBox(28);
    private final DetailsTab tab;
    private TrackHelp help = TrackHelp.NONE;

    /// Creates the panel.
    ///
    /// @param addOnTop adds a node on top of the timeline
    public TrackPanel(TraceSlot slot, Messages messages, TimelineView view, Consumer<Node> addOnTop) {
        this.slot = slot;
        this.messages = messages;
        this.view = view;
        this.tracks = view.tracks();
        note = new HelpNote(view);
        addOnTop.accept(note);
        columns.setPadding(new Insets(12, 16, 12, 16));
        columns.setId("track-details");
        ScrollPane scroll = new ScrollPane(columns);
        scroll.setFitToWidth(true);
        StyleSheets.add(scroll, StyleSheets.PANELS);
        tab = new DetailsTab("track", TrackTreeTexts.TRACK_TAB, scroll);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        tracks.setHelp(node -> help.hasHelp(node), this::showHelp);
        slot.trace().sessionProperty().addListener((_, _, newValue) -> follow(newValue));
    }

    /// Registers the commands.
    ///
    /// @param isShown whether the timeline is visible
    /// @param current supplies the key of the current track, or null
    public void register(BooleanSupplier isShown, Supplier<String> current) {
        BooleanSupplier hasTrack = () -> isShown.getAsBoolean()
                && node(current.get()).isPresent()
                && slot.trace().session().isReady();
        add(
                "track.details",
                TrackTreeTexts.TRACK_INFO,
                "info",
                "",
                hasTrack,
                () -> node(current.get()).ifPresent(this::showDetails));
        add(
                "track.help",
                TrackTreeTexts.TRACK_HELP,
                "help",
                "",
                () -> hasTrack.getAsBoolean()
                        && help.hasHelp(node(current.get()).get()),
                () -> node(current.get()).ifPresent(n -> showHelp(n, below(n))));
        add(
                "track.sql",
                TrackTreeTexts.TRACK_SQL,
                "sql",
                "",
                () -> hasTrack.getAsBoolean()
                        && !TrackSql.of(node(current.get()).get()).isEmpty(),
                () -> node(current.get()).ifPresent(this::openSql));
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.TRACKS, title, icon, keys, enabled, action));
    }

    private Optional<TrackNode> node(String key) {
        return key == null ? Optional.empty() : Optional.ofNullable(tracks.node(key));
    }

    private void follow(TraceSession session) {
        help = TrackHelp.NONE;
        tab.availableProperty().set(false);
        columns.getChildren().clear();
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            readHelp(session);
        } else {
            session.stateProperty().addListener(o -> {
                if (session.isReady() && session == slot.trace().session()) {
                    readHelp(session);
                }
            });
        }
    }

    private void readHelp(TraceSession session) {
        session.queries()
                .submit(
                        "track-help",
                        q -> TrackHelp.read(q),
                        read -> {
                            if (session == slot.trace().session()) {
                                help = read;
                            }
                        },
                        e -> {
                            // Falls back to the built-in help on kinds of tracks.
                        });
    }

    /// Opens a query for the content of a track on the SQL page.
    public void openSql(TrackNode node) {
        slot.navigation()
                .navigator()
                .openSql("-- " + DisplayText.oneLine(TrackPath.nameOf(node)) + "\n" + TrackSql.of(node), true);
    }

    // ---- help note ----

    private PxPoint below(TrackNode node) {
        double y = tracks.bottomOf(node.key());
        return new PxPoint(24, Double.isNaN(y) ? view.headerHeight() : y + 4);
    }

    private void showHelp(TrackNode node, PxPoint at) {
        note.show(node, help.text(node), at, () -> showDetails(node));
    }

    // ---- details ----

    /// Shows the details of a track in the details pane.
    public void showDetails(TrackNode node) {
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        tab.availableProperty().set(true);
        tab.busyProperty().set(true);
        slot.host().detailsPane().select(tab);
        String path = TrackPath.all(tracks.ownRoots()).stream()
                .filter(p -> p.node().key().equals(node.key()))
                .findFirst()
                .map(TrackPath::text)
                .orElse(node.name());
        TimeStyle times = slot.appearance().timeStyle();
        long origin = session.bounds().start();
        TrackHelp known = help;
        session.queries()
                .submit(
                        "track-details",
                        q -> TrackDetails.read(q, node, path, known, times, origin),
                        details -> {
                            tab.busyProperty().set(false);
                            if (session == slot.trace().session()) {
                                show(details);
                            }
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            Label label = new Label(TrackTreeTexts.trackInfoFailed(e.getMessage()));
                            label.setWrapText(true);
                            columns.getChildren().setAll(label);
                        });
    }

    private void show(TrackDetails details) {
        Label name = new Label(DisplayText.oneLine(TrackPath.nameOf(details.node())));
        name.getStyleClass().add(Styles.STRONG);
        name.setId("track-details-name");
        name.setMinWidth(0);
        HBox links = new HBox(
                14,
                Links.of(CommonTexts.SHOW_ON_TIMELINE, () -> {
                    if (!tracks.show(details.node().key())) {
                        messages.notices().show(Notices.Severity.INFO, "elsewhere", TrackTreeTexts.TRACK_NOT_SHOWN);
                    }
                }),
                Links.of(CommonTexts.COPY, () -> copy(details.text())));
        VBox first = new VBox(8, name, links, fields(details.fields()));
        first.setPrefWidth(430);
        first.setMinWidth(300);
        columns.getChildren().setAll(first);
        VBox second = new VBox(8);
        second.setPrefWidth(330);
        second.setMinWidth(220);
        section(second, TrackTreeTexts.DIMENSIONS, details.dimensions());
        section(second, TrackTreeTexts.TRACK_ARGUMENTS, details.args());
        if (!second.getChildren().isEmpty()) {
            columns.getChildren().add(second);
        }
        VBox third = new VBox(8);
        third.setMinWidth(220);
        HBox.setHgrow(third, Priority.ALWAYS);
        if (!details.description().isEmpty()) {
            Label text = new Label(SingleLineText.keepLines(details.description()));
            text.setWrapText(true);
            text.setMinHeight(Region.USE_PREF_SIZE);
            text.setId("track-description");
            third.getChildren().addAll(heading(TrackTreeTexts.DESCRIPTION), text);
        }
        if (!details.sql().isEmpty()) {
            HBox head = new HBox(
                    14,
                    heading(TrackTreeTexts.TRACK_SQL),
                    Links.of(TrackTreeTexts.RUN, () -> openSql(details.node())),
                    Links.of(CommonTexts.COPY, () -> copy(details.sql())));
            head.setAlignment(Pos.CENTER_LEFT);
            TextArea sql = new TextArea(details.sql());
            sql.setId("track-sql");
            sql.setEditable(false);
            sql.setWrapText(true);
            sql.setAccessibleText(TrackTreeTexts.TRACK_SQL);
            sql.getStyleClass().add(Styles.MONO);
            sql.setPrefRowCount(3);
            third.getChildren().addAll(head, sql);
        }
        columns.getChildren().add(third);
    }

    private static void section(VBox into, String title, Map<String, String> values) {
        if (!values.isEmpty()) {
            into.getChildren().addAll(heading(title), fields(values));
        }
    }

    private static Label heading(String text) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.SECTION);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private static GridPane fields(Map<String, String> values) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("tg-detail-fields");
        ColumnConstraints names =
                new ColumnConstraints(112 * StyleSheets.factor(), Region.USE_COMPUTED_SIZE, 200 * StyleSheets.factor());
        ColumnConstraints rest = new ColumnConstraints();
        rest.setHgrow(Priority.ALWAYS);
        rest.setMinWidth(0);
        grid.getColumnConstraints().setAll(List.of(names, rest));
        int row = 0;
        for (Map.Entry<String, String> e : values.entrySet()) {
            Label name = new Label(DisplayText.oneLine(e.getKey()));
            name.getStyleClass().add("tg-field-name");
            Label value = new Label(DisplayText.oneLine(e.getValue()));
            value.setWrapText(true);
            value.setMinHeight(Region.USE_PREF_SIZE);
            GridPane.setValignment(name, VPos.TOP);
            grid.addRow(row++, name, value);
        }
        grid.setVgap(4);
        return grid;
    }

    private void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
        messages.status().setState("copy", CommonTexts.COPIED, DisplayText.oneLine(text));
    }
}
