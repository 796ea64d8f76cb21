package traceglass.app.panel.menu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.SliceFlows;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.colors.ColorMenu;
import traceglass.app.panel.details.EventActions;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Notices;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Creates the items of the context menu of an event: copy, zoom, mark, filter, statistics, SQL, tracks, lists and
/// flows, if its table supports them. Used on the JavaFX thread.
public final class EventMenuItems {

    /// Fraction of the window's width that an event takes after zooming to it.
    private static final double SHARE = .8;

    private final TraceSlot slot;
    private final Messages messages;

    public EventMenuItems(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
    }

    /// Creates the items, beginning with a heading.
    public List<MenuItem> items(MenuEvent event) {
        List<MenuItem> items = new ArrayList<>();
        items.add(heading(event));
        boolean isMessage = table(event).filter(EventTable::hasMessages).isPresent();
        String copyName = event.isSample()
                ? CommonTexts.COPY_VALUE
                : isMessage ? EventMenuTexts.COPY_MESSAGE : CommonTexts.COPY_NAME;
        items.add(item(copyName, "copy", () -> copy(event.name())));
        String copyText = event.hasDuration()
                ? EventMenuTexts.COPY_WITH_DURATION
                : isMessage ? EventMenuTexts.COPY_MESSAGE_WITH_TIME : EventMenuTexts.COPY_WITH_TIME;
        items.add(item(copyText, null, () -> copy(text(event))));
        items.add(new SeparatorMenuItem());
        items.add(item(EventMenuTexts.ZOOM_TO, "jump", () -> zoomTo(event)));
        if (event.track() == null) {
            items.add(item(CommonTexts.SHOW_ON_TIMELINE, null, () -> select(event)));
        } else if (event.end() > event.start()) {
            items.add(item(
                    EventMenuTexts.SELECT_AS_RANGE,
                    null,
                    () -> slot.selection()
                            .set(new Selection.Area(event.start(), event.end(), List.of(event.track())))));
        }
        items.add(item(
                event.hasDuration() ? EventMenuTexts.MARK_SPAN : EventMenuTexts.SET_FLAG,
                "flag",
                () -> slot.traceNotes().add(event.start(), event.hasDuration() ? event.end() : event.start(), "")));
        table(event).ifPresent(table -> addTableItems(items, event, table));
        return items;
    }

    private static Optional<EventTable> table(MenuEvent event) {
        return Subjects.table(event.event().table());
    }

    /// Creates a heading. Unlike an item, it can't be focused, so it does not look like the chosen item when the
    /// menu opens.
    private static MenuItem heading(MenuEvent event) {
        String title = EventMenuTexts.title(
                event.name(), event.hasDuration() ? TimeText.duration(event.end() - event.start()) : "");
        Label label = new Label(title);
        label.getStyleClass().add("tg-menu-title");
        SeparatorMenuItem heading = new SeparatorMenuItem();
        heading.setContent(label);
        heading.setText(title);
        return heading;
    }

    /// Adds the items that depend on the table of the event.
    private void addTableItems(List<MenuItem> items, MenuEvent event, EventTable table) {
        long id = event.event().id();
        items.add(new SeparatorMenuItem());
        addFilter(items, event, table);
        table.statistics(id)
                .ifPresent(choice -> items.add(item(
                        choice.label(), "sigma", () -> EventActions.run(slot, messages.notices(), choice.action()))));
        if (event.event().table().equals("slice") && !event.name().isBlank()) {
            items.add(ColorMenu.of(slot, event.name(), () -> {
                slot.selection().set(event.event());
                slot.host().commands().run("colors.pick");
            }));
        }
        items.add(item(
                CommonTexts.OPEN_AS_SQL,
                "sql",
                () -> readDetails(
                        event,
                        d -> slot.navigation().navigator().openSql(d.head().sql(), true))));
        for (EventMenu menu : table.menus()) {
            Menu more = new Menu(menu.title(), new Icon(menu.icon(), 14));
            for (EventMenu.MenuChoice choice : menu.choices()) {
                more.getItems().add(item(choice.label(), null, () -> run(event, choice.id())));
            }
            items.add(more);
        }
        if (table.hasFlows()) {
            addFlows(items, event);
        }
        if (!table.threadSpan(id).isEmpty()) {
            items.add(item(EventMenuTexts.CRITICAL_PATH, "flow", () -> {
                slot.selection().set(event.event());
                slot.host().commands().run("critical.path");
            }));
        }
    }

    private void addFilter(List<MenuItem> items, MenuEvent event, EventTable table) {
        if (event.isSample()) {
            items.add(item(
                    EventMenuTexts.FILTER_TRACKS,
                    "filter",
                    () -> slot.navigation()
                            .navigator()
                            .filterTracks(event.track().name())));
            return;
        }
        if (slot.isFirst() && table.search().isPresent() && !event.name().isBlank()) {
            items.add(item(
                    EventMenuTexts.SEARCH_NAME,
                    "search",
                    () -> slot.navigation().navigator().search(event.name())));
        }
        String span = table.threadSpan(event.event().id());
        if (!span.isEmpty()) {
            items.add(item(EventMenuTexts.FILTER_THREAD, "filter", () -> filterThread(span)));
        }
    }

