package traceglass.app.panel.events;

import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.util.Duration;
import traceglass.analysis.listing.EventFilter;
import traceglass.analysis.listing.EventIndex;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.EventValues;
import traceglass.analysis.listing.Facet;
import traceglass.analysis.rows.RowFiles;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Links;
import traceglass.store.time.TimeSpan;

/// Tab of the details pane with an event list synchronized with the timeline: rows in the visible time are
/// highlighted, the list follows the timeline, the row under the pointer is marked on the timeline, and selections
/// are shared.
public final class EventPanel implements EventToolbar.Owner {

    /// Time in ns during which the list does not follow the timeline after the user chose a row, since the timeline
    /// moves to that row.
    private static final long FOLLOW_PAUSE_NS = 1_000_000_000L;
    private static final Duration SETTLE_DELAY = Duration.millis(60);
    private static final int MAX_COPIED = 200_000;

    private final TraceSlot slot;
    private final Messages messages;
    private final EventListing listing;
    private final EventRowExport exports;
    private final EventGrid table;
    private final EventToolbar toolbar;
    private final DetailsTab tab;
    private final PauseTransition settleTimer = new PauseTransition(SETTLE_DELAY);
    /// All events that match the filter; the table may show only part of the trace.
    private EventIndex all = EventIndex.EMPTY;
    private EventToolbar.Part part = EventToolbar.Part.ALL;
    private boolean followsTimeline = true;
    private String sortedBy = "";
    private boolean isDescending;
    private boolean isLoaded;
    private long rowChosenNs = System.nanoTime() - FOLLOW_PAUSE_NS;
    /// Event to select when the list is loaded.
    private Selection.Event pendingSelection;

    private EventPanel(TraceSlot slot, Messages messages, EventListing listing) {
        this.slot = slot;
        this.messages = messages;
        this.listing = listing;
        exports = new EventRowExport(messages, listing);
        table = new EventGrid(slot, listing);
        toolbar = new EventToolbar(listing, this);
        BorderPane root = new BorderPane(table);
        root.setTop(toolbar);
        root.setMinSize(0, 0);
        StyleSheets.add(root, StyleSheets.PANELS);
        tab = new DetailsTab(listing.id(), listing.title(), root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        followTimeline();
        registerCommands();
        sessionChanged(slot.trace().session());
        if (slot.isFirst()) {
            slot.host().sections().add(new EventFilterSection(listing, toolbar));
        }
    }

    /// Synchronizes list and timeline.
    private void followTimeline() {
        table.rangeProperty().bind(slot.navigation().timelineLink().visibleProperty());
        table.onSort((column, down) -> {
            sortedBy = column;
            isDescending = down;
            load();
        });
        table.onOpen(this::goToRow);
        table.onHovered(slot.navigation().timelineLink().markProperty()::set);
        table.onCopy(this::copy);
        table.onMenu(
                place -> EventRowMenu.of(slot, messages, listing, table.pages().row(place), this::copy));
        settleTimer.setOnFinished(_ -> timelineMoved());
        slot.navigation().timelineLink().visibleProperty().addListener(o -> settleTimer.playFromStart());
        slot.appearance().timeStyleProperty().addListener(o -> table.refresh());
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.trace().sessionProperty().addListener((_, _, newValue) -> sessionChanged(newValue));
        slot.host().detailsPane().selectedProperty().addListener((_, oldValue, newValue) -> {
            if (newValue == tab) {
                loadWhenShown();
            } else if (oldValue == tab) {
                slot.navigation().timelineLink().markProperty().set(null);
            }
        });
    }

    private void registerCommands() {
        slot.host()
                .commands()
                .register(Command.of(
                        listing.id() + ".show",
                        CommandGroups.PANELS,
                        EventTexts.showCommand(listing),
                        listing.icon(),
                        "",
                        () -> tab.availableProperty().get(),
                        this::open));
        slot.host()
                .commands()
                .register(Command.of(
                        listing.id() + ".filter",
                        CommandGroups.PANELS,
                        EventTexts.filterCommand(listing),
                        "filter",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> {
                            open();
                            toolbar.focusText();
                        }));
        slot.host()
                .commands()
                .register(Command.of(
                        listing.id() + ".dim",
                        CommandGroups.PANELS,
                        EventTexts.dimCommand(listing),
                        "view",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> {
                            open();
                            toolbar.toggleDimming();
                        }));
    }

    /// Adds all event lists to a window.
    public static void install(TraceSlot slot, Messages messages) {
        Subjects.listings().forEach(l -> new EventPanel(slot, messages, l));
    }

    private void open() {
        slot.host().detailsPane().select(tab);
        table.table().requestFocus();
    }

    private void sessionChanged(TraceSession session) {
        tab.availableProperty().set(false);
        all = EventIndex.EMPTY;
        table.show(all);
        isLoaded = false;
        pendingSelection = null;
        toolbar.setFilter(EventFilter.ALL);
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            checkForEvents(session);
        } else {
            session.stateProperty().addListener(o -> {
                if (session == slot.trace().session() && session.isReady()) {
                    checkForEvents(session);
                }
            });
        }
    }

