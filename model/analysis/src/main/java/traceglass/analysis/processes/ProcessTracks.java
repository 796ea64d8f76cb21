package traceglass.analysis.processes;

import static traceglass.store.language.Translations.tr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceLanes;
import traceglass.analysis.tree.Comparators;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceFacts;
import traceglass.analysis.tree.TrackNames;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds groups for kernel threads, processes with their threads, and threads of unknown processes; and the thread
/// states in them.
public final class ProcessTracks implements TrackProvider {

    /// Key of the group with the kernel's own threads.
    public static final String KERNEL_THREADS = "kernel_threads";

    private static final int ORDER = 50;
    private static final int STATE_ORDER = 10;

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        addKernelThreads(tree, facts);
        List<Summary> processes = new ArrayList<>();
        for (TraceFacts.Process p : facts.processes()) {
            Summary s = Summary.of(p, facts);
            if (s.hasData() && tree.process(p.upid()) == null) {
                processes.add(s);
            }
        }
        processes.sort(Summary.ORDER);
        for (Summary s : processes) {
            addProcess(tree, facts, s);
        }
        List<TraceFacts.Thread> orphans = new ArrayList<>();
        for (TraceFacts.Thread t : facts.threads()) {
            if (t.upid() == TraceFacts.NONE && t.hasData()) {
                orphans.add(t);
            }
        }
        orphans.sort(ORPHANS);
        for (TraceFacts.Thread t : orphans) {
            DraftNode group = threadGroup(t, TrackNames.thread(t) + facts.machineMark(t.machine()), ORDER)
                    .setIdText(TrackNames.number(t.tid()))
                    .setIcon("thread");
            tree.root().add(group);
            tree.setThread(t.utid(), group);
            addState(group, t, false);
        }
    }

    /// kthreadd, which is always process 2 on Linux, and its children.
    private static void addKernelThreads(TreeDraft tree, TraceFacts facts) {
        DraftNode group =
                DraftNode.group(KERNEL_THREADS, tr("Kernel threads"), ORDER).setIcon("thread");
        List<TraceFacts.Thread> threads = new ArrayList<>();
        for (TraceFacts.Process p : facts.processes()) {
            TraceFacts.Process parent = facts.process(p.parentUpid());
            if (isKthreadd(p) || parent != null && isKthreadd(parent)) {
                threads.addAll(facts.threadsOf(p.upid()));
            }
        }
        threads.sort(Comparators.by(TraceFacts.Thread::utid));
        for (TraceFacts.Thread t : threads) {
            DraftNode thread = threadGroup(t, TrackNames.thread(t) + facts.machineMark(t.machine()), 0)
                    .withoutHeading();
            group.add(thread);
            tree.setProcess(t.upid(), thread);
            tree.setThread(t.utid(), thread);
            addState(thread, t, true);
        }
        tree.root().add(group);
    }

    private static boolean isKthreadd(TraceFacts.Process p) {
        return p.pid() == 2 && "kthreadd".equals(p.name());
    }

    private static void addProcess(TreeDraft tree, TraceFacts facts, Summary s) {
        TraceFacts.Process p = s.process;
        String name =
                p.name() == null || p.name().isEmpty() ? ProcessTexts.NO_PROCESS_NAME : TrackNames.baseName(p.name());
        DraftNode group = new DraftNode(
                        "process/" + p.upid(),
                        new ProcessGroup(p.upid(), null),
                        name + facts.machineMark(p.machine()),
                        ORDER)
                .setIdText(TrackNames.number(p.pid()))
                .setIcon("process");
        if (p.isDebuggable()) {
            group.addChip(ProcessTexts.DEBUGGABLE);
        }
        if (facts.isBootImageProfiling(p)) {
            group.addChip(ProcessTexts.BOOT_IMAGE);
        }
        if (s.runNs > 0) {
            group.setSummary(new ProcessSched(p.upid()));
        }
        tree.root().add(group);
        tree.setProcess(p.upid(), group);
        List<TraceFacts.Thread> threads = new ArrayList<>(facts.threadsOf(p.upid()));
        threads.removeIf(t -> !t.hasData());
        threads.sort(Comparators.chained(
                Comparators.by(TraceFacts.Thread::hint),
                Comparators.byDescending(ProcessTracks::priority),
                Comparators.by(TraceFacts.Thread::tid)));
        for (TraceFacts.Thread t : threads) {
            DraftNode thread = threadGroup(t, TrackNames.thread(t), 0).withoutHeading();
            group.add(thread);
            tree.setThread(t.utid(), thread);
            addState(thread, t, false);
        }
    }

    private static void addState(DraftNode group, TraceFacts.Thread t, boolean isKernel) {
        if (t.runs() > 0) {
            DraftNode node = new DraftNode(
                            "thread_state/" + t.utid(), new ThreadStates(t.utid()), TrackNames.thread(t), STATE_ORDER)
                    .setIdText(TrackNames.number(t.tid()));
            if (t.isMain() && !isKernel) {
                node.addChip(ProcessTexts.MAIN);
            }
            group.add(node);
        }
    }

    /// Main and rendering threads come before the others.
    private static int priority(TraceFacts.Thread t) {
        String name = t.name() == null ? "" : t.name();
        if (t.isMain()) {
            return 10;
        }
        return switch (name) {
            case "CrBrowserMain", "CrRendererMain", "CrGpuMain" -> 10;
            case "Chrome_ChildIOThread", "Chrome_IOThread" -> 7;
            case "Compositor", "VizCompositorThread" -> 6;
            default -> name.contains("RenderThread") ? 9 : name.contains("GPU completion") ? 8 : 5;
        };
    }

    private static DraftNode threadGroup(TraceFacts.Thread t, String name, int order) {
        return new DraftNode("thread/" + t.utid(), new ThreadGroup(t.utid(), null), name, order);
    }

    /// Describes the size of each group, and gives it content to show while it is collapsed.
    @Override
    public void finish(TreeDraft tree, TraceFacts facts) {
        tree.processes().forEach((upid, group) -> describe(group, facts.threadsOf(upid)));
        tree.threads().forEach((utid, group) -> describe(group, List.of(facts.thread(utid))));
    }

    private static void describe(DraftNode group, List<TraceFacts.Thread> threads) {
        long runNs = threads.stream().mapToLong(TraceFacts.Thread::runNs).sum();
        String tracks = group.countOfTracks();
        group.setFacts(runNs > 0 ? ProcessTexts.tracksAndTime(tracks, runNs) : tracks);
        SliceLanes.summarize(group);
    }

    private static final Comparator<TraceFacts.Thread> ORPHANS = Comparators.chained(
            Comparators.by(TraceFacts.Thread::hint),
            Comparators.byDescending(TraceFacts.Thread::samples),
            Comparators.byDescending(TraceFacts.Thread::runNs),
            Comparators.byDescending(TraceFacts.Thread::slices),
            Comparators.byText(TraceFacts.Thread::name),
            Comparators.by(TraceFacts.Thread::utid));

    /// Process with the sums over its threads that determine its position.
    private record Summary(TraceFacts.Process process, long samples, long runNs, long slices, boolean hasThreadData) {

        static final Comparator<Summary> ORDER = Comparators.chained(
                Comparators.by(s -> s.process.hint()),
                Comparators.byDescending(s -> chromeRank(s.process.name())),
                Comparators.byDescending(s -> s.process.allocations()),
                Comparators.byDescending(s -> s.process.graphObjects()),
                Comparators.byDescending(Summary::samples),
                Comparators.byDescending(Summary::runNs),
                Comparators.byDescending(Summary::slices),
                Comparators.byText(s -> s.process.name()),
                Comparators.by(s -> s.process.upid()));

        static Summary of(TraceFacts.Process p, TraceFacts facts) {
            long samples = 0;
            long runNs = 0;
            long slices = p.slices();
            boolean hasData = false;
            for (TraceFacts.Thread t : facts.threadsOf(p.upid())) {
                samples += t.samples();
                runNs += t.runNs();
                slices += t.slices();
                hasData |= t.hasData();
            }
            return new Summary(p, samples, runNs, slices, hasData);
        }

        boolean hasData() {
            return hasThreadData
                    || process.slices() > 0
                    || process.allocations() > 0
                    || process.graphObjects() > 0
                    || process.isOther();
        }

        private static int chromeRank(String name) {
            return switch (name == null ? "" : name) {
                case "Browser" -> 3;
                case "Gpu" -> 2;
                case "Renderer" -> 1;
                default -> 0;
            };
        }
    }
}
