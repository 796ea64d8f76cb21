package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.analysis.processes.ThreadTracks;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.command.Choices;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.command.Commands;
import traceglass.app.context.Messages;
import traceglass.app.context.Prompt;
import traceglass.app.context.TraceSlot;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.Branch;

/// Predefined workspaces for common tasks: a process with the tracks involved in drawing, Chrome navigations,
/// unfolding of a foldable device. The rules follow the plugins SysUIWorkspace, ChromeNavigation and
/// LargeScreensPerf of Perfetto's UI.
final class PredefinedWorkspaces {

    private static final String SYSTEM_UI = "com.android.systemui";
    /// System UI tracks that are top-level, or in a group if there are several of one kind.
    private static final List<String> SYSTEM_UI_TRACKS = List.of("L<", "UI Events", "IKeyguardService", "Transition:");
    private static final Pattern NAVIGATION = Pattern.compile("CrBrowserMain|CrRendererMain|Navigation");
    /// `group##track`: Android's naming convention for related tracks.
    private static final Pattern GROUPED = Pattern.compile("(.+?)##(.+)");

    private final Commands commands;
    private final Prompt prompt;
    private final TrackControls tracks;
    private final Workspaces workspaces;
    private final TrackKeys keys;

    PredefinedWorkspaces(TraceSlot slot, Messages messages, TimelineView view, Workspaces workspaces) {
        this.commands = slot.host().commands();
        this.prompt = messages.prompt();
        this.tracks = view.tracks();
        this.workspaces = workspaces;
        this.keys = new TrackKeys(slot.trace(), messages.notices());
    }

    void register(BooleanSupplier isShown) {
        add(
                "process",
                TrackTreeTexts.FOR_PROCESS,
                () -> isShown.getAsBoolean() && !processes().isEmpty(),
                () -> prompt.choose(Choices.of(
                        TrackTreeTexts.ASK_PROCESS,
                        processes(),
                        TrackPath::nameOf,
                        TrackNode::sideText,
                        p -> showProcess(p, p.name(), List.of()))));
        add(
                "systemui",
                TrackTreeTexts.FOR_SYSTEM_UI,
                () -> isShown.getAsBoolean() && systemUi().isPresent(),
                () -> systemUi().ifPresent(p -> showProcess(p, TrackTreeTexts.SYSTEM_UI, SYSTEM_UI_TRACKS)));
        add(
                "navigations",
                TrackTreeTexts.FOR_NAVIGATIONS,
                () -> isShown.getAsBoolean() && hasTrack(NAVIGATION.asPredicate()),
                () -> showOrCreate(
                        TrackTreeTexts.NAVIGATIONS,
                        () -> BranchTrees.withGroups(
                                tracks.ownRoots(),
                                tracksNamed(n -> NAVIGATION.matcher(n).find()))));
        add(
                "unfold",
                TrackTreeTexts.FOR_UNFOLDING,
                () -> isShown.getAsBoolean() && hasTrack(PredefinedWorkspaces::isUnfolding),
                () -> showOrCreate(TrackTreeTexts.UNFOLDING, this::unfolding));
    }

    private void add(String id, String title, BooleanSupplier isEnabled, Runnable action) {
        commands.register(
                Command.of("workspace." + id, CommandGroups.WORKSPACES, title, "star", "", isEnabled, action));
    }

    private List<TrackNode> processes() {
        return tracks.ownRoots().stream().filter(TrackNode::isProcess).toList();
    }

    private Optional<TrackNode> systemUi() {
        return processes().stream().filter(n -> n.name().equals(SYSTEM_UI)).findFirst();
    }

    private boolean hasTrack(Predicate<String> name) {
        return isAnyNamed(tracks.ownRoots(), name);
    }

    private static boolean isAnyNamed(List<TrackNode> nodes, Predicate<String> name) {
        for (TrackNode n : nodes) {
            if (!n.isGroup() && name.test(n.name()) || isAnyNamed(n.children(), name)) {
                return true;
            }
        }
        return false;
    }

    private Set<String> tracksNamed(Predicate<String> name) {
        Set<String> found = new HashSet<>();
        TrackPath.all(tracks.ownRoots()).stream()
                .filter(p -> p.isTrack() && name.test(p.node().name()))
                .forEach(p -> found.add(p.node().key()));
        return found;
    }

    /// Shows the workspace with this name, creating it if necessary.
    private void showOrCreate(String name, Supplier<List<Branch>> tree) {
        workspaces.show(workspaces.findByName(name).orElseGet(() -> workspaces.create(name, tree.get())));
    }

