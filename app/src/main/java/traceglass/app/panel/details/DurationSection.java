package traceglass.app.panel.details;

import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
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
import traceglass.app.ui.NameRow;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.render.color.Palette;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Section of a slice's details that compares its duration with those of all slices with the same name on its track, in
/// its process or in the unbroken trace. Durations are counted off the JavaFX thread; each bar links to a list of its
/// slices.
final class DurationSection extends VBox {

    static final String KEY = "details-durations";

    private final TraceSlot slot;
    private final EventDetails.Lengths slice;
    private final Palette palette;
    private final DurationScope.LastDurationScope chosen;
    private final StackPane bars = new StackPane();
    private final Label facts = new Label();
    private final Hyperlink all;
    private DurationScope shown;

    DurationSection(
            TraceSlot slot, EventDetails.Lengths slice, Palette palette, DurationScope.LastDurationScope chosen) {
        super(4);
        this.slot = slot;
        this.slice = slice;
        this.palette = palette;
        this.chosen = chosen;
        Label title = new Label("Durations of slices with this name");
        title.getStyleClass().add(Styles.SECTION);
        all = Links.of("List slices", () -> list("", ""));
        all.setId("details-similar");
        all.setMinWidth(Region.USE_PREF_SIZE);
        HBox choices = new HBox(10, all, scopes());
        choices.setAlignment(Pos.CENTER_LEFT);
        NameRow top = new NameRow(null, title, choices);
        top.setPadding(new javafx.geometry.Insets(2, 0, 3, 0));
        facts.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        facts.setId("details-durations");
        facts.setWrapText(true);
        setPadding(new javafx.geometry.Insets(0, 0, 8, 0));
        getChildren().addAll(top, bars, facts);
        load();
    }

    private Segments<DurationScope> scopes() {
        Segments<DurationScope> box = new Segments<>(s -> {
            chosen.scope = s;
            load();
        });
        for (DurationScope s : DurationScope.values()) {
            if (s != DurationScope.PROCESS || slice.upid() != null) {
                ToggleButton b =
                        box.add(s, s.title(), "details-durations-" + s.name().toLowerCase(java.util.Locale.ROOT));
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
        DurationScope asked = scope();
        String where = asked.where(slice.sliceName(), slice.trackId());
        facts.setText("Counting…");
        trace.queries()
                .submit(
                        KEY,
                        q -> Durations.read(q, where, slice.dur()),
                        found -> {
                            shown = asked;
                            show(found);
                        },
                        e -> facts.setText("Can't count the durations: " + e.getMessage()));
    }

    private void show(Durations found) {
        if (found.count() == 0) {
            bars.getChildren().clear();
            facts.setText(
                    found.unfinished() > 0
                            ? "No slice with this name has ended."
                            : "No slice with this name has a duration.");
            return;
        }
        if (found.count() == 1 && slice.dur() > 0) {
            bars.getChildren().clear();
            facts.setText("This is the only slice with this name and a duration " + shown.words() + ".");
            return;
        }
        bars.getChildren()
                .setAll(new DurationBars(
                        found,
                        slice.dur(),
                        palette.slice(EventLink.name(slice.sliceName())),
                        palette,
                        bar -> list(
                                " AND s.dur >= " + found.from(bar) + " AND s.dur <= " + found.upper()[bar],
                                found.from(bar) == found.upper()[bar]
                                        ? " of " + TimeText.duration(found.upper()[bar])
                                        : " of " + TimeText.duration(found.from(bar)) + " – "
                                                + TimeText.duration(found.upper()[bar]))));
        StringBuilder text = new StringBuilder(DisplayText.count(found.count(), "slice", "slices"))
                .append(": median ")
                .append(unbroken(found.median()))
                .append(", p90 ")
                .append(unbroken(found.p90()))
                .append(", p99 ")
                .append(unbroken(found.p99()));
        if (slice.dur() > 0 && found.count() > 1) {
            text.append(String.format(
                    java.util.Locale.ROOT,
                    "; this slice is longer than %.1f\u00a0%%",
                    100.0 * found.shorter() / found.count()));
        }
        if (found.unfinished() > 0) {
            text.append("; ").append(DisplayText.grouped(found.unfinished())).append(" never ended");
        }
        if (found.instants() > 0) {
            text.append("; ").append(DisplayText.grouped(found.instants())).append(" without duration");
        }
        facts.setText(text.toString());
    }

    /// Formats a duration without line break opportunities.
    private static String unbroken(long ns) {
        return TimeText.duration(ns).replace(' ', '\u00a0');
    }

    private void list(String more, String words) {
        DurationScope scope = shown == null ? scope() : shown;
        ListPanel.show(
                slot.host().detailsPane(),
                EventListQuery.slices(
                        "“" + EventLink.name(slice.sliceName()) + "”" + words + " " + scope.words(),
                        scope.where(slice.sliceName(), slice.trackId()) + more));
    }
}
