package traceglass.app.panel.details;

import java.util.Optional;
import javafx.scene.image.Image;
import javafx.scene.layout.VBox;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.details.SliceQuery;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.AppContext;
import traceglass.app.context.Navigator;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// The details of what is known by its row alone: of any other table, of a debug track, and what is worked out from
/// other events.
final class RowDetails {

    private final AppContext context;
    private final Navigator go;
    private final Palette palette;
    private final EventParts parts;
    private final EventLinks links;

    RowDetails(AppContext context, EventParts parts, EventLinks links) {
        this.context = context;
        this.go = context.navigator();
        this.palette = context.palette();
        this.parts = parts;
        this.links = links;
    }

    void show(EventFacts.Other o, VBox left, VBox more) {
        String name = o.frames().isEmpty()
                ? o.columns().stream()
                        .filter(c -> c[0].equals("name") || c[0].equals("msg"))
                        .map(c -> c[1])
                        .findFirst()
                        .orElse(o.table().replace('_', ' '))
                : o.frames().getFirst()[0];
        left.getChildren()
                .add(parts.head(
                        name,
                        palette.slice(name),
                        o.table(),
                        o.id(),
                        "SELECT *\nFROM " + o.table() + "\nORDER BY ts",
                        "All events of this kind"));
        FieldList f = new FieldList().number("Time", parts.time(o.ts()));
        parts.timeOfDay(f, o.ts());
        parts.thread(f, o.thread());
        for (String[] column : o.columns()) {
            f.text(column[0].replace('_', ' '), column[1]);
        }
        f.link("SQL id", o.table() + "[" + o.id() + "]", () -> parts.openRow(o.table(), o.id()));
        left.getChildren().add(f);
        EventParts.stack(more, o.table().equals("heap_graph") ? "Where memory ran out" : "Callstack", o.frames());
    }

    void show(EventFacts.Row r, VBox left) {
        Optional<DebugTracks> made = context.session() == null
                ? Optional.empty()
                : context.session().debugTracks().inTable(r.table());
        String title = made.map(m -> m.spec().title()).orElse(r.table());
        boolean sample = r.value() != null;
        String name = sample ? title : SliceQuery.name(r.name());
        left.getChildren()
                .add(parts.head(
                        name,
                        sample ? palette.counterLine : palette.slice(name),
                        r.table(),
                        r.id(),
                        made.map(m -> m.spec().sql()).orElse("SELECT * FROM " + r.table()),
                        "The query of this track"));
        FieldList f = new FieldList();
        if (sample) {
            f.number("Value", EventParts.value(r.value())).number("Time", parts.time(r.ts()));
        } else {
            f.number("Start", parts.time(r.ts()));
            if (r.dur() == 0) {
                f.text("Duration", "none, an instant");
            } else {
                EventParts.duration(f, r.dur());
            }
        }
        String track = made.flatMap(m -> m.tracks().stream()
                        .filter(t -> t.key().equals(DebugTracks.trackKey(r.table(), r.track())))
                        .findFirst())
                .map(TrackNode::name)
                .filter(n -> !n.equals(title))
                .map(n -> title + " · " + n)
                .orElse(title);
        f.text("Debug track", track);
        f.link("SQL id", r.table() + "[" + r.id() + "]", () -> parts.openRow(r.table(), r.id()));
        left.getChildren().add(f);
    }

    void show(EventFacts.Derived d, Image picture, VBox left, VBox more) {
        left.getChildren()
                .add(parts.head(
                        d.name(),
                        palette.slice(d.color() == null ? d.name() : d.color()),
                        d.table().name(),
                        d.id(),
                        DerivedTables.sql(d.table()),
                        "All of these as SQL"));
        FieldList f = new FieldList().text("What", d.table().what()).number("Start", parts.time(d.ts()));
        EventParts.duration(f, d.dur());
        for (String[] column : d.columns()) {
            f.text(column[0], column[1]);
        }
        d.links().forEach(l -> f.link(l.where(), l.text(), () -> go.goTo(l.table(), l.id())));
        left.getChildren().add(f);
        if (picture != null) {
            more.getChildren().add(EventPicture.node(picture, d.name()));
        }
        if (!d.parts().isEmpty()) {
            more.getChildren().add(EventParts.section("What it spent its time on"));
            more.getChildren()
                    .add(links.links(d.parts().stream()
                            .map(l -> links.line(
                                    l, "", TimeText.duration(l.ns()) + "  " + StateList.percent(l.ns(), d.dur())))
                            .toList()));
        }
    }
}
