package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.render.item.Branch;

/// Project section of workspaces: names, content, view state of each, and the current one. Read after the section of
/// the trace's own tree and before sections on the current tree.
public final class WorkspacesSection implements ProjectSection {

    /// Limits the nesting of groups read from a file, which may be malformed.
    private static final int MAX_DEPTH = 32;
    private static final int MAX_WORKSPACES = 200;

    private final Workspaces workspaces;

    /// Creates the section.
    ///
    /// @param whenChanged called when data to store has changed
    public WorkspacesSection(Workspaces workspaces, Runnable whenChanged) {
        this.workspaces = workspaces;
        workspaces.allProperty().addListener(o -> whenChanged.run());
        workspaces.currentProperty().addListener(o -> whenChanged.run());
    }

    @Override
    public String name() {
        return "workspaces";
    }

    @Override
    public Map<String, Object> state() {
        List<Object> list = new ArrayList<>();
        for (Workspace w : workspaces.withCurrentState()) {
            Map<String, Object> state = TrackStateFields.of(w.state());
            state.values().removeIf(Objects::isNull);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", w.name());
            fields.put("tree", w.tree().stream().map(WorkspacesSection::fields).toList());
            fields.put("tracks", state);
            list.add(fields);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("list", list.isEmpty() ? null : list);
        fields.put(
                "shown",
                workspaces.current() == null ? null : workspaces.current().name());
        return fields;
    }

    private static Object fields(Branch branch) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key", branch.key());
        if (branch.isUserGroup()) {
            fields.put("name", branch.name());
        }
        if (!branch.children().isEmpty()) {
            fields.put(
                    "children",
                    branch.children().stream().map(WorkspacesSection::fields).toList());
        }
        return fields;
    }

    @Override
    public void restore(Fields f) {
        List<Workspace> list = new ArrayList<>();
        int shown = -1;
        for (Fields w : f.objects("list")) {
            String name = w.text("name", "").strip();
            if (!name.isEmpty()
                    && list.size() < MAX_WORKSPACES
                    && list.stream().noneMatch(other -> other.name().equalsIgnoreCase(name))) {
                if (name.equals(f.text("shown", ""))) {
                    shown = list.size();
                }
                list.add(new Workspace(
                        0, name, tree(w.objects("tree"), MAX_DEPTH), TrackStateFields.read(w.object("tracks"))));
            }
        }
        workspaces.restore(list, shown);
    }

    private static List<Branch> tree(List<Fields> list, int depth) {
        List<Branch> tree = new ArrayList<>();
        for (Fields f : list) {
            String key = f.text("key", "");
            if (!key.isEmpty() && depth > 0) {
                List<Branch> children = tree(f.objects("children"), depth - 1);
                tree.add(new Branch(
                        key,
                        key.startsWith(Branch.USER_GROUP) ? f.text("name", TrackTreeTexts.DEFAULT_GROUP) : "",
                        children));
            }
        }
        return tree;
    }

    @Override
    public void reset() {
        workspaces.restore(List.of(), -1);
    }
}
