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
import traceglass.analysis.tree.TraceContents;
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
    public void addTo(TreeDraft tree, TraceContents contents) {
        addKernelThreads(tree, contents);
        List<Summary> processes = new ArrayList<>();
        for (TraceContents.Process p : contents.processes()) {
            Summary s = Summary.of(p, contents);
            if (s.hasData() && tree.process(p.upid()) == null) {
                processes.add(s);
            }
        }
        processes.sort(Summary.ORDER);
        for (Summary s : processes) {
            addProcess(tree, contents, s);
        }
        List<TraceContents.Thread> orphans = new ArrayList<>();
        for (TraceContents.Thread t : contents.threads()) {
            if (t.upid() == TraceContents.NONE && t.hasData()) {
                orphans.add(t);
            }
        }
        orphans.sort(ORPHANS);
        for (TraceContents.Thread t : orphans) {
            DraftNode group = threadGroup(t, TrackNames.thread(t) + contents.machineSuffix(t.machine()), ORDER)
                    .setIdText(TrackNames.number(t.tid()))
                    .setIcon("thread");
            tree.root().add(group);
            tree.setThread(t.utid(), group);
            addState(group, t, false);
        }
    }

    /// kthreadd, which is always process 2 on Linux, and its children.
    private static void addKernelThreads(TreeDraft tree, TraceContents contents) {
        DraftNode group =
                DraftNode.group(KERNEL_THREADS, tr("Kernel threads"), ORDER).setIcon("thread");
        List<TraceContents.Thread> threads = new ArrayList<>();
        for (TraceContents.Process p : contents.processes()) {
            TraceContents.Process parent = contents.process(p.parentUpid());
            if (isKthreadd(p) || parent != null && isKthreadd(parent)) {
                threads.addAll(contents.threadsOf(p.upid()));
            }
        }
        threads.sort(Comparators.by(TraceContents.Thread::utid));
        for (TraceContents.Thread t : threads) {
            DraftNode thread = threadGroup(t, TrackNames.thread(t) + contents.machineSuffix(t.machine()), 0)
                    .withoutHeading();
            group.add(thread);
            tree.setProcess(t.upid(), thread);
            tree.setThread(t.utid(), thread);
            addState(thread, t, true);
        }
        tree.root().add(group);
    }

    private static boolean isKthreadd(TraceContents.Process p) {
        return p.pid() == 2 && "kthreadd".equals(p.name());
    }

    private static void addProcess(TreeDraft tree, TraceContents contents, Summary s) {
        TraceContents.Process p = s.process;
        String name =
                p.name() == null || p.name().isEmpty() ? ProcessTexts.NO_PROCESS_NAME : TrackNames.baseName(p.name());
        DraftNode group = new DraftNode(
                        "process/" + p.upid(),
                        new ProcessGroup(p.upid(), null),
                        name + contents.machineSuffix(p.machine()),
                        ORDER)
                .setIdText(TrackNames.number(p.pid()))
                .setIcon("process");
        if (p.isDebuggable()) {
            group.addChip(ProcessTexts.DEBUGGABLE);
        }
        if (contents.isBootImageProfiling(p)) {
            group.addChip(ProcessTexts.BOOT_IMAGE);
        }
        if (s.runNs > 0) {
            group.setSummary(new ProcessSched(p.upid()));
        }
        tree.root().add(group);
        tree.setProcess(p.upid(), group);
        List<TraceContents.Thread> threads = new ArrayList<>(contents.threadsOf(p.upid()));
        threads.removeIf(t -> !t.hasData());
        threads.sort(Comparators.chained(
                Comparators.by(TraceContents.Thread::hint),
                Comparators.byDescending(ProcessTracks::priority),
                Comparators.by(TraceContents.Thread::tid)));
        for (TraceContents.Thread t : threads) {
            DraftNode thread = threadGroup(t, TrackNames.thread(t), 0).withoutHeading();
            group.add(thread);
            tree.setThread(t.utid(), thread);
            addState(thread, t, false);
        }
    }

    private static void addState(DraftNode group, TraceContents.Thread t, boolean isKernel) {
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
    private static int priority(TraceContents.Thread t) {
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

    private static DraftNode threadGroup(TraceContents.Thread t, String name, int order) {
        return new DraftNode("thread/" + t.utid(), new ThreadGroup(t.utid(), null), name, order);
    }

    /// Describes the size of each group, and sets the content that it shows while it is collapsed.
    @Override
    public void finish(TreeDraft tree, TraceContents contents) {
        tree.processes().forEach((upid, group) -> describe(group, contents.threadsOf(upid)));
        tree.threads().forEach((utid, group) -> describe(group, List.of(contents.thread(utid))));
    }

    private static void describe(DraftNode group, List<TraceContents.Thread> threads) {
        long runNs = threads.stream().mapToLong(TraceContents.Thread::runNs).sum();
        String tracks = group.countOfTracks();
        group.setSideText(runNs > 0 ? ProcessTexts.tracksAndTime(tracks, runNs) : tracks);
        SliceLanes.summarize(group);
    }

    private static final Comparator<TraceContents.Thread> ORPHANS = Comparators.chained(
            Comparators.by(TraceContents.Thread::hint),
            Comparators.byDescending(TraceContents.Thread::samples),
            Comparators.byDescending(TraceContents.Thread::runNs),
            Comparators.byDescending(TraceContents.Thread::slices),
            Comparators.byText(TraceContents.Thread::name),
            Comparators.by(TraceContents.Thread::utid));

    /// Process with the sums over its threads that determine its position.
    private record Summary(
            TraceContents.Process process, long samples, long runNs, long slices, boolean hasThreadData) {

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

        static Summary of(TraceContents.Process p, TraceContents contents) {
            long samples = 0;
            long runNs = 0;
            long slices = p.slices();
            boolean hasData = false;
            for (TraceContents.Thread t : contents.threadsOf(p.upid())) {
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
