package traceglass.ingest.gotrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.table.StringPool;

/// Strings and callstacks of a trace of version 1 or of a generation of version 2. Both may come after the
/// events that refer to them.
final class GoStacks {

    /// Numbers per frame: address, function, file and line.
    static final int FIELDS = 4;
    /// Deeper stacks indicate damaged data: Go records at most 128 frames.
    private static final int MAX_FRAMES = 1024;

    private final StringPool strings;
    private final NamedFrames frames;
    private final LongMap<String> texts = new LongMap<>();
    private final LongMap<long[]> stacks = new LongMap<>();
    private final Map<Long, Integer> callsites = new HashMap<>();

    GoStacks(ImportContext context) {
        strings = context.strings();
        frames = new NamedFrames(context.stackProfiles(), strings, "[go]");
    }

    void addString(long id, String text) {
        texts.put(id, text);
    }

    /// Reads a stack: its id, the number of frames and the frames, innermost first.
    ///
    /// @param fields numbers per frame, 1 for addresses only
    void readStack(GoCursor in, int fields) {
        long id = in.readNumber();
        long count = in.readNumber();
        if (count < 0 || count > MAX_FRAMES || count * fields > in.end() - in.position()) {
            throw new GoFormatException("stack of " + count + " frames");
        }
        long[] stack = new long[(int) count * FIELDS];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < fields; j++) {
                stack[i * FIELDS + j] = in.readNumber();
            }
        }
        stacks.put(id, stack);
    }

    /// Returns the string pool id of a string; [StringPool#NULL] if it is unknown or empty.
    int text(long id) {
        String text = texts.get(id);
        return text == null || text.isEmpty() ? StringPool.NULL : strings.intern(text);
    }

    /// Returns the callsite of a stack; -1 if there is none.
    int callsite(long id) {
        long[] stack = id == 0 ? null : stacks.get(id);
        if (stack == null || stack.length == 0) {
            return -1;
        }
        Integer existing = callsites.get(id);
        if (existing != null) {
            return existing;
        }
        int callsite = -1;
        for (int i = stack.length - FIELDS; i >= 0; i -= FIELDS) {
            String file = texts.get(stack[i + 2]);
            long line = stack[i + 3];
            callsite = frames.callsite(
                    callsite,
                    frames.frame(
                            null,
                            function(stack, i),
                            file,
                            line <= 0 || line > Integer.MAX_VALUE ? NamedFrames.NO_LINE : line));
        }
        callsites.put(id, callsite);
        return callsite;
    }

    private String function(long[] stack, int index) {
        String name = texts.get(stack[index + 1]);
        return name == null || name.isEmpty() ? "0x" + Long.toHexString(stack[index]) : name;
    }

    /// Returns the string id of the innermost function of a stack, [StringPool#NULL] if it is unknown.
    int innermost(long id) {
        long[] stack = stacks.get(id);
        return stack == null || stack.length == 0 ? StringPool.NULL : text(stack[1]);
    }

    /// Returns the string id of the outermost function of a stack, [StringPool#NULL] if it is unknown.
    int outermost(long id) {
        long[] stack = stacks.get(id);
        return stack == null || stack.length == 0 ? StringPool.NULL : text(stack[stack.length - FIELDS + 1]);
    }
}
