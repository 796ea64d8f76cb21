package traceglass.ingest.nativeheap;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.AggregateProfiles;

/// Reads the lines of a massif profile. A tree begins with the allocating functions, and the children of a node are
/// its callers, so a stack is the path from a node up to the root.
final class MassifReader {

    private static final int MAX_DEPTH = 1024;
    private static final long NS_PER_MS = 1_000_000;

    private final ImportContext context;
    private final ValgrindFrames frames;
    private final int upid;
    private final List<Tree> trees = new ArrayList<>();
    /// Frames and remaining bytes of the nodes on the path from the root to the last node.
    private final GrowingInts pathFrames = new GrowingInts();
    private final GrowingLongs pathBytes = new GrowingLongs();
    private String unit = "i";
    private String snapshot = "0";
    private long time;
    private boolean hasStacks;
    private Tree tree;

    /// Allocation tree of a snapshot: bytes by callsite.
    private static final class Tree {
        final String name;
        final boolean isPeak;
        final GrowingInts sites = new GrowingInts();
        final GrowingLongs bytes = new GrowingLongs();

        Tree(String name, boolean isPeak) {
            this.name = name;
            this.isPeak = isPeak;
        }
    }

    MassifReader(ImportContext context) {
        this.context = context;
        frames = new ValgrindFrames(context);
        upid = context.processes().process(1);
    }

    /// Reads a line; returns false if it is not a line of this format.
    boolean read(String line) {
        if (line.isBlank() || line.charAt(0) == '#') {
            return true;
        }
        int depth = 0;
        while (depth < line.length() && line.charAt(depth) == ' ') {
            depth++;
        }
        if (line.charAt(depth) == 'n' && line.indexOf(": ") > depth) {
            return tree != null && readNode(line, depth);
        }
        int equals = line.indexOf('=');
        int colon = line.indexOf(':');
        if (equals > 0 && (colon < 0 || equals < colon)) {
            return readValue(
                    line.substring(0, equals), line.substring(equals + 1).strip());
        }
        if (colon > 0) {
            readHeader(line.substring(0, colon), line.substring(colon + 1).strip());
            return true;
        }
        return false;
    }

    private void readHeader(String key, String value) {
        switch (key) {
            case "time_unit" -> unit = value;
            case "cmd" -> {
                int end = value.indexOf(' ');
                String name = end < 0 ? value : value.substring(0, end);
                context.processes().setProcessName(upid, context.strings().intern(name), NamePriority.OfProcess.OTHER);
                context.metadata().setDynamic("massif_cmd", value);
            }
            default -> context.metadata().setDynamic("massif_" + key, value);
        }
    }

    private boolean readValue(String key, String value) {
        if (key.equals("heap_tree")) {
            closeTo(0);
            tree = value.equals("empty")
                    ? null
                    : new Tree(
                            "heap_at_" + (value.equals("peak") ? "peak" : "snapshot_" + snapshot),
                            value.equals("peak"));
            if (tree != null) {
                trees.add(tree);
            }
            return true;
        }
        if (key.equals("snapshot")) {
            closeTo(0);
            tree = null;
            snapshot = value;
            return true;
        }
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            return false;
        }
        switch (key) {
            case "time" ->
                time = unit.equals("ms") ? Math.clamp(number, 0, Long.MAX_VALUE / NS_PER_MS) * NS_PER_MS : number;
            case "mem_heap_B" -> readCounter("Heap size", number);
            case "mem_heap_extra_B" -> readCounter("Heap overhead", number);
            case "mem_stacks_B" -> {
                // Stacks are measured only on request.
                hasStacks |= number > 0;
                if (hasStacks) {
                    readCounter("Stacks", number);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void readCounter(String name, long bytes) {
        long ts = time < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(time);
        if (ts != ClockTracker.NONE) {
            int id = context.strings().intern(name);
            context.counters().push(ts, bytes, context.tracks().intern(HeapTimeline.COUNTER, id, upid, id));
        }
    }

    /// Reads a node: `n2: 1234 0x4A5: f (demo.c:3)`, indented by one space per level.
    private boolean readNode(String line, int depth) {
        int colon = line.indexOf(": ");
        int end = line.indexOf(' ', colon + 2);
        long bytes;
        try {
            bytes = Long.parseLong(line.substring(colon + 2, end < 0 ? line.length() : end));
        } catch (NumberFormatException e) {
            return false;
        }
        String text = end < 0 ? "" : line.substring(end + 1);
        if (bytes < 0 || depth > MAX_DEPTH || depth > pathFrames.size()) {
            return false;
        }
        closeTo(depth);
        if (depth > 0) {
            pathBytes.set(depth - 1, pathBytes.get(depth - 1) - bytes);
        }
        boolean isOther = text.startsWith("in ") && text.contains("below massif's threshold");
        pathFrames.add(depth == 0 ? -1 : frames.frame(isOther ? "[below threshold]" : text));
        pathBytes.add(bytes);
        return true;
    }

    /// Ends the nodes at this depth and below; their own bytes are then known.
    private void closeTo(int depth) {
        while (pathFrames.size() > depth) {
            long selfBytes = pathBytes.get(pathBytes.size() - 1);
            if (selfBytes > 0 && tree != null) {
                int site = -1;
                for (int i = pathFrames.size() - 1; i > 0; i--) {
                    site = frames.callsite(site, pathFrames.get(i));
                }
                tree.sites.add(site < 0 ? frames.callsite(-1, frames.frame("[unknown]")) : site);
                tree.bytes.add(selfBytes);
            }
            pathFrames.removeLast();
            pathBytes.removeLast();
        }
    }

    /// Writes the trees, the tree of the peak first.
    void finish() {
        closeTo(0);
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        trees.removeIf(t -> t.sites.size() == 0);
        trees.sort((a, b) -> Boolean.compare(b.isPeak, a.isPeak));
        for (Tree t : trees) {
            int row = profiles.profile("massif_file", "massif " + t.name.replace('_', ' '), t.name, "bytes");
            for (int i = 0; i < t.sites.size(); i++) {
                profiles.add(row, t.sites.get(i), t.bytes.get(i));
            }
        }
    }
}
