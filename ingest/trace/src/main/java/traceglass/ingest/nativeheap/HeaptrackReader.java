package traceglass.ingest.nativeheap;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Reads the lines of a heaptrack recording. Strings, instruction pointers and traces are numbered from 1 in the order
/// of their lines, kinds of allocations from 0.
final class HeaptrackReader {

    private static final String UNKNOWN = "[unknown]";
    /// Format version from which strings are preceded by their length.
    private static final int SIZED_STRINGS = 3;
    /// Format version from which allocations are listed once and then referred to by number.
    private static final int NUMBERED_ALLOCATIONS = 1;
    /// Program version that wrote format version 1 without stating it in the file.
    private static final long FIRST_NUMBERED = 0x010200;
    private static final int MAX_INLINED = 64;

    private final ImportContext context;
    private final NamedFrames frames;
    private final HeapTimeline heap;
    private final int upid;
    private final List<String> texts = new ArrayList<>();
    /// Frames of each instruction pointer, outermost first.
    private final List<int[]> pointers = new ArrayList<>();
    /// Callsite of each trace.
    private final GrowingInts sites = new GrowingInts();
    private final GrowingLongs sizes = new GrowingLongs();
    private final GrowingInts sitesOfKinds = new GrowingInts();
    /// Size and callsite by address, in the first version of the format.
    private final LongMap<long[]> blocks = new LongMap<>();
    private final int unknownSite;
    private int version;
    private long pageSize = 4096;
    private boolean hasProgram;

    HeaptrackReader(ImportContext context) {
        this.context = context;
        upid = context.processes().process(1);
        frames = new NamedFrames(context.stackProfiles(), context.strings(), UNKNOWN);
        heap = new HeapTimeline(context, upid, "malloc");
        unknownSite = frames.callsite(-1, frames.frame(null, UNKNOWN));
    }

    /// Returns whether a line occurs only in recordings whose addresses have not been resolved to symbols.
    boolean isRaw(String line) {
        return !hasProgram && (line.startsWith("x ") || line.startsWith("m "));
    }

