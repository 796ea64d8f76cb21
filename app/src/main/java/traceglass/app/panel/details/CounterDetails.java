package traceglass.app.panel.details;

import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import traceglass.analysis.details.EventFacts;
import traceglass.app.context.AppContext;
import traceglass.app.context.Navigator;
import traceglass.app.ui.Styles;
import traceglass.render.color.Palette;
import traceglass.store.text.Texts;
import traceglass.store.time.TimeText;

/// The details of a counter's sample, recorded or computed from others.
final class CounterDetails {

    private final Navigator go;
    private final Palette palette;
    private final EventParts parts;

    CounterDetails(AppContext context, EventParts parts) {
        this.go = context.navigator();
        this.palette = context.palette();
        this.parts = parts;
    }

    void show(EventFacts.Counter c, VBox left) {
        left.getChildren()
                .add(parts.head(
                        c.track(),
                        palette.counterLine,
                        "counter",
                        c.id(),
                        "SELECT id, ts, value, track_id\nFROM counter\nWHERE track_id = " + c.trackId()
                                + "\nORDER BY ts",
                        "All samples of this counter"));
        FieldList f = values(c.value(), c.delta(), c.unit());
        f.number("Time", parts.time(c.ts()));
        parts.timeOfDay(f, c.ts());
        holds(f, c.dur());
        f.text("Of", c.owner());
        f.link("Track", c.track(), () -> go.goTo("track", c.trackId()));
        f.link("SQL id", "counter[" + c.id() + "]", () -> parts.openRow("counter", c.id()));
        left.getChildren().add(f);
    }

    void show(EventFacts.Sample c, VBox left) {
        Label title = new Label(Texts.oneLine(c.track()));
        title.setId("details-name");
        title.getStyleClass().addAll(Styles.STRONG, "tg-details-head");
        FieldList f = values(c.value(), c.delta(), c.unit());
        f.number("Time", parts.time(c.ts()));
        holds(f, c.dur());
        f.text("Computed as", c.formula());
        c.of().forEach(counter -> f.number(counter[0], counter[1]));
        left.getChildren().addAll(title, f);
    }

    /// @param delta from the sample before; null where there is none
    private static FieldList values(double value, Double delta, String unit) {
        String after = unit.isEmpty() ? "" : " " + unit;
        FieldList f = new FieldList().number("Value", EventParts.value(value) + after);
        if (delta != null) {
            f.number("Change", (delta > 0 ? "+" : "") + EventParts.value(delta) + after, "from the sample before");
        }
        return f;
    }

    /// @param durNs null to the end of the trace
    private static void holds(FieldList f, Long durNs) {
        if (durNs != null) {
            f.number("Holds for", TimeText.exact(durNs), "until the next sample");
        } else {
            f.text("Holds for", "the rest of the trace");
        }
    }
}