    private void checkForEvents(TraceSession session) {
        session.queries()
                .submit(
                        listing.id() + "-probe",
                        q -> {
                            listing.inspect(q);
                            return EventValues.hasRows(q, listing);
                        },
                        has -> {
                            if (session == slot.trace().session()) {
                                table.setColumns();
                                toolbar.showSupportedFilters();
                                tab.availableProperty().set(has);
                                if (has
                                        && session.recording().isEmpty()
                                        && listing.isInitiallyShown(session.summary())) {
                                    slot.host().detailsPane().showForSelection(tab);
                                }
                                if (has && isShown()) {
                                    loadWhenShown();
                                }
                            }
                        },
                        e -> System.getLogger(EventPanel.class.getName())
                                .log(System.Logger.Level.WARNING, "looking for events", e));
    }

    private boolean isShown() {
        return slot.host().detailsPane().selectedProperty().get() == tab
                && slot.host().detailsPane().openProperty().get();
    }

    private void loadWhenShown() {
        if (!isLoaded) {
            load();
        } else {
            follow();
        }
    }

    /// Loads the list; the old content stays until the new one is available.
    private void load() {
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady() || !tab.availableProperty().get()) {
            return;
        }
        isLoaded = true;
        EventFilter filter = toolbar.filter();
        String sql = EventIndex.sql(listing, filter, sortedBy, isDescending);
        boolean isByTime = !isDescending && (sortedBy.isEmpty() || sortedBy.equals("ts"));
        boolean needsDecoding =
                !listing.requiredData().isEmpty() && !filter.text().isEmpty();
        tab.busyProperty().set(true);
        table.setPlaceholder(empty(EventTexts.loading(listing)));
        session.queries()
                .submit(
                        listing.id() + "-index",
                        q -> {
                            if (needsDecoding) {
                                session.ensure(listing.requiredData());
                            }
                            return EventIndex.read(q, sql, isByTime);
                        },
                        index -> {
                            tab.busyProperty().set(false);
                            all = index;
                            showPart();
                            if (pendingSelection != null) {
                                select(pendingSelection);
                            } else {
                                follow();
                            }
                            decodeLate(session);
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            toolbar.showStatus(
                                    filter.isRegex()
                                            ? EventTexts.invalidRegex(EventTexts.firstLine(e))
                                            : EventTexts.cantLoadList(EventTexts.firstLine(e)),
                                    true);
                        });
    }

    /// Rows are shown immediately; their arguments follow when they are decoded.
    private void decodeLate(TraceSession session) {
        if (listing.requiredData().isEmpty()) {
            return;
        }
        session.queries()
                .submit(
                        listing.id() + "-decode",
                        q -> {
                            session.ensure(listing.requiredData());
                            return true;
                        },
                        done -> {
                            table.pages().clear();
                            table.refresh();
                        },
                        e -> toolbar.showStatus(EventTexts.firstLine(e), true));
    }

    private TimeSpan partSpan() {
        return switch (part) {
            case ALL -> null;
            case VIEW -> slot.navigation().timelineLink().visible();
            case SELECTION ->
                slot.selection().get() instanceof Selection.Area a ? new TimeSpan(a.start(), a.end()) : null;
        };
    }

    private void showPart() {
        TimeSpan span = partSpan();
        EventIndex listed = span == null ? all : all.limitTo(span.start(), span.end());
        table.show(listed);
        tab.countProperty().set(all.matchingCount());
        boolean dims = toolbar.filter().dimsOthers() && !toolbar.filter().isAll();
        String status = dims
                ? EventTexts.matching(listing, listed.matchingCount(), listed.size())
                : EventTexts.listed(listing, listed.size(), all.size());
        toolbar.showStatus(all.isTruncated() ? EventTexts.truncated(status) : status, false);
        if (toolbar.filter().isAll()) {
            table.setPlaceholder(empty(
                    part == EventToolbar.Part.ALL
                            ? EventTexts.noneInTrace(listing)
                            : EventTexts.noEventsInScope(listing)));
        } else {
            HBox box = new HBox(
                    6,
                    empty(
                            part == EventToolbar.Part.ALL
                                    ? EventTexts.noMatches(listing)
                                    : EventTexts.noMatchesInScope(listing)),
                    Links.of(
                            EventTexts.REMOVE_FILTER,
                            () -> toolbar.setFilter(toolbar.filter().clear())));
            box.setAlignment(Pos.CENTER);
            table.setPlaceholder(box);
        }
    }

    private static Label empty(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("tg-empty");
        return label;
    }

    // ---- synchronization with the timeline ----

    private void timelineMoved() {
        if (!isShown() || !isLoaded) {
            return;
        }
        if (part == EventToolbar.Part.VIEW) {
            showPart();
        } else {
            follow();
        }
    }

    private void follow() {
        EventIndex index = table.index();
        boolean isHolding = System.nanoTime() - rowChosenNs < FOLLOW_PAUSE_NS;
        if (followsTimeline
                && part == EventToolbar.Part.ALL
                && index.isSortedByTime()
                && index.size() > 0
                && !isHolding) {
            TimeSpan span = slot.navigation().timelineLink().visible();
            boolean isWholeTrace = slot.trace().session() != null
                    && span.start() <= slot.trace().session().bounds().start();
            table.scrollTo(isWholeTrace ? 0 : index.firstFrom(span.start()));
        }
    }

    private void selectionChanged(Selection selection) {
        toolbar.setHasSelection(selection instanceof Selection.Area);
        if (part == EventToolbar.Part.SELECTION && selection instanceof Selection.Area && isLoaded) {
            showPart();
        }
        if (!(selection instanceof Selection.Event event)
                || !tab.availableProperty().get()) {
            return;
        }
        if (listing.key(event.table(), event.id()).isPresent()) {
            boolean isHolding = System.nanoTime() - rowChosenNs < FOLLOW_PAUSE_NS;
            if (!isHolding) {
                slot.host().detailsPane().showForSelection(tab);
            }
            if (!isLoaded || tab.busyProperty().get()) {
                pendingSelection = event;
            } else if (!isHolding) {
                select(event);
            }
        } else if (isShown()
                && isLoaded
                && followsTimeline
                && part == EventToolbar.Part.ALL
                && table.index().isSortedByTime()) {
            rowChosenNs = System.nanoTime();
            table.scrollTo(table.index().firstFrom(event.ts()));
        }
    }

    private void select(Selection.Event event) {
        pendingSelection = null;
        listing.key(event.table(), event.id()).ifPresent(key -> {
            int row = table.index().indexOf(key, event.ts());
            if (row >= 0) {
                rowChosenNs = System.nanoTime();
                table.select(row);
            }
        });
    }

    private void goToRow(int row) {
        if (row >= table.index().size()) {
            return;
        }
        rowChosenNs = System.nanoTime();
        long key = table.index().keys()[row];
        slot.navigation().navigator().goTo(listing.table(key), listing.id(key));
    }

    // ---- requests of the toolbar ----

    @Override
    public void setFilter(EventFilter filter) {
        slot.host().sections().notifyChanged();
        if (tab.availableProperty().get()) {
            load();
        }
    }

    @Override
    public void setPart(EventToolbar.Part newPart) {
        part = newPart;
        showPart();
        follow();
    }

    @Override
    public void setFollowing(boolean isFollowing) {
        followsTimeline = isFollowing;
        rowChosenNs = System.nanoTime() - FOLLOW_PAUSE_NS;
        follow();
    }

    @Override
    public void loadValues(Facet facet, FacetButton button) {
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        EventFilter filter = toolbar.filter();
        session.queries()
                .submit(
                        listing.id() + "-values",
                        q -> EventValues.of(q, listing, filter, facet).stream()
                                .map(v -> new FacetButton.Value(v.text(), v.count()))
                                .toList(),
                        button::show,
                        e -> button.failed(EventTexts.firstLine(e)));
    }

    @Override
    public void openSql() {
        TimeSpan span = partSpan();
        slot.navigation().navigator().openSql(EventValues.sql(listing, toolbar.filter(), span), true);
    }

    @Override
    public void export(RowFiles.Format format) {
        exports.save(slot.trace().session(), table.index().matchingKeys(), format);
    }

    @Override
    public void copy() {
        EventIndex index = table.index();
        long[] keys = table.table().getSelectionModel().getSelectedIndices().stream()
                .filter(i -> i < index.size())
                .limit(MAX_COPIED)
                .mapToLong(i -> index.keys()[i])
                .toArray();
        if (slot.trace().session() != null && keys.length > 0) {
            exports.copy(slot.trace().session(), keys);
        }
    }
}
