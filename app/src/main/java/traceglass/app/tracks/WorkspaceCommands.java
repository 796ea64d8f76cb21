package traceglass.app.tracks;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackPattern;
import traceglass.app.command.Choices;
import traceglass.app.command.Command;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.Notices;
import traceglass.render.TimelineView;
import traceglass.render.TrackControls;
import traceglass.render.item.Branch;
import traceglass.render.item.TimelineSelection;
import traceglass.store.text.Texts;

/// Registers the commands that make, fill and change workspaces.
public final class WorkspaceCommands {

    private static final String GROUP = "Workspaces";
    private static final String COPY = "Copy to a workspace: ";
    private static final String PATTERN =
            "Copy tracks to a workspace, by a regular expression for names (path: before it for the groups, too)";

    private final TraceSlot slot;
    private final Messages messages;
    private final TimelineView view;
    private final TrackControls tracks;
    private final Workspaces workspaces;
    private final TrackKeys keys;
    private BooleanSupplier shown = () -> false;

    public WorkspaceCommands(TraceSlot slot, Messages messages, TimelineView view, Workspaces workspaces) {
        this.slot = slot;
        this.messages = messages;
        this.view = view;
        this.tracks = view.tracks();
        this.workspaces = workspaces;
        this.keys = new TrackKeys(slot.trace(), messages.notices());
    }

    /// @param timeline whether the timeline is in sight
    public void register(BooleanSupplier timeline) {
        shown = timeline;
        registerArranging();
        registerCopiesOfShown();
        registerCopiesOfFound();
        new ReadyMade(slot, messages, view, workspaces).register(shown);
    }

    /// What is done with workspaces, and with the tracks inside of one.
    private void registerArranging() {
        BooleanSupplier some = () -> shown.getAsBoolean() && !workspaces.all().isEmpty();
        BooleanSupplier inside = () -> shown.getAsBoolean() && workspaces.current() != null;
        add("new", "New workspace…", "plus", "", shown, this::makeNew);
        add("switch", "Switch to another workspace…", "stack", "Ctrl+Alt+W", some, this::choose);
        add("all", "Leave the workspace: show all tracks", "stack", "", inside, () -> workspaces.show(null));
        add("rename", "Rename the workspace…", "", "", inside, () -> rename(workspaces.current()));
        add("remove", "Remove the workspace", "x", "", inside, () -> workspaces.remove(workspaces.current()));
        add(
                "group",
                "New group in the workspace…",
                "plus",
                "",
                inside,
                () -> messages.prompt().ask("Name of the group", "", this::makeGroup));
        add(
                "takeout",
                "Take the track out of the workspace",
                "x",
                "",
                () -> inside.getAsBoolean() && view.focusedRow() != null,
                () -> workspaces.takeOut(view.focusedRow()));
        add(
                "movetrack",
                "Move the track into a group of the workspace…",
                "",
                "",
                () -> inside.getAsBoolean()
                        && view.focusedRow() != null
                        && !workspaces.groups().isEmpty(),
                () -> moveInto(view.focusedRow()));
    }

    /// Copies of what the timeline has at hand.
    private void registerCopiesOfShown() {
        add(
                "copypinned",
                COPY + "pinned tracks…",
                "copy",
                "",
                () -> shown.getAsBoolean() && !tracks.pinned().isEmpty(),
                () -> copy("Pinned tracks", Branches.flat(nodes(tracks.pinned()))));
        add(
                "copyfiltered",
                COPY + "filtered tracks…",
                "copy",
                "",
                () -> shown.getAsBoolean() && !tracks.filter().isEmpty(),
                () -> copy("Filtered tracks", Branches.asShown(tracks.filtered(), tracks::node)));
        add(
                "copyselected",
                COPY + "selected tracks…",
                "copy",
                "",
                () -> shown.getAsBoolean() && !selected().isEmpty(),
                () -> copy("Selected tracks", Branches.flat(nodes(selected()))));
    }

    /// Copies of what is looked for.
    private void registerCopiesOfFound() {
        add("copyregex", COPY + "tracks by regular expression…", "copy", "", shown, () -> byPattern(Branches::flat));
        add(
                "copyregexgroups",
                COPY + "tracks by regular expression, in their groups…",
                "copy",
                "",
                shown,
                () -> byPattern(this::inGroups));
        add(
                "copymain",
                COPY + "main threads",
                "copy",
                "",
                shown,
                () -> keys.mainThreads(found -> fill("Main threads", withoutKernel(grouped(found)))));
        add(
                "copysql",
                COPY + "tracks of an SQL result…",
                "sql",
                "",
                shown,
                () -> bySql(found -> Branches.flat(own(found))));
        add(
                "copysqlgroups",
                COPY + "tracks of an SQL result, in their groups…",
                "sql",
                "",
                shown,
                () -> bySql(this::grouped));
    }