    /// Reads a line; returns false if it is damaged or unknown.
    boolean read(String line) {
        if (line.isEmpty()) {
            return true;
        }
        HexFields in = new HexFields(line, Math.min(2, line.length()));
        switch (line.charAt(0)) {
            case 'v' -> {
                long program = in.next();
                version = in.hasNext() ? (int) Math.min(in.next(), 1000) : program == FIRST_NUMBERED ? 1 : 0;
                context.metadata().setDynamic("heaptrack_version", Long.toHexString(program));
            }
            case 'X' -> setProgram(line.length() > 2 ? line.substring(2) : "");
            case 'I' -> {
                long size = in.next();
                pageSize = size > 0 && size < 1 << 30 ? size : pageSize;
                return !in.hasFailed();
            }
            case 's' -> texts.add(text(line, in));
            case 'i' -> {
                return readPointer(in);
            }
            case 't' -> {
                return readTrace(in);
            }
            case 'a' -> {
                sizes.add(in.next());
                sitesOfKinds.add(site(in.next()));
                return !in.hasFailed();
            }
            case '+' -> {
                return readAllocation(in);
            }
            case '-' -> {
                return readFree(in);
            }
            case 'c' -> {
                heap.setTime(in.next());
                return !in.hasFailed();
            }
            case 'R' -> {
                long pages = in.next();
                if (pages >= 0 && pages < Long.MAX_VALUE / pageSize) {
                    heap.setRss(pages * pageSize);
                }
                return !in.hasFailed();
            }
            case 'A' -> context.metadata().setDynamic("heaptrack_attached", 1);
            // Comments, and leak suppression rules, which are not shown.
            case '#', 'S' -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    private void setProgram(String command) {
        hasProgram = true;
        context.metadata().setDynamic("heaptrack_command", command);
        int end = command.indexOf(' ');
        String name = end < 0 ? command : command.substring(0, end);
        context.processes().setProcessName(upid, context.strings().intern(name), NamePriority.OfProcess.OTHER);
    }

    private String text(String line, HexFields in) {
        if (version < SIZED_STRINGS) {
            return line.length() > 2 ? line.substring(2) : "";
        }
        long length = in.next();
        String remainder = in.remaining();
        // The length counts bytes, which may be more than characters; the string is assumed to contain no line break.
        return in.hasFailed()
                ? ""
                : length < remainder.length() ? remainder.substring(0, (int) Math.max(0, length)) : remainder;
    }

    /// Returns a string by its number; null for 0 and unknown numbers.
    private String text(long index) {
        return index > 0 && index <= texts.size() ? texts.get((int) index - 1) : null;
    }

    private boolean readPointer(HexFields in) {
        long address = in.next();
        String module = text(in.hasNext() ? in.next() : 0);
        GrowingInts innermostFirst = new GrowingInts();
        while (in.hasNext() && innermostFirst.size() < MAX_INLINED) {
            String function = text(in.next());
            String file = text(in.hasNext() ? in.next() : 0);
            long line = in.hasNext() ? in.next() : 0;
            String name = function == null ? "0x" + Long.toHexString(address) : function;
            innermostFirst.add(frames.frame(module, name, file, file == null ? NamedFrames.NO_LINE : line));
        }
        if (innermostFirst.isEmpty()) {
            innermostFirst.add(frames.frame(module, "0x" + Long.toHexString(address)));
        }
        int[] outermostFirst = new int[innermostFirst.size()];
        for (int i = 0; i < outermostFirst.length; i++) {
            outermostFirst[i] = innermostFirst.get(outermostFirst.length - 1 - i);
        }
        pointers.add(outermostFirst);
        return !in.hasFailed();
    }

    private boolean readTrace(HexFields in) {
        long pointer = in.next();
        long parent = in.next();
        int site = parent > 0 && parent <= sites.size() ? sites.get((int) parent - 1) : -1;
        boolean isKnown = pointer > 0 && pointer <= pointers.size();
        if (isKnown) {
            for (int frame : pointers.get((int) pointer - 1)) {
                site = frames.callsite(site, frame);
            }
        }
        sites.add(site < 0 ? unknownSite : site);
        return isKnown && !in.hasFailed();
    }

    private int site(long trace) {
        return trace > 0 && trace <= sites.size() ? sites.get((int) trace - 1) : unknownSite;
    }

    private boolean readAllocation(HexFields in) {
        long first = in.next();
        if (version >= NUMBERED_ALLOCATIONS) {
            boolean isKnown = !in.hasFailed() && first >= 0 && first < sizes.size();
            if (isKnown) {
                heap.allocate(sitesOfKinds.get((int) first), size(sizes.get((int) first)));
            }
            return isKnown;
        }
        long trace = in.next();
        long address = in.next();
        if (in.hasFailed()) {
            return false;
        }
        int site = site(trace);
        blocks.put(address, new long[] {size(first), site});
        heap.allocate(site, size(first));
        return true;
    }

    private static long size(long bytes) {
        return Math.clamp(bytes, 0, 1L << 48);
    }

    private boolean readFree(HexFields in) {
        long first = in.next();
        if (in.hasFailed()) {
            return false;
        }
        if (version >= NUMBERED_ALLOCATIONS) {
            boolean isKnown = first >= 0 && first < sizes.size();
            if (isKnown) {
                heap.free(sitesOfKinds.get((int) first), size(sizes.get((int) first)));
            }
            return isKnown;
        }
        // Memory allocated before the recording began is unknown.
        long[] block = blocks.remove(first);
        if (block != null) {
            heap.free((int) block[1], block[0]);
        }
        return true;
    }

    void finish() {
        heap.finish("heaptrack_file", "heaptrack");
    }
}
