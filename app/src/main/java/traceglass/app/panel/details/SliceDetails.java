package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.details.SliceMore;
import traceglass.analysis.details.SliceQuery;
import traceglass.analysis.events.ThreadRef;
import traceglass.app.context.AppContext;
import traceglass.app.context.Navigator;
import traceglass.app.panel.debug.SlicesLikeThis;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// The details of a slice, with what Android says of it as a frame.
final class SliceDetails {

    /// Heading, bar and list of a thread's states.
    private static final int STATE_NODES = 3;

    private final AppContext context;
    private final Navigator go;
    private final Palette palette;
    private final EventParts parts;
    private final EventLinks links;

    SliceDetails(AppContext context, EventParts parts, EventLinks links) {
        this.context = context;
        this.go = context.navigator();
        this.palette = context.palette();
        this.parts = parts;
        this.links = links;
    }

    void show(EventFacts.Slice s, VBox left, VBox more, VBox aside) {
        String name = SliceQuery.name(s.name());
        left.getChildren()
                .add(parts.head(
                        name,
                        palette.slice(name),
                        "slice",
                        s.id(),
                        "SELECT id, ts, dur, name, track_id, depth\nFROM slice\nWHERE name = '"
                                + name.replace("'", "''") + "'\nORDER BY ts",
                        "All slices with this name",
                        SliceMenu.button(context, s),
                        SlicesLikeThis.button(
                                context,
                                s.name() == null ? "" : s.name(),
                                s.thread().map(ThreadRef::utid).orElse(null))));
        FieldList f = new FieldList().number("Start", parts.time(s.ts()));
        parts.timeOfDay(f, s.ts());
        if (s.dur() == 0) {
            f.text("Duration", "none, an instant");
        } else {
            f.number(
                            "Duration",
                            TimeText.exact(s.end() - s.ts()),
                            s.dur() < 0 ? "to the end of the trace, it never ended" : "")
                    .number("Self time", TimeText.exact(s.selfNs()), share(s.selfNs(), s.end() - s.ts()));
        }
        if (s.threadDur() != null && s.threadDur() >= 0) {
            f.number("CPU time", TimeText.exact(s.threadDur()), share(s.threadDur(), s.end() - s.ts()));
        }
        f.text("Category", s.category());
        parts.thread(f, s.thread());
        if (s.thread().isEmpty()) {
            f.link(
                    "Track",
                    s.track() == null || s.track().isEmpty() ? "track " + s.trackId() : s.track(),
                    () -> go.goTo("track", s.trackId()));
        }
        EventParts.app(f, s.more().app());
        f.link("SQL id", "slice[" + s.id() + "]", () -> parts.openRow("slice", s.id()));
        left.getChildren().add(f);
        if (!s.states().isEmpty()) {
            more.getChildren().add(EventParts.section("Thread state during this slice"));
            more.getChildren().add(new StateBar(s.states(), palette));
            more.getChildren().add(new StateList(s.states(), s.end() - s.ts(), palette));
        }
        frame(s.more(), f, more);
        s.more().stacks().forEach(stack -> EventParts.stack(more, stack.title(), stack.frames()));
        links.list(aside, "Blocked in", s.more().blocked());
        links.list(aside, "Slept until woken by", s.more().wakers());
        if (!s.from().isEmpty() || !s.to().isEmpty()) {
            aside.getChildren().add(EventParts.section("Flows"));
            List<Node[]> lines = new ArrayList<>();
            s.from().forEach(l -> lines.add(links.line(l, "from", before(l.ns()))));
            s.to().forEach(l -> lines.add(links.line(l, "to", before(l.ns()))));
            aside.getChildren().add(links.links(lines));
        }
        if (!s.parents().isEmpty()) {
            aside.getChildren().add(EventParts.section(s.parents().size() == 1 ? "Parent" : "Parents"));
            List<Node[]> lines = new ArrayList<>();
            for (EventFacts.Link l : s.parents()) {
                lines.add(links.line(l, "", l.ns() < 0 ? "unfinished" : l.ns() == 0 ? "" : TimeText.duration(l.ns())));
            }
            aside.getChildren().add(links.links(lines));
        }
        links.list(
                aside,
                s.more().children().size() == 1 ? "Child" : "Children, longest first",
                s.more().children());
        if (s.dur() > 0) {
            // Beside the thread's states where nothing else would be there.
            boolean alone = aside.getChildren().isEmpty() && !more.getChildren().isEmpty();
            DurationSection durations = new DurationSection(context, s, palette);
            if (alone) {
                aside.getChildren().add(durations);
            } else {
                more.getChildren().add(s.states().isEmpty() ? 0 : STATE_NODES, durations);
            }
        }
        if (more.getChildren().isEmpty() && aside.getChildren().isEmpty()) {
            more.getChildren()
                    .add(EventParts.quiet("No scheduling data, flows, parents or children go with this slice."));
        }
    }

    private void frame(SliceMore more, FieldList fields, VBox beside) {
        more.frame().ifPresent(frame -> {
            frame.fields().forEach(f -> fields.text(f[0], f[1]));
            if (!frame.means().isEmpty()) {
                Label means = EventParts.quiet(frame.means());
                means.setPadding(new Insets(0, 0, 12, 0));
                beside.getChildren().addAll(EventParts.section("What this jank means"), means);
            }
            links.list(beside, "Frames that go with it", frame.others());
        });
    }

    private static String before(long ns) {
        return ns < 0 ? TimeText.duration(ns) : "+" + TimeText.duration(ns);
    }

    private static String share(long part, long whole) {
        return whole <= 0 ? "" : StateList.percent(part, whole);
    }
}
