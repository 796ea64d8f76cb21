package traceglass.app.window.timeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.session.TraceSession;
import traceglass.render.action.TrackControls;

/// Project section for the selected event or area.
public final class SelectionSection implements ProjectSection {

    private final TraceSlot slot;
    private final TrackControls tracks;

    public SelectionSection(TraceSlot slot, TrackControls tracks) {
        this.slot = slot;
        this.tracks = tracks;
        slot.selection().addListener(o -> slot.host().sections().notifyChanged());
    }

    @Override
    public String name() {
        return "selection";
    }

    @Override
    public Map<String, Object> state() {
        Selection selection = slot.selection().get();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("table", selection instanceof Selection.Event e ? e.table() : null);
        fields.put("id", selection instanceof Selection.Event e ? e.id() : null);
        fields.put(
                "startNs",
                switch (selection) {
                    case Selection.Event e -> e.ts();
                    case Selection.Area a -> a.start();
                    // A selection of several events is temporary and not saved.
                    case Selection.Events several -> null;
                    case Selection.None n -> null;
                });
        fields.put("endNs", selection instanceof Selection.Area a ? a.end() : null);
        fields.put(
                "tracks",
                selection instanceof Selection.Area a
                        ? a.tracks().stream().map(TrackNode::key).toList()
                        : null);
        return fields;
    }

    @Override
    public void restore(Fields f) {
        reset();
        long start = f.number("startNs", 0);
        if (f.contains("endNs")) {
            List<TrackNode> chosen = new ArrayList<>();
            for (String key : f.texts("tracks")) {
                TrackNode node = tracks.node(key);
                if (node != null && !node.isGroup()) {
                    chosen.add(node);
                }
            }
            long end = f.number("endNs", start);
            if (end > start) {
                slot.selection().set(new Selection.Area(start, end, chosen));
            }
        } else if (isRestorable(f.text("table", "")) && f.contains("id")) {
            lookUp(f.text("table", ""), f.number("id", -1), start);
        }
    }

    private static boolean isRestorable(String table) {
        return Subjects.table(table).filter(EventTable::isSavedInProjects).isPresent();
    }

    /// Selects an event by id. Another version of the program may number events differently, so the event must also
    /// have the saved timestamp.
    private void lookUp(String table, long id, long ts) {
        TraceSession session = slot.trace().session();
        session.queries()
                .submit(
                        "restore-selection",
                        q -> session.find(q, table, id),
                        found -> {
                            if (session == slot.trace().session()
                                    && slot.selection().get() == Selection.NONE) {
                                found.map(EventPosition::event)
                                        .filter(e -> e.ts() == ts)
                                        .ifPresent(slot.selection()::set);
                            }
                        },
                        e -> {
                            // The selection stays empty.
                        });
    }

    @Override
    public void reset() {
        slot.selection().set(Selection.NONE);
    }
}
