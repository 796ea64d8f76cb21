package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Line;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.ThreadRef;
import traceglass.store.time.TimeText;

/// Details of a slice, with Android's frame data if it is a frame.
final class SliceDetails {

    private SliceDetails() {}

    static EventDetails of(SliceFacts s) {
        List<Part> parts = new ArrayList<>();
        DetailFields fields = fields(s);
        if (!s.states().isEmpty()) {
            parts.add(new EventDetails.States("Thread state during this slice", s.states(), s.end() - s.ts()));
        }
        s.more().frame().ifPresent(frame -> {
            frame.fields().forEach(f -> fields.text(f[0], f[1]));
            if (!frame.jankExplanation().isEmpty()) {
                parts.add(new EventDetails.Heading("About this jank"));
                parts.add(new EventDetails.Note(frame.jankExplanation(), true));
            }
            list(parts, "Related frames", frame.others());
        });
        s.more().stacks().stream()
                .filter(stack -> !stack.frames().isEmpty())
                .forEach(stack -> parts.add(new EventDetails.Stack(stack)));
        List<Part> aside = aside(s);
        if (s.dur() > 0) {
            // Shown next to the thread's states if that column would otherwise be empty.
            boolean alone = aside.isEmpty() && !parts.isEmpty();
            Part lengths =
                    new EventDetails.Lengths(s.name(), s.trackId(), s.more().upid(), s.dur());
            if (alone) {
                aside.add(lengths);
            } else {
                parts.add(s.states().isEmpty() ? 0 : 1, lengths);
            }
        }
        if (parts.isEmpty() && aside.isEmpty()) {
            parts.add(new EventDetails.Note("This slice has no scheduling data, flows, parents or children.", false));
        }
        return new EventDetails(head(s), fields.all(), parts, aside, s.args(), s.name());
    }

    private static EventDetails.Head head(SliceFacts s) {
        String name = EventLink.name(s.name());
        return new EventDetails.Head(
                name,
                NamePalette.SLICE,
                name,
                "slice",
                s.id(),
                "SELECT id, ts, dur, name, track_id, depth\nFROM slice\nWHERE name = '" + name.replace("'", "''")
                        + "'\nORDER BY ts",
                "All slices with this name",
                List.of(
                        SliceLists.menu(s),
                        SliceNameTracks.menu(
                                s.name() == null ? "" : s.name(),
                                s.thread().map(ThreadRef::utid).orElse(null),
                                true)));
    }

    private static DetailFields fields(SliceFacts s) {
        DetailFields f = new DetailFields().timeAndDay("Start", s.ts());
        if (s.dur() == 0) {
            f.text("Duration", "none (instant)");
        } else {
            f.number(
                            "Duration",
                            TimeText.exact(s.end() - s.ts()),
                            s.dur() < 0 ? "never ended; shown to the end of the trace" : "")
                    .number("Self time", TimeText.exact(s.selfNs()), share(s.selfNs(), s.end() - s.ts()));
        }
        if (s.threadDur() != null && s.threadDur() >= 0) {
            f.number("CPU time", TimeText.exact(s.threadDur()), share(s.threadDur(), s.end() - s.ts()));
        }
        f.text("Category", s.category()).thread(s.thread());
        if (s.thread().isEmpty()) {
            f.link(
                    "Track",
                    s.track() == null || s.track().isEmpty() ? "track " + s.trackId() : s.track(),
                    "track",
                    s.trackId());
        }
        return f.app(s.more().app()).row("slice", s.id());
    }

    private static List<Part> aside(SliceFacts s) {
        List<Part> aside = new ArrayList<>();
        list(aside, "Blocked in", s.more().blocked());
        list(aside, "Woken by", s.more().wakers());
        if (!s.from().isEmpty() || !s.to().isEmpty()) {
            aside.add(new EventDetails.Heading("Flows"));
            List<Line> lines = new ArrayList<>();
            s.from().forEach(l -> lines.add(new Line(l, "from", before(l.ns()))));
            s.to().forEach(l -> lines.add(new Line(l, "to", before(l.ns()))));
            aside.add(new EventDetails.Links(lines));
        }
        list(aside, s.parents().size() == 1 ? "Parent" : "Parents", s.parents());
        list(
                aside,
                s.more().children().size() == 1 ? "Child" : "Children, longest first",
                s.more().children());
        return aside;
    }

    /// Adds a heading and one link with duration on each line, unless there are none.
    private static void list(List<Part> parts, String title, List<EventLink> links) {
        if (!links.isEmpty()) {
            parts.add(new EventDetails.Heading(title));
            parts.add(new EventDetails.Links(links.stream()
                    .map(l -> new Line(l, "", l.ns() == 0 ? "" : l.length()))
                    .toList()));
        }
    }

    private static String before(long ns) {
        return ns < 0 ? TimeText.duration(ns) : "+" + TimeText.duration(ns);
    }

    private static String share(long part, long whole) {
        return whole <= 0 ? "" : EventDetails.percent(part, whole);
    }
}
