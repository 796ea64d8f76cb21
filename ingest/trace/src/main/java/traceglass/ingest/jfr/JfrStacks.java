package traceglass.ingest.jfr;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.StringPool;

/// Callstacks of a recording. Java methods belong to the library `java`, other functions to the library that
/// async-profiler reports.
final class JfrStacks {

    /// Maximum depth of a callstack.
    private static final int MAX_FRAMES = 1 << 16;

    private final ImportContext context;
    private final StringPool strings;
    private final NamedFrames frames;
    private LongMap<Stack> stacksOfChunk = new LongMap<>();
    private Map<FrameKey, Integer> framesOfChunk = new HashMap<>();

    static final Stack NONE = new Stack(ProfilerSamples.NONE, false);

    /// @param callsite innermost callsite, [ProfilerSamples#NONE] for an empty stack
    /// @param isTruncated whether the outermost calls are missing
    record Stack(int callsite, boolean isTruncated) {}

    private record FrameKey(long method, long line, long kind) {}

    JfrStacks(ImportContext context) {
        this.context = context;
        strings = context.strings();
        frames = new NamedFrames(context.stackProfiles(), strings, "java");
    }

    /// Clears the ids of the previous chunk.
    void startChunk() {
        stacksOfChunk = new LongMap<>();
        framesOfChunk = new HashMap<>();
    }

    /// Returns the callstack in a field of an event; [#NONE] if it has none.
    Stack of(JfrEvent e, int field) {
        long id = e.number(field);
        if (id <= 0) {
            return NONE;
        }
        Stack existing = stacksOfChunk.get(id);
        if (existing == null) {
            existing = read(e.chunk, e.type().fields.get(field).type(), id);
            stacksOfChunk.put(id, existing);
        }
        return existing;
    }

    /// Returns the callsite of a name called from a callstack, such as the class of allocated objects.
    int callsiteBelow(Stack stack, String name) {
        return frames.callsite(stack.callsite, frames.frame("class", name));
    }

    private Stack read(JfrChunk chunk, JfrType type, long id) {
        JfrCursor in = chunk.constants.at(type, id);
        if (in == null) {
            return NONE;
        }
        boolean isTruncated = false;
        int callsite = ProfilerSamples.NONE;
        for (JfrType.Field f : type.fields) {
            if (f.name().equals("truncated") && f.type().kind == JfrType.Kind.BOOLEAN) {
                isTruncated = in.readByte() != 0;
            } else if (f.name().equals("frames") && f.isArray() && !f.isConstant()) {
                callsite = frames(chunk, f.type(), in);
            } else {
                JfrMetadata.skip(in, f, 0);
            }
        }
        return new Stack(callsite, isTruncated);
    }

    private int frames(JfrChunk chunk, JfrType type, JfrCursor in) {
        int count = Math.min(in.readCount(), MAX_FRAMES);
        int[] rows = new int[count];
        JfrEvent frame = new JfrEvent(chunk);
        int method = type.indexOf("method");
        int line = type.indexOf("lineNumber");
        int kind = type.indexOf("type");
        if (method < 0) {
            return ProfilerSamples.NONE;
        }
        for (int i = 0; i < count; i++) {
            frame.read(type, in);
            long lineNumber = line < 0 ? 0 : frame.number(line);
            FrameKey key = new FrameKey(frame.number(method), lineNumber, kind < 0 ? 0 : frame.number(kind));
            Integer row = framesOfChunk.get(key);
            if (row == null) {
                row = frame(frame, method, lineNumber, kind);
                framesOfChunk.put(key, row);
            }
            rows[i] = row;
        }
        int callsite = ProfilerSamples.NONE;
        for (int i = count - 1; i >= 0; i--) {
            callsite = frames.callsite(callsite, rows[i]);
        }
        return callsite;
    }

    /// Returns the row of a frame. The frame types of a Java method (interpreted, compiled, …) vary between
    /// samples and are not kept.
    private int frame(JfrEvent frame, int method, long line, int kind) {
        int kindId = kind < 0 ? StringPool.NULL : frame.text(kind, strings);
        String type = kindId == StringPool.NULL ? "" : strings.get(kindId);
        JfrType methods = frame.type().fields.get(method).type();
        boolean isKernel = type.equals("Kernel");
        boolean isLibrary = type.equals("C++") || type.equals("Native") && !isJava(frame, methods, method);
        if (!isKernel && !isLibrary) {
            int name = frame.text(method, strings);
            return frames.frame(
                    null, name == StringPool.NULL ? "[unknown]" : strings.get(name), null, line > 0 ? line : -1);
        }
        String library = methodPart(frame, methods, method, "type");
        String function = methodPart(frame, methods, method, "name");
        int row = frames.frame(
                !library.isEmpty() ? library : isKernel ? "[kernel]" : "[native]",
                function.isEmpty() ? "[unknown]" : function);
        context.stackProfiles().setFrameType(row, strings.intern(isKernel ? "kernel" : "native"));
        return row;
    }

    /// Returns whether a native method is a Java method, which has a class and a descriptor like `()V`.
    private boolean isJava(JfrEvent frame, JfrType methods, int method) {
        return methodPart(frame, methods, method, "descriptor").startsWith("(")
                && !methodPart(frame, methods, method, "type").isEmpty();
    }

    private String methodPart(JfrEvent frame, JfrType methods, int method, String field) {
        JfrCursor in = frame.chunk.constants.at(methods, frame.number(method));
        String text = in == null ? null : frame.chunk.constants.field(methods, field, in, 0);
        return text == null ? "" : text;
    }
}