    private void filterThread(String span) {
        TraceSession session = slot.trace().session();
        if (session != null && session.isReady()) {
            session.queries()
                    .<Optional<ThreadRef>>submit(
                            "menu-thread",
                            q -> ThreadRef.ofSpan(q, span),
                            found -> found.ifPresent(
                                    t -> slot.navigation().navigator().filterTracks("thread:" + filterTerm(t))),
                            this::failed);
        }
    }

    /// Returns a filter term for a thread: its name, or its tid if the name has a comma, which would separate two
    /// terms.
    private static String filterTerm(ThreadRef thread) {
        String label = thread.thread();
        return label.indexOf(',') >= 0 && thread.tid() != null ? Long.toString(thread.tid()) : label;
    }

    /// Adds items that follow flows. They are enabled as soon as the flows of the event are known.
    private void addFlows(List<MenuItem> items, MenuEvent event) {
        MenuItem forward = item(EventMenuTexts.FLOW_FORWARD, "flow", () -> {});
        MenuItem backward = item(EventMenuTexts.FLOW_BACKWARD, "flow", () -> {});
        forward.setDisable(true);
        backward.setDisable(true);
        items.add(forward);
        items.add(backward);
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        long id = event.event().id();
        var index = session.trackLookup();
        session.queries()
                .submit(
                        "menu-flows",
                        q -> SliceFlows.read(q, index, id),
                        found -> {
                            List<Flow> flows = found.flows();
                            flows.stream()
                                    .filter(f -> f.fromId() == id)
                                    .findFirst()
                                    .ifPresent(f -> enable(forward, event, f.toId()));
                            flows.stream()
                                    .filter(f -> f.toId() == id)
                                    .findFirst()
                                    .ifPresent(f -> enable(backward, event, f.fromId()));
                        },
                        e -> {
                            // The items stay disabled.
                        });
    }

    private void enable(MenuItem item, MenuEvent event, long other) {
        item.setOnAction(_ -> slot.navigation().navigator().goTo(event.event().table(), other));
        item.setDisable(false);
    }

    private void run(MenuEvent event, String choice) {
        readDetails(
                event,
                d -> d.head().menus().stream()
                        .flatMap(m -> m.choices().stream())
                        .filter(c -> c.id().equals(choice))
                        .findFirst()
                        .ifPresentOrElse(
                                c -> EventActions.run(slot, messages.notices(), c.action()),
                                () -> messages.notices()
                                        .show(
                                                Notices.Severity.INFO,
                                                "event-menu",
                                                EventMenuTexts.notAvailableFor(
                                                        event.name(), choiceTitle(event, choice)))));
    }

    private static String choiceTitle(MenuEvent event, String choice) {
        return table(event).stream()
                .flatMap(t -> t.menus().stream())
                .flatMap(m -> m.choices().stream())
                .filter(c -> c.id().equals(choice))
                .map(EventMenu.MenuChoice::label)
                .findFirst()
                .orElse(choice);
    }

    private void readDetails(MenuEvent event, Consumer<EventDetails> action) {
        EventActions.read(
                slot,
                event.event(),
                found -> found.ifPresentOrElse(
                        action,
                        () -> messages.notices()
                                .show(
                                        Notices.Severity.WARN,
                                        "event-menu",
                                        EventMenuTexts.noSuchEvent(
                                                event.event().table(),
                                                event.event().id()))),
                this::failed);
    }

    private void failed(Exception e) {
        messages.notices().show(Notices.Severity.ERROR, "event-menu", EventMenuTexts.cantRead(e.getMessage()));
    }

    private void select(MenuEvent event) {
        slot.navigation().navigator().goTo(event.event().table(), event.event().id());
    }

    private void zoomTo(MenuEvent event) {
        slot.selection().set(event.event());
        if (event.end() <= event.start()) {
            slot.navigation().navigator().goToTime(event.start());
            return;
        }
        long margin = Math.max(1, Math.round((event.end() - event.start()) * (1 / SHARE - 1) / 2));
        slot.navigation().navigator().zoomTo(new TimeSpan(event.start() - margin, event.end() + margin));
    }

    private String text(MenuEvent event) {
        long start = slot.trace().session() == null
                ? 0
                : slot.trace().session().bounds().start();
        String time = slot.appearance().timeStyle().time(event.start(), start);
        String line = event.isSample() ? event.track().name() + "\t" + event.name() : event.name();
        return line + "\t" + time + (event.hasDuration() ? "\t" + TimeText.exact(event.end() - event.start()) : "");
    }

    /// Creates the submenu with the menu of the track that shows the event.
    public static Menu trackMenu(MenuEvent event, List<MenuItem> items) {
        Menu menu = new Menu(EventMenuTexts.track(event.track().name()), new Icon("timeline", 14));
        menu.setMnemonicParsing(false);
        menu.getItems().addAll(items);
        return menu;
    }

    private static MenuItem item(String title, String icon, Runnable action) {
        MenuItem item = new MenuItem(title, icon == null ? null : new Icon(icon, 14));
        item.setMnemonicParsing(false);
        item.setOnAction(_ -> action.run());
        return item;
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