    // ---- process ----

    private void showProcess(TrackNode process, String name, List<String> names) {
        if (workspaces.findByName(name).isPresent()) {
            workspaces.show(workspaces.findByName(name).get());
            return;
        }
        long upid = process.kind().owner().upid();
        keys.queryTracks(
                (q, index) -> ThreadTracks.Roles.read(q, index, upid),
                threads -> showOrCreate(name, () -> ofProcess(process, threads, names)));
    }

    private static List<Branch> ofProcess(TrackNode process, ThreadTracks.Roles threads, List<String> names) {
        List<TrackNode> all = TrackPath.all(process.children()).stream()
                .map(TrackPath::node)
                .filter(n -> !n.isGroup())
                .toList();
        Tree tree = new Tree();
        tree.add(all.stream()
                .filter(n -> n.kind().style().equals(TrackStyle.FRAMES))
                .toList());
        tree.add(all.stream().filter(n -> threads.main().contains(n.key())).toList());
        tree.add(all.stream().filter(n -> threads.render().contains(n.key())).toList());
        tree.addGroup(
                TrackTreeTexts.UI_THREADS,
                all.stream().filter(n -> threads.ui().contains(n.key())).toList());
        for (String name : names) {
            List<TrackNode> matching =
                    all.stream().filter(n -> n.name().contains(name)).toList();
            if (matching.size() > 1) {
                tree.addGroup(name, matching);
            } else {
                tree.add(matching);
            }
        }
        Map<String, List<TrackNode>> groups = new LinkedHashMap<>();
        for (TrackNode n : all) {
            Matcher m = GROUPED.matcher(n.name());
            if (m.matches()) {
                groups.computeIfAbsent(m.group(1), g -> new ArrayList<>()).add(n);
            }
        }
        groups.forEach(tree::addGroup);
        tree.addGroup(
                TrackTreeTexts.COUNTERS,
                all.stream().filter(TrackNode::isCounter).toList());
        return tree.branches;
    }

    // ---- unfolding ----

    private static boolean isUnfolding(String name) {
        return name.equals("FoldedState")
                || name.contains("hingeAngle")
                || name.endsWith("UNFOLD>")
                || isUnfoldAnimation(name);
    }

    private static boolean isUnfoldAnimation(String name) {
        return name.equals("FoldUpdate")
                || name.contains("UnfoldTransition")
                || name.contains("UnfoldLightRevealOverlayAnimation")
                || name.endsWith("UNFOLD_ANIM>");
    }

    private List<Branch> unfolding() {
        List<TrackNode> all = TrackPath.all(tracks.ownRoots()).stream()
                .map(TrackPath::node)
                .filter(n -> !n.isGroup())
                .toList();
        Tree tree = new Tree();
        tree.add(all.stream()
                .filter(n -> isUnfolding(n.name()) && !isUnfoldAnimation(n.name()))
                .toList());
        tree.addGroup(
                TrackTreeTexts.UNFOLD_ANIMATION,
                all.stream().filter(n -> isUnfoldAnimation(n.name())).toList());
        tree.addGroup(
                TrackTreeTexts.DISPLAY_SWITCHING,
                all.stream()
                        .filter(n ->
                                n.name().contains("android.display") || n.name().contains("Screen on blocked"))
                        .toList());
        tree.addGroup(
                TrackTreeTexts.OTHER_UNFOLDING,
                all.stream()
                        .filter(n -> n.name().startsWith("waitForAllWindowsDrawn")
                                || n.name().equals("Waiting for KeyguardDrawnCallback#onDrawn"))
                        .toList());
        return tree.branches;
    }

    /// Builder of a tree that contains each track once, at its first position.
    private static final class Tree {

        private final List<Branch> branches = new ArrayList<>();
        private final Set<String> used = new HashSet<>();
        private int groups;

        private List<Branch> claimUnused(List<TrackNode> nodes) {
            return BranchTrees.flat(
                    nodes.stream().filter(n -> used.add(n.key())).toList());
        }

        void add(List<TrackNode> nodes) {
            branches.addAll(claimUnused(nodes));
        }

        void addGroup(String name, List<TrackNode> nodes) {
            List<Branch> children = claimUnused(nodes);
            if (!children.isEmpty()) {
                branches.add(new Branch(Branch.USER_GROUP + ++groups, name, children));
            }
        }
    }
}
