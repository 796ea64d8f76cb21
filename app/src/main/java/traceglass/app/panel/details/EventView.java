package traceglass.app.panel.details;

import java.util.List;
import javafx.scene.image.Image;
import javafx.scene.layout.VBox;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.events.Arg;
import traceglass.app.context.AppContext;
import traceglass.store.time.TimeSpan;

/// Turns the facts about an event into the columns of the drawer: fields at the left, what goes with the event beside
/// them. The arguments are a column of their own.
final class EventView {

    private final SliceDetails slices;
    private final SchedDetails sched;
    private final CounterDetails counters;
    private final RowDetails rows;

    EventView(AppContext context, TimeSpan trace) {
        EventLinks links = new EventLinks(context.navigator());
        EventParts parts = new EventParts(context, trace);
        slices = new SliceDetails(context, parts, links);
        sched = new SchedDetails(context, parts, links);
        counters = new CounterDetails(context, parts);
        rows = new RowDetails(context, parts, links);
    }

    /// The arguments that are shown beside it.
    static List<Arg> args(EventFacts facts) {
        return switch (facts) {
            case EventFacts.Slice s -> s.args();
            case EventFacts.Counter c -> c.args();
            case EventFacts.Other o -> o.args();
            case EventFacts.Row r -> r.columns();
            default -> List.of();
        };
    }

    /// Fields and what goes with the event, side by side.
    ///
    /// @param picture that the event carries, or null
    DetailColumns node(EventFacts facts, Image picture) {
        VBox fields = new VBox();
        VBox more = new VBox();
        VBox aside = new VBox();
        switch (facts) {
            case EventFacts.Slice s -> slices.show(s, fields, more, aside);
            case EventFacts.Sched s -> sched.show(s, fields, more);
            case EventFacts.ThreadState s -> sched.show(s, fields, more, aside);
            case EventFacts.Counter c -> counters.show(c, fields);
            case EventFacts.Other o -> rows.show(o, fields, more);
            case EventFacts.Row r -> rows.show(r, fields);
            case EventFacts.Derived d -> rows.show(d, picture, fields, more);
            case EventFacts.Sample c -> counters.show(c, fields);
        }
        return new DetailColumns(fields.getChildren(), more.getChildren(), aside.getChildren());
    }
}
