package traceglass.ingest.perftext;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;

/// Callstacks of the text. Functions are identified by name only, because the addresses are relative to a file
/// in some versions of perf and absolute in others.
final class PerfTextStacks {

    /// Maximum number of frames kept of a stack; perf's own limit is 127 unless the user raises it.
    private static final int MAX_FRAMES = 1 << 16;

    private static final int MAX_CACHED = 1 << 18;

    private final ImportContext context;
    private final NamedFrames frames;
    private final Map<String, FrameLine> parsed = new HashMap<>();
    private final Map<FrameLine, Integer> rows = new HashMap<>();
    private final List<FrameLine> innermostFirst = new ArrayList<>();
    /// Source position of the frame at the same index; null if unknown.
    private final List<String> sources = new ArrayList<>();
    private final Map<String, Integer> types = new HashMap<>();

    PerfTextStacks(ImportContext context) {
        this.context = context;
        frames = new NamedFrames(context.stackProfiles(), context.strings(), FrameLine.UNKNOWN);
    }

    /// Adds a line to the current stack; returns false if it is not a frame.
    boolean add(String line) {
        FrameLine frame = parsed.get(line);
        if (frame == null) {
            frame = FrameLine.parse(line);
            if (frame == null) {
                return false;
            }
            if (parsed.size() >= MAX_CACHED) {
                parsed.clear();
            }
            parsed.put(line, frame);
        }
        if (innermostFirst.size() < MAX_FRAMES) {
            innermostFirst.add(frame);
            sources.add(null);
        }
        return true;
    }

    /// Sets the source position of the frame added last from the line below it, such as `  server.c:120`. Returns
    /// false if there is no frame.
    boolean addSource(String line) {
        if (sources.isEmpty()) {
            return false;
        }
        sources.set(sources.size() - 1, line.strip());
        return true;
    }

    boolean isEmpty() {
        return innermostFirst.isEmpty();
    }

    /// Ends the current stack and returns its callsite; [ProfilerSamples#NONE] if it has no frames.
    ///
    /// @param outermost name of a frame to add as the caller of the stack; null for none
    int end(String outermost) {
        StackProfiles stacks = context.stackProfiles();
        int callsite = ProfilerSamples.NONE;
        // Trace processor counts the depth from 1 for these stacks.
        int depth = 1;
        if (outermost != null && !innermostFirst.isEmpty()) {
            callsite = stacks.callsite(callsite, row(new FrameLine(outermost, null, false), null), depth++);
        }
        for (int i = innermostFirst.size() - 1; i >= 0; i--) {
            FrameLine frame = innermostFirst.get(i);
            callsite = stacks.callsite(callsite, row(frame, sources.get(i)), depth++);
        }
        clear();
        return callsite;
    }

    void clear() {
        innermostFirst.clear();
        sources.clear();
    }

    private int row(FrameLine frame, String source) {
        if (source != null) {
            int colon = source.lastIndexOf(':');
            long line = colon < 0 ? -1 : lineNumber(source.substring(colon + 1));
            if (line > 0 && !source.startsWith("??")) {
                return setType(
                        frame, frames.frame(frame.library(), frame.function(), source.substring(0, colon), line));
            }
        }
        Integer existing = rows.get(frame);
        if (existing == null) {
            int name = context.strings().intern(frame.function());
            existing = setType(frame, frames.mapping(frame.library()).dummyFrame(name, -1, NamedFrames.NO_LINE));
            if (rows.size() >= MAX_CACHED) {
                rows.clear();
            }
            rows.put(frame, existing);
        }
        return existing;
    }

    private int setType(FrameLine frame, int row) {
        String library = frame.library() == null ? "" : frame.library();
        String type = frame.isInlined()
                ? "inlined"
                : library.startsWith("[kernel.") || library.startsWith("[guest.kernel.")
                        ? "kernel"
                        : library.startsWith("/tmp/perf-") && library.endsWith(".map") ? "jit" : null;
        if (type != null) {
            context.stackProfiles()
                    .setFrameType(
                            row,
                            types.computeIfAbsent(type, t -> context.strings().intern(t)));
        }
        return row;
    }

    /// Returns the number at the start of the string, because perf may append a discriminator: `server.c:120 (5)`.
    private static long lineNumber(String text) {
        int end = 0;
        while (end < text.length() && end < 9 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end == 0 || end < text.length() && text.charAt(end) != ' ' ? -1 : Long.parseLong(text.substring(0, end));
    }
}
