package traceglass.app.panel.details;

import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.DurationScope;
import traceglass.app.context.Messages;
import traceglass.app.context.Panel;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.store.time.TimeSpan;

/// Tab with the details of the selected event, and in narrow windows a second tab with its arguments.
public final class SelectionPanel {

    private static final double WIDE = 1200;

    private final TraceSlot slot;
    private final Messages messages;
    private final DurationScope.LastDurationScope durations;
    private final BorderPane root = new BorderPane();
    private final BorderPane argsRoot = new BorderPane();
    private final DetailsTab tab = new DetailsTab("selection", DetailsTexts.SELECTION, root);
    private final DetailsTab argsTab = new DetailsTab("arguments", DetailsTexts.ARGUMENTS, argsRoot);
    private EventDetails details;
    /// Image attached to the event, or null.
    private Image picture;
    private ArgsView args;

    private SelectionPanel(TraceSlot slot, Messages messages, DurationScope.LastDurationScope durations) {
        this.slot = slot;
        this.messages = messages;
        this.durations = durations;
        StyleSheets.add(root, StyleSheets.PANELS);
        StyleSheets.add(argsRoot, StyleSheets.PANELS);
        root.setId("details");
        argsTab.availableProperty().set(false);
        argsTab.availableProperty().addListener((_, _, available) -> {
            if (!available) {
                argsRoot.setCenter(null);
            }
        });
        slot.host().detailsPane().add(tab);
        slot.host().detailsPane().add(argsTab);
        root.widthProperty().addListener((_, _, _) -> arrange());
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.appearance().paletteProperty().addListener((_, _, _) -> {
            if (details != null) {
                show(new Found(details, picture));
            }
        });
        EventMenus.register(slot, messages.notices(), () -> details);
        selectionChanged(slot.selection().get());
    }

    /// Adds the panel to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new SelectionPanel(slot, messages, new DurationScope.LastDurationScope());
    }

    /// Creates a factory for the panels of one window, which share the scope of duration comparisons.
    public static Panel ofWindow() {
        DurationScope.LastDurationScope durations = new DurationScope.LastDurationScope();
        return (slot, window, pair) -> new SelectionPanel(slot, window.messages(), durations);
    }

    /// Result of reading an event.
    ///
    /// @param picture image decoded on the reading thread; null if the event has none
    private record Found(EventDetails details, Image picture) {

        static Found of(EventDetails details) {
            return new Found(
                    details,
                    details.parts().stream()
                            .filter(EventDetails.Picture.class::isInstance)
                            .map(p -> EventImage.decode(((EventDetails.Picture) p).bytes()))
                            .findFirst()
                            .orElse(null));
        }
    }

    private void selectionChanged(Selection selection) {
        if (selection instanceof Selection.Area || selection instanceof Selection.Events) {
            // The content of the tab that is shown stays until another tab is shown.
            slot.host().detailsPane().removeWhenUnused(tab);
            slot.host().detailsPane().removeWhenUnused(argsTab);
            clear();
            return;
        }
        slot.host().detailsPane().keepTab(tab);
        TraceSession trace = slot.trace().session();
        if (!(selection instanceof Selection.Event event) || trace == null || !trace.isReady()) {
            clear(selection instanceof Selection.Event && trace != null ? DetailsTexts.AVAILABLE_LATER : null);
            return;
        }
        slot.host().detailsPane().showForSelection(tab);
        if (details == null) {
            // Reading may take a while, and an event is already selected.
            root.setCenter(null);
        }
        tab.busyProperty().set(true);
        DetailsContext.OpenTraceObjects userTracks = EventActions.userTracks(trace, event);
        trace.queries()
                .<Optional<Found>>submit(
                        "details",
                        q -> EventActions.read(trace, q, userTracks, event).map(Found::of),
                        found -> {
                            tab.busyProperty().set(false);
                            if (found.isPresent()) {
                                show(found.get());
                            } else {
                                clear(DetailsTexts.noSuchEvent(event.table(), event.id()));
                            }
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            failed(event, e);
                        });
    }

    private void show(Found found) {
        details = found.details();
        picture = found.picture();
        TimeSpan bounds = slot.trace().session() == null
                ? new TimeSpan(0, 0)
                : slot.trace().session().bounds();
        DetailColumns main = new EventView(slot, messages.notices(), bounds, durations).node(details, found.picture());
        args = details.args().isEmpty() ? null : new ArgsView(slot, messages, details.args(), details.argsOf());
        follow(args);
        root.setCenter(main);
        arrange();
    }

    /// Marks the tab as busy while a long list of arguments is being loaded, because the details are incomplete
    /// until then.
    private void follow(ArgsView list) {
        if (list != null) {
            tab.busyProperty().set(list.busyProperty().get());
            list.busyProperty().addListener((_, _, newValue) -> {
                if (args == list) {
                    tab.busyProperty().set(newValue);
                }
            });
        }
    }

    /// Places the arguments next to the details, or in a separate tab if there is too little space.
    private void arrange() {
        boolean isWide = root.getWidth() >= WIDE * StyleSheets.factor();
        boolean isColumn = args != null && isWide;
        if (root.getCenter() instanceof DetailColumns columns && details != null) {
            columns.arrange(isColumn ? args : null, isWide && args == null);
        }
        boolean isInTab = args != null && !isColumn && root.getWidth() > 0;
        argsTab.countProperty()
                .set(args == null ? DetailsTab.NO_COUNT : details.args().size());
        if (isInTab) {
            argsRoot.setCenter(args);
            slot.host().detailsPane().keepTab(argsTab);
        } else {
            argsTab.availableProperty().set(false);
        }
    }

    private void clear(String text) {
        clear();
        argsTab.availableProperty().set(false);
        Label label = new Label(text == null ? DetailsTexts.CLICK_EVENT : text);
        label.getStyleClass().add("tg-empty");
        root.setCenter(label);
    }

    private void clear() {
        details = null;
        args = null;
        if (slot.trace().session() != null && slot.trace().session().isReady()) {
            slot.trace().session().queries().cancel("details");
        }
        tab.busyProperty().set(false);
    }

    private void failed(Selection.Event event, Exception e) {
        clear(null);
        System.getLogger(SelectionPanel.class.getName())
                .log(System.Logger.Level.WARNING, "reading details of " + event, e);
        Label label = new Label(DetailsTexts.cantLoadDetails(event, e.getMessage()));
        label.setWrapText(true);
        HBox strip = new HBox(
                8, new Icon("error", 16), label, Links.of(DetailsTexts.TRY_AGAIN, () -> selectionChanged(event)));
        strip.getStyleClass().addAll("tg-strip", "tg-error");
        BorderPane box = new BorderPane();
        box.setTop(strip);
        root.setCenter(box);
    }
}
