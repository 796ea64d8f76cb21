package traceglass.app.panel.details;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.details.ComputedSample;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.panel.debug.SlicesLikeThis;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.DrawerTab;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.store.late.LazyArgs;
import traceglass.store.time.TimeSpan;

/// The tab with the details of the selected event, and, where the window is narrow, one with its arguments.
public final class SelectionPanel {

    private static final double WIDE = 1200;

    private final AppContext context;
    private final BorderPane root = new BorderPane();
    private final BorderPane argsRoot = new BorderPane();
    private final DrawerTab tab = new DrawerTab("selection", "Selection", DrawerTab.Height.FIELDS, root);
    private final DrawerTab argsTab = new DrawerTab("arguments", "Arguments", DrawerTab.Height.FIELDS, argsRoot);
    private EventFacts facts;
    /// What the event carries, or null.
    private Image picture;
    private ArgsView args;

    private SelectionPanel(AppContext context) {
        this.context = context;
        Sheets.add(root, Sheets.PANELS);
        Sheets.add(argsRoot, Sheets.PANELS);
        root.setId("details");
        argsTab.availableProperty().set(false);
        context.drawer().add(tab);
        context.drawer().add(argsTab);
        root.widthProperty().addListener((o, was, is) -> arrange());
        context.selectionProperty().addListener((o, was, is) -> selected(is));
        context.paletteProperty().addListener((o, was, is) -> {
            if (facts != null) {
                show(new Found(facts, picture));
            }
        });
        int number = 0;
        for (SlicesLikeThis.Choice like : SlicesLikeThis.of("", 0L)) {
            int choice = number++;
            context.commands()
                    .register(Command.of(
                            "track.like" + choice,
                            "Tracks",
                            "Of the selected slice: "
                                    + like.words().substring(0, 1).toLowerCase(Locale.ROOT)
                                    + like.words().substring(1),
                            "timeline",
                            "",
                            () -> choices().size() > choice,
                            () -> SlicesLikeThis.show(context, choices().get(choice))));
        }
        for (String[] list : SliceMenu.all()) {
            context.commands()
                    .register(Command.of(
                            "slice." + list[0],
                            "Selection",
                            "Of the selected slice: " + list[1].substring(0, 1).toLowerCase(Locale.ROOT)
                                    + list[1].substring(1),
                            "table",
                            "",
                            () -> list(list[0]).isPresent(),
                            () -> list(list[0]).ifPresent(c -> c.action().run())));
        }
        selected(context.selectionProperty().get());
    }

    private Optional<SliceMenu.Choice> list(String id) {
        return facts instanceof EventFacts.Slice s
                ? SliceMenu.of(context, s).stream()
                        .filter(c -> c.id().equals(id))
                        .findFirst()
                : Optional.empty();
    }

    /// Adds the panel to a window.
    public static void install(AppContext context) {
        new SelectionPanel(context);
    }

    private List<SlicesLikeThis.Choice> choices() {
        return facts instanceof EventFacts.Slice s
                ? SlicesLikeThis.of(
                        s.name() == null ? "" : s.name(),
                        s.thread().map(ThreadRef::utid).orElse(null))
                : List.of();
    }

    /// An event as it was read.
    ///
    /// @param picture decoded on the thread that read it; null where the event carries none
    private record Found(EventFacts facts, Image picture) {

        static Found of(EventFacts facts) {
            return new Found(
                    facts,
                    facts instanceof EventFacts.Derived d && d.picture() != null
                            ? EventPicture.decode(d.picture())
                            : null);
        }
    }

    private void selected(Selection selection) {
        tab.availableProperty().set(!(selection instanceof Selection.Area));
        TraceSession trace = context.session();
        if (!(selection instanceof Selection.Event event) || trace == null || !trace.isReady()) {
            clear(
                    selection instanceof Selection.Event && trace != null
                            ? "Details come when the trace is read."
                            : null);
            return;
        }
        long end = trace.bounds().end();
        context.drawer().offer(tab);
        tab.busyProperty().set(true);
        TrackNode computed = trace.computedTrack(event.table());
        trace.queries()
                .<Optional<Found>>submit(
                        "details",
                        q -> {
                            if (computed != null) {
                                return ComputedSample.read(trace.tracks().data(), computed, event)
                                        .map(Found::of);
                            }
                            if (event.table().equals("ftrace_event")) {
                                // Arguments are decoded on first use.
                                trace.ensure(LazyArgs.FTRACE);
                            } else if (DerivedTables.isTable(event.table())) {
                                trace.ensure(event.table());
                            }
                            return EventFacts.read(q, event, end).map(Found::of);
                        },
                        found -> {
                            tab.busyProperty().set(false);
                            if (found.isPresent()) {
                                show(found.get());
                            } else {
                                clear("There is no " + event.table() + " with the id " + event.id()
                                        + " in this trace.");
                            }
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            failed(event, e);
                        });
    }

    private void show(Found found) {
        facts = found.facts();
        picture = found.picture();
        TimeSpan bounds = context.session() == null
                ? new TimeSpan(0, 0)
                : context.session().bounds();
        DetailColumns main = new EventView(context, bounds).node(facts, found.picture());
        args = EventView.args(facts).isEmpty()
                ? null
                : new ArgsView(
                        context, EventView.args(facts), facts instanceof EventFacts.Slice slice ? slice.name() : null);
        follow(args);
        root.setCenter(main);
        arrange();
    }

    /// The details are complete when a long list of arguments is there too.
    private void follow(ArgsView list) {
        if (list != null) {
            tab.busyProperty().set(list.busyProperty().get());
            list.busyProperty().addListener((o, was, is) -> {
                if (args == list) {
                    tab.busyProperty().set(is);
                }
            });
        }
    }

    /// Puts the arguments beside the details, or in a tab where there is no room.
    private void arrange() {
        boolean wide = root.getWidth() >= WIDE * Sheets.factor();
        boolean beside = args != null && wide;
        if (root.getCenter() instanceof DetailColumns columns && facts != null) {
            columns.arrange(beside ? args : null, wide && args == null);
        }
        boolean inTab = args != null && !beside && root.getWidth() > 0;
        argsRoot.setCenter(inTab ? args : null);
        argsTab.countProperty()
                .set(args == null ? DrawerTab.NO_COUNT : EventView.args(facts).size());
        argsTab.availableProperty().set(inTab);
    }

    private void clear(String text) {
        facts = null;
        args = null;
        argsTab.availableProperty().set(false);
        argsRoot.setCenter(null);
        if (context.session() != null && context.session().isReady()) {
            context.session().queries().cancel("details");
        }
        tab.busyProperty().set(false);
        Label label = new Label(text == null ? "Click an event on the timeline to see its details here." : text);
        label.getStyleClass().add("tg-empty");
        root.setCenter(label);
    }

    private void failed(Selection.Event event, Exception e) {
        clear(null);
        System.getLogger(SelectionPanel.class.getName())
                .log(System.Logger.Level.WARNING, "reading details of " + event, e);
        Label label = new Label("The details of " + event + " could not be read: " + e.getMessage());
        label.setWrapText(true);
        HBox strip = new HBox(8, new Icon("error", 16), label, Links.of("Try again", () -> selected(event)));
        strip.getStyleClass().addAll("tg-strip", "tg-error");
        BorderPane box = new BorderPane();
        box.setTop(strip);
        root.setCenter(box);
    }
}