    private void add(String id, String title, String icon, String chord, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of("workspace." + id, GROUP, title, icon, chord, enabled, action));
    }

    private void makeNew() {
        messages.prompt().ask("Name of the workspace", "", name -> {
            if (!name.isBlank()) {
                workspaces.show(workspaces.create(name, List.of()));
            }
        });
    }

    private void choose() {
        messages.prompt()
                .choose(Choices.of(
                        "Which tracks to show?",
                        java.util.stream.Stream.concat(
                                        workspaces.all().stream(), java.util.stream.Stream.of((Workspace) null))
                                .map(java.util.Optional::ofNullable)
                                .toList(),
                        w -> w.map(Workspace::name).orElse("All tracks"),
                        w -> w.isPresent() ? "workspace" : "the trace's own",
                        w -> workspaces.show(w.orElse(null))));
    }

    /// Asks for another name.
    void rename(Workspace workspace) {
        messages.prompt().ask("Name of the workspace", workspace.name(), name -> {
            if (!name.isBlank() && !workspaces.rename(workspace, name)) {
                messages.notices()
                        .show(
                                Notices.Severity.WARN,
                                "workspace",
                                "Another workspace is called “" + name.strip() + "”.");
            }
        });
    }

    private void makeGroup(String name) {
        String key = workspaces.addGroup(name);
        if (key != null) {
            tracks.show(key);
        }
    }

    /// Asks into which group something is to go.
    void moveInto(String key) {
        messages.prompt()
                .choose(Choices.of(
                        "Into which group?",
                        workspaces.groups().stream()
                                .filter(g -> !g.key().equals(key))
                                .toList(),
                        Branch::name,
                        g -> "group",
                        g -> workspaces.moveInto(key, g.key())));
    }

    // ---- copying ----

    /// Asks for a workspace, puts something into it and shows it.
    void copy(String usual, List<Branch> what) {
        messages.prompt()
                .choose(new WorkspaceChoices(
                        "Copy to which workspace? A new one has the name that is typed",
                        usual,
                        workspaces,
                        w -> show(w, what)));
    }

    /// Puts something into the workspace of a name, a new one where there is none, and shows it.
    private void fill(String name, List<Branch> what) {
        if (what.isEmpty()) {
            messages.notices().show(Notices.Severity.INFO, "workspace", "There are no such tracks in this trace.");
        } else {
            show(workspaces.named(name).orElseGet(() -> workspaces.create(name, List.of())), what);
        }
    }

    private void show(Workspace workspace, List<Branch> what) {
        workspaces.show(workspaces.add(workspace, what));
        messages.status().setState("copy", "Copied", "to the workspace " + workspace.name());
    }

    private void byPattern(Function<List<TrackNode>, List<Branch>> branches) {
        messages.prompt()
                .choose(new PatternChoices(
                        PATTERN,
                        tracks.roots(),
                        TrackPattern::regex,
                        new PatternChoices.Deed(
                                "copy",
                                "Copy",
                                "track",
                                "tracks",
                                TrackPath::isTrack,
                                nodes -> copy("Chosen tracks", branches.apply(nodes)))));
    }

    private void bySql(Function<Collection<String>, List<Branch>> branches) {
        messages.prompt()
                .ask(
                        "SQL with a column track_id, utid, upid, ucpu or slice_id, such as SELECT DISTINCT track_id FROM slice"
                                + " WHERE name GLOB 'doFrame*'",
                        "",
                        sql -> keys.ofQuery(sql, found -> {
                            List<Branch> what = branches.apply(found);
                            if (what.isEmpty()) {
                                messages.notices()
                                        .show(
                                                Notices.Severity.INFO,
                                                "workspace",
                                                "The result names no track of this trace.");
                            } else {
                                messages.status()
                                        .setState("sql", "Found", Texts.count(found.size(), "track", "tracks"));
                                copy("Tracks of a query", what);
                            }
                        }));
    }

    private List<Branch> inGroups(List<TrackNode> nodes) {
        Set<String> wanted = new HashSet<>();
        nodes.forEach(n -> wanted.add(n.key()));
        return Branches.withGroups(tracks.roots(), wanted);
    }

    private List<Branch> grouped(Collection<String> found) {
        return Branches.withGroups(tracks.ownRoots(), Set.copyOf(found));
    }

    /// Each thread of the kernel is the main thread of a process of its own, which says nothing.
    private static List<Branch> withoutKernel(List<Branch> tree) {
        return tree.stream().filter(b -> !b.key().equals("kernel_threads")).toList();
    }

    /// Nodes of the trace's own tree, in the order of the tree.
    private List<TrackNode> own(Collection<String> found) {
        Set<String> wanted = Set.copyOf(found);
        return TrackPath.all(tracks.ownRoots()).stream()
                .map(TrackPath::node)
                .filter(n -> wanted.contains(n.key()))
                .toList();
    }

    private List<TrackNode> nodes(Collection<String> found) {
        return found.stream()
                .map(tracks::node)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    /// The tracks of the selected area, else the one that the keyboard is on, else that of the selected event.
    private Collection<String> selected() {
        return switch (view.selection()) {
            case TimelineSelection.Area area when !area.trackKeys().isEmpty() -> inOrder(area.trackKeys());
            case TimelineSelection.Event e
            when view.focusedRow() == null && !e.item().trackKey().isEmpty() ->
                List.of(e.item().trackKey());
            default -> view.focusedRow() == null ? List.of() : List.of(view.focusedRow());
        };
    }

    private Collection<String> inOrder(Set<String> wanted) {
        Set<String> sorted = new LinkedHashSet<>();
        TrackPath.all(tracks.roots()).stream()
                .map(p -> p.node().key())
                .filter(wanted::contains)
                .forEach(sorted::add);
        return sorted;
    }
}
