package traceglass.sdk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.proto.ProtoWriter;

/// The callstacks of a sequence: each function, source file, frame and whole stack is written once.
final class CallstackTable {

    private static final int FUNCTIONS = 5;
    private static final int FRAMES = 6;
    private static final int CALLSTACKS = 7;
    private static final int SOURCE_PATHS = 18;
    private static final int INLINE_CALLSTACK = 55;
    private static final int CALLSTACK_ID = 56;

    private final SequenceWriter sequence;
    private final Interner functions = new Interner();
    private final Interner sources = new Interner();
    private final Interner frames = new Interner();
    private final Interner stacks = new Interner();

    /// Frames as a key, the innermost first.
    private record Stack(StackTraceElement[] frames) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Stack stack && Arrays.equals(frames, stack.frames);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(frames);
        }
    }

    CallstackTable(SequenceWriter sequence) {
        this.sequence = sequence;
    }

    void clear() {
        functions.clear();
        sources.clear();
        frames.clear();
        stacks.clear();
    }

    /// Writes the field of an event.
    ///
    /// @param stack the innermost frame first
    void write(ProtoWriter event, StackTraceElement[] stack) {
        int id = stacks.id(new Stack(stack));
        if (id < 0 && !intern(-id, stack)) {
            // Readers must not be asked for a stack that they do not have.
            stacks.clear();
            id = 0;
        }
        if (id == 0) {
            writeInline(event, stack);
        } else {
            event.varint(CALLSTACK_ID, Math.abs(id));
        }
    }

    /// @return false if there are too many frames
    private boolean intern(int id, StackTraceElement[] stack) {
        int[] ids = new int[stack.length];
        for (int i = 0; i < stack.length; i++) {
            ids[i] = frame(stack[i]);
            if (ids[i] == 0) {
                return false;
            }
        }
        ProtoWriter interned = sequence.interned();
        int entry = interned.open(CALLSTACKS);
        interned.varint(1, id);
        for (int i = ids.length - 1; i >= 0; i--) {
            interned.varint(2, ids[i]);
        }
        interned.close(entry);
        return true;
    }

    private int frame(StackTraceElement element) {
        int id = frames.id(element);
        if (id < 0) {
            int function = sequence.id(functions, FUNCTIONS, function(element));
            String file = element.getFileName();
            int source = file == null ? 0 : sequence.id(sources, SOURCE_PATHS, file);
            ProtoWriter interned = sequence.interned();
            int entry = interned.open(FRAMES);
            interned.varint(1, -id);
            if (function != 0) {
                interned.varint(2, function);
            }
            if (source != 0) {
                interned.varint(5, source);
            }
            if (element.getLineNumber() > 0) {
                interned.varint(6, element.getLineNumber());
            }
            interned.close(entry);
        }
        return Math.abs(id);
    }

    private static String function(StackTraceElement element) {
        return element.getClassName() + "." + element.getMethodName();
    }

    private static void writeInline(ProtoWriter event, StackTraceElement[] stack) {
        int all = event.open(INLINE_CALLSTACK);
        for (int i = stack.length - 1; i >= 0; i--) {
            int frame = event.open(1);
            event.string(1, function(stack[i]));
            String file = stack[i].getFileName();
            if (file != null) {
                event.string(2, file);
            }
            if (stack[i].getLineNumber() > 0) {
                event.varint(3, stack[i].getLineNumber());
            }
            event.close(frame);
        }
        event.close(all);
    }
}
