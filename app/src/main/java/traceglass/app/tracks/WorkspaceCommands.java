package traceglass.app.tracks;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackPattern;
import traceglass.app.command.Choices;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.Branch;
import traceglass.render.item.TimelineSelection;

/// Registers the commands that create, fill and change workspaces.
public final class WorkspaceCommands {

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

    /// Registers the commands.
    ///
    /// @param isTimelineShown whether the timeline is visible
    public void register(BooleanSupplier isTimelineShown) {
        shown = isTimelineShown;
        registerArranging();
        registerCopiesOfShown();
        registerCopiesOfFound();
        new PredefinedWorkspaces(slot, messages, view, workspaces).register(shown);
    }

    /// Registers the commands on workspaces and on the tracks inside them.
    private void registerArranging() {
        BooleanSupplier hasWorkspaces =
                () -> shown.getAsBoolean() && !workspaces.all().isEmpty();
        BooleanSupplier isInside = () -> shown.getAsBoolean() && workspaces.current() != null;
        add("new", TrackTreeTexts.NEW_WORKSPACE, "plus", "", shown, this::createNew);
        add("switch", TrackTreeTexts.SWITCH_WORKSPACE, "stack", "Ctrl+Alt+W", hasWorkspaces, this::choose);
        add("all", TrackTreeTexts.LEAVE_WORKSPACE, "stack", "", isInside, () -> workspaces.show(null));
        add("rename", TrackTreeTexts.RENAME_WORKSPACE, "", "", isInside, () -> rename(workspaces.current()));
        add(
                "remove",
                TrackTreeTexts.REMOVE_WORKSPACE,
                "x",
                "",
                isInside,
                () -> workspaces.remove(workspaces.current()));
        add(
                "group",
                TrackTreeTexts.NEW_GROUP,
                "plus",
                "",
                isInside,
                () -> messages.prompt().ask(TrackTreeTexts.ASK_GROUP_NAME, "", this::createGroup));
        add(
                "takeout",
                TrackTreeTexts.REMOVE_TRACK,
                "x",
                "",
                () -> isInside.getAsBoolean() && view.focusedRow() != null,
                () -> workspaces.removeTrack(view.focusedRow()));
        add(
                "movetrack",
                TrackTreeTexts.MOVE_TRACK,
                "",
                "",
                () -> isInside.getAsBoolean()
                        && view.focusedRow() != null
                        && !workspaces.groups().isEmpty(),
                () -> moveInto(view.focusedRow()));
    }

    /// Registers the commands that copy pinned, filtered or selected tracks.
    private void registerCopiesOfShown() {
        add(
                "copypinned",
                TrackTreeTexts.COPY_PINNED,
                "copy",
                "",
                () -> shown.getAsBoolean() && !tracks.pinned().isEmpty(),
                () -> copy(TrackTreeTexts.PINNED_TRACKS, BranchTrees.flat(nodes(tracks.pinned()))));
        add(
                "copyfiltered",
                TrackTreeTexts.COPY_FILTERED,
                "copy",
                "",
                () -> shown.getAsBoolean() && !tracks.filter().isEmpty(),
                () -> copy(TrackTreeTexts.FILTERED_TRACKS, BranchTrees.asShown(tracks.filtered(), tracks::node)));
        add(
                "copyselected",
                TrackTreeTexts.COPY_SELECTED,
                "copy",
                "",
                () -> shown.getAsBoolean() && !selected().isEmpty(),
                () -> copy(TrackTreeTexts.SELECTED_TRACKS, BranchTrees.flat(nodes(selected()))));
    }

    /// Registers the commands that copy tracks found by a pattern or a query.
    private void registerCopiesOfFound() {
        add("copyregex", TrackTreeTexts.COPY_REGEX, "copy", "", shown, () -> copyByPattern(BranchTrees::flat));
        add(
                "copyregexgroups",
                TrackTreeTexts.COPY_REGEX_GROUPS,
                "copy",
                "",
                shown,
                () -> copyByPattern(this::inGroups));
        add(
                "copymain",
                TrackTreeTexts.COPY_MAIN_THREADS,
                "copy",
                "",
                shown,
                () -> keys.mainThreads(found -> fill(TrackTreeTexts.MAIN_THREADS, withoutKernel(grouped(found)))));
        add(
                "copysql",
                TrackTreeTexts.COPY_SQL,
                "sql",
                "",
                shown,
                () -> copyBySql(found -> BranchTrees.flat(nodesOfTrace(found))));
        add("copysqlgroups", TrackTreeTexts.COPY_SQL_GROUPS, "sql", "", shown, () -> copyBySql(this::grouped));
    }

