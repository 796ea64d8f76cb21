package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Line;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.report.ReportTexts;
import traceglass.store.time.TimeText;

/// Details of a slice, with Android's frame data if it is a frame.
final class SliceDetails {

    private SliceDetails() {}

    static EventDetails of(SliceInfo s) {
        List<Part> parts = new ArrayList<>();
        DetailFields fields = fields(s);
        if (!s.states().isEmpty()) {
            parts.add(new EventDetails.States(SliceTexts.THREAD_STATES, s.states(), s.end() - s.ts()));
        }
        s.relations().frame().ifPresent(frame -> {
            frame.fields().forEach(f -> fields.text(f[0], f[1]));
            if (!frame.jankExplanation().isEmpty()) {
                parts.add(new EventDetails.Heading(SliceTexts.ABOUT_JANK));
                parts.add(new EventDetails.Note(frame.jankExplanation(), true));
            }
            addList(parts, SliceTexts.RELATED_FRAMES, frame.links());
        });
        s.relations().stacks().stream()
                .filter(stack -> !stack.frames().isEmpty())
                .forEach(stack -> parts.add(new EventDetails.Stack(stack)));
        List<Part> sideParts = sideParts(s);
        if (s.dur() > 0) {
            // Shown next to the thread's states if that column would otherwise be empty.
            boolean isAlone = sideParts.isEmpty() && !parts.isEmpty();
            Part lengths = new EventDetails.Lengths(
                    s.name(), s.trackId(), s.relations().upid(), s.dur());
            if (isAlone) {
                sideParts.add(lengths);
            } else {
                parts.add(s.states().isEmpty() ? 0 : 1, lengths);
            }
        }
        if (parts.isEmpty() && sideParts.isEmpty()) {
            parts.add(new EventDetails.Note(SliceTexts.NO_RELATIONS, false));
        }
        return new EventDetails(head(s), fields.all(), parts, sideParts, s.args(), s.name());
    }

    private static EventDetails.Head head(SliceInfo s) {
        String name = EventLink.name(s.name());
        return new EventDetails.Head(
                name,
                NamePalette.SLICE,
                s.relations().frame().map(SliceRelations.FrameDetails::colorKey).orElse(name),
                "slice",
                s.id(),
                "SELECT id, ts, dur, name, track_id, depth\nFROM slice\nWHERE name = '" + name.replace("'", "''")
                        + "'\nORDER BY ts",
                SliceTexts.ALL_WITH_NAME,
                List.of(
                        SliceLists.menu(s),
                        SliceNameTracks.menu(
                                s.name() == null ? "" : s.name(),
                                s.thread().map(ThreadRef::utid).orElse(null),
                                true)));
    }

    private static DetailFields fields(SliceInfo s) {
        DetailFields f = new DetailFields().timeWithTimeOfDay(EventDetailTexts.START, s.ts());
        if (s.dur() == 0) {
            f.text(EventDetailTexts.DURATION, EventDetailTexts.INSTANT);
        } else {
            f.number(
                            EventDetailTexts.DURATION,
                            TimeText.exact(s.end() - s.ts()),
                            s.dur() < 0 ? SliceTexts.NEVER_ENDED : "")
                    .number(SliceTexts.SELF_TIME, TimeText.exact(s.selfNs()), share(s.selfNs(), s.end() - s.ts()));
        }
        if (s.threadDur() != null && s.threadDur() >= 0) {
            f.number(ReportTexts.CPU_TIME, TimeText.exact(s.threadDur()), share(s.threadDur(), s.end() - s.ts()));
        }
        f.text(SliceTexts.CATEGORY, s.category()).thread(s.thread());
        if (s.thread().isEmpty()) {
            f.link(
                    EventDetailTexts.TRACK,
                    s.track() == null || s.track().isEmpty() ? SliceTexts.track(s.trackId()) : s.track(),
                    "track",
                    s.trackId());
        }
        return f.app(s.relations().app()).row("slice", s.id());
    }

    private static List<Part> sideParts(SliceInfo s) {
        List<Part> parts = new ArrayList<>();
        addList(parts, EventDetailTexts.BLOCKED_IN, s.relations().blocked());
        addList(parts, EventDetailTexts.WOKEN_BY, s.relations().wakers());
        if (!s.from().isEmpty() || !s.to().isEmpty()) {
            parts.add(new EventDetails.Heading(SliceTexts.FLOWS));
            List<Line> lines = new ArrayList<>();
            s.from().forEach(l -> lines.add(new Line(l, SliceTexts.FLOW_FROM, offsetText(l.ns()))));
            s.to().forEach(l -> lines.add(new Line(l, SliceTexts.FLOW_TO, offsetText(l.ns()))));
            parts.add(new EventDetails.Links(lines));
        }
        addList(parts, SliceTexts.parents(s.parents().size()), s.parents());
        addList(
                parts,
                SliceTexts.children(s.relations().children().size()),
                s.relations().children());
        return parts;
    }

    /// Adds a heading and one link with duration on each line, unless there are none.
    private static void addList(List<Part> parts, String title, List<EventLink> links) {
        if (!links.isEmpty()) {
            parts.add(new EventDetails.Heading(title));
            parts.add(new EventDetails.Links(links.stream()
                    .map(l -> new Line(l, "", l.ns() == 0 ? "" : l.length()))
                    .toList()));
        }
    }

    private static String offsetText(long ns) {
        return ns < 0 ? TimeText.duration(ns) : "+" + TimeText.duration(ns);
    }

    private static String share(long part, long total) {
        return total <= 0 ? "" : EventDetails.percent(part, total);
    }
}
