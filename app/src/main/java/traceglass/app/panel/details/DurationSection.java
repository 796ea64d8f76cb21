package traceglass.app.panel.details;

import java.util.Locale;
import javafx.geometry.Insets;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.slices.DurationScope;
import traceglass.analysis.slices.Durations;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Links;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.NameRow;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.render.color.Palette;

/// Section of a slice's details that compares its duration with the durations of all slices with the same name on its
/// track, in its process or in the whole trace. Durations are counted off the JavaFX thread; each bar links to a list
/// of its slices.
final class DurationSection extends VBox {

    static final String KEY = "details-durations";

    private final TraceSlot slot;
    private final EventDetails.Lengths slice;
    private final Palette palette;
    private final DurationScope.LastDurationScope chosen;
    private final StackPane bars = new StackPane();
    private final Label summary = new Label();
    private final Hyperlink all;
    private DurationScope shown;

    DurationSection(
            TraceSlot slot, EventDetails.Lengths slice, Palette palette, DurationScope.LastDurationScope chosen) {
        super(4);
        this.slot = slot;
        this.slice = slice;
        this.palette = palette;
        this.chosen = chosen;
        Label title = new Label(DetailsTexts.DURATIONS);
        title.getStyleClass().add(Styles.SECTION);
        all = Links.of(DetailsTexts.LIST_SLICES, this::listSlices);
        all.setId("details-similar");
        all.setMinWidth(Region.USE_PREF_SIZE);
        OverflowRow choices = new OverflowRow(10, all, scopes());
        NameRow top = new NameRow(null, title, choices);
        top.setPadding(new Insets(2, 0, 3, 0));
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        summary.setId("details-durations");
        summary.setWrapText(true);
        setPadding(new Insets(0, 0, 8, 0));
        getChildren().addAll(top, bars, summary);
        load();
    }

    private Segments<DurationScope> scopes() {
        Segments<DurationScope> box = new Segments<>(s -> {
            chosen.scope = s;
            load();
        });
        for (DurationScope s : DurationScope.values()) {
            if (s != DurationScope.PROCESS || slice.upid() != null) {
                ToggleButton b = box.addSegment(
                        s, s.title(), "details-durations-" + s.name().toLowerCase(Locale.ROOT));
                // The Tab key reaches the selected button; arrow keys move to the others.
                b.focusTraversableProperty().bind(b.selectedProperty());
            }
        }
        box.setValue(scope());
        return box;
    }

    private DurationScope scope() {
        return chosen.scope == DurationScope.PROCESS && slice.upid() == null ? DurationScope.TRACK : chosen.scope;
    }

    private void load() {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        DurationScope requested = scope();
        String condition = requested.condition(slice.sliceName(), slice.trackId());
        summary.setText(DetailsTexts.COUNTING);
        trace.queries()
                .submit(
                        KEY,
                        q -> Durations.read(q, condition, slice.dur()),
                        found -> {
                            shown = requested;
                            show(found);
                        },
                        e -> summary.setText(DetailsTexts.cantCountDurations(e.getMessage())));
    }

    private void show(Durations found) {
        if (found.count() == 0) {
            bars.getChildren().clear();
            summary.setText(found.unfinished() > 0 ? DetailsTexts.NONE_ENDED : DetailsTexts.NONE_HAS_DURATION);
            return;
        }
        if (found.count() == 1 && slice.dur() > 0) {
            bars.getChildren().clear();
            summary.setText(DetailsTexts.onlySlice(shown.phrase()));
            return;
        }
        bars.getChildren()
                .setAll(new DurationBars(
                        found,
                        slice.dur(),
                        palette.slice(EventLink.name(slice.sliceName())),
                        palette,
                        bar -> listSlices(found.from(bar), found.upper()[bar])));
        StringBuilder text =
                new StringBuilder(DetailsTexts.percentiles(found.count(), found.median(), found.p90(), found.p99()));
        if (slice.dur() > 0 && found.count() > 1) {
            text.append(DetailsTexts.longerThan(100.0 * found.shorter() / found.count()));
        }
        if (found.unfinished() > 0) {
            text.append(DetailsTexts.neverEnded(found.unfinished()));
        }
        if (found.instants() > 0) {
            text.append(DetailsTexts.withoutDuration(found.instants()));
        }
        summary.setText(text.toString());
    }

    private void listSlices() {
        DurationScope scope = listedScope();
        showList(DetailsTexts.slicesNamed(EventLink.name(slice.sliceName()), scope.phrase()), scope, "");
    }

    private void listSlices(long minDur, long maxDur) {
        DurationScope scope = listedScope();
        showList(
                DetailsTexts.slicesNamed(
                        EventLink.name(slice.sliceName()), DetailsTexts.durationRange(minDur, maxDur), scope.phrase()),
                scope,
                " AND s.dur >= " + minDur + " AND s.dur <= " + maxDur);
    }

    private DurationScope listedScope() {
        return shown == null ? scope() : shown;
    }

    private void showList(String title, DurationScope scope, String condition) {
        ListPanel.show(
                slot.host().detailsPane(),
                EventListQuery.slices(title, scope.condition(slice.sliceName(), slice.trackId()) + condition));
    }
}