    private void add(String id, String title, String icon, String chord, BooleanSupplier enabled, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of("workspace." + id, CommandGroups.WORKSPACES, title, icon, chord, enabled, action));
    }

    private void createNew() {
        messages.prompt().ask(TrackTreeTexts.ASK_WORKSPACE_NAME, "", name -> {
            if (!name.isBlank()) {
                workspaces.show(workspaces.create(name, List.of()));
            }
        });
    }

    private void choose() {
        messages.prompt()
                .choose(Choices.of(
                        TrackTreeTexts.ASK_WORKSPACE,
                        Stream.concat(workspaces.all().stream(), Stream.of((Workspace) null))
                                .map(Optional::ofNullable)
                                .toList(),
                        w -> w.map(Workspace::name).orElse(TrackTreeTexts.ALL_TRACKS),
                        w -> w.isPresent() ? TrackTreeTexts.KIND_WORKSPACE : TrackTreeTexts.KIND_TRACE,
                        w -> workspaces.show(w.orElse(null))));
    }

    /// Asks for a new name.
    void rename(Workspace workspace) {
        messages.prompt().ask(TrackTreeTexts.ASK_WORKSPACE_NAME, workspace.name(), name -> {
            if (!name.isBlank() && !workspaces.rename(workspace, name)) {
                messages.notices().show(Notices.Severity.WARN, "workspace", TrackTreeTexts.nameTaken(name.strip()));
            }
        });
    }

    private void createGroup(String name) {
        String key = workspaces.addGroup(name);
        if (key != null) {
            tracks.show(key);
        }
    }

    /// Asks for the group to move a track to.
    void moveInto(String key) {
        messages.prompt()
                .choose(Choices.of(
                        TrackTreeTexts.ASK_GROUP,
                        workspaces.groups().stream()
                                .filter(g -> !g.key().equals(key))
                                .toList(),
                        Branch::name,
                        g -> TrackTreeTexts.KIND_GROUP,
                        g -> workspaces.moveInto(key, g.key())));
    }

    // ---- copy ----

    /// Asks for a workspace, adds the branches to it and shows it.
    void copy(String suggestedName, List<Branch> branches) {
        messages.prompt()
                .choose(new WorkspaceChoices(
                        TrackTreeTexts.ASK_NEW_OR_EXISTING, suggestedName, workspaces, w -> show(w, branches)));
    }

    /// Adds the branches to the workspace with this name, creating it if necessary, and shows it.
    private void fill(String name, List<Branch> branches) {
        if (branches.isEmpty()) {
            messages.notices().show(Notices.Severity.INFO, "workspace", TrackTreeTexts.NO_SUCH_TRACKS);
        } else {
            show(workspaces.findByName(name).orElseGet(() -> workspaces.create(name, List.of())), branches);
        }
    }

    private void show(Workspace workspace, List<Branch> branches) {
        workspaces.show(workspaces.add(workspace, branches));
        messages.status().setState("copy", CommonTexts.COPIED, TrackTreeTexts.toWorkspace(workspace.name()));
    }

    private void copyByPattern(Function<List<TrackNode>, List<Branch>> toBranches) {
        messages.prompt()
                .choose(new PatternChoices(
                        TrackTreeTexts.ASK_COPIED_REGEX,
                        tracks.roots(),
                        TrackPattern::regex,
                        new PatternChoices.PatternAction(
                                "copy",
                                TrackTreeTexts::copyAll,
                                TrackTreeTexts::tracks,
                                TrackPath::isTrack,
                                nodes -> copy(TrackTreeTexts.MATCHING_TRACKS, toBranches.apply(nodes)))));
    }

    private void copyBySql(Function<Collection<String>, List<Branch>> toBranches) {
        messages.prompt()
                .ask(
                        TrackTreeTexts.ASK_SQL,
                        "",
                        sql -> keys.ofQuery(sql, found -> {
                            List<Branch> branches = toBranches.apply(found);
                            if (branches.isEmpty()) {
                                messages.notices()
                                        .show(Notices.Severity.INFO, "workspace", TrackTreeTexts.RESULT_WITHOUT_TRACKS);
                            } else {
                                messages.status()
                                        .setState("sql", TrackTreeTexts.FOUND, TrackTreeTexts.tracks(found.size()));
                                copy(TrackTreeTexts.QUERY_RESULT, branches);
                            }
                        }));
    }

    private List<Branch> inGroups(List<TrackNode> nodes) {
        Set<String> keysOfNodes = new HashSet<>();
        nodes.forEach(n -> keysOfNodes.add(n.key()));
        return BranchTrees.withGroups(tracks.roots(), keysOfNodes);
    }

    private List<Branch> grouped(Collection<String> found) {
        return BranchTrees.withGroups(tracks.ownRoots(), Set.copyOf(found));
    }

    /// Every kernel thread is the main thread of its own process, so kernel threads are excluded.
    private static List<Branch> withoutKernel(List<Branch> tree) {
        return tree.stream().filter(b -> !b.key().equals("kernel_threads")).toList();
    }

    /// Nodes of the trace's own tree, in tree order.
    private List<TrackNode> nodesOfTrace(Collection<String> found) {
        Set<String> unique = Set.copyOf(found);
        return TrackPath.all(tracks.ownRoots()).stream()
                .map(TrackPath::node)
                .filter(n -> unique.contains(n.key()))
                .toList();
    }

    private List<TrackNode> nodes(Collection<String> found) {
        return found.stream().map(tracks::node).filter(Objects::nonNull).toList();
    }

    /// Keys of the tracks of the selected area, otherwise of the focused track, otherwise of the selected event's
    /// track.
    private Collection<String> selected() {
        return switch (view.selection()) {
            case TimelineSelection.Area area when !area.trackKeys().isEmpty() -> inOrder(area.trackKeys());
            case TimelineSelection.Event e
            when view.focusedRow() == null && !e.item().trackKey().isEmpty() ->
                List.of(e.item().trackKey());
            default -> view.focusedRow() == null ? List.of() : List.of(view.focusedRow());
        };
    }

    private Collection<String> inOrder(Set<String> unordered) {
        Set<String> sorted = new LinkedHashSet<>();
        TrackPath.all(tracks.roots()).stream()
                .map(p -> p.node().key())
                .filter(unordered::contains)
                .forEach(sorted::add);
        return sorted;
    }
}
