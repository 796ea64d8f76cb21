package traceglass.sdk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.proto.ProtoWriter;

/// The interned callstacks of a sequence: each function, source file, frame and complete stack is written once.
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

    /// Hashable key for a list of frames, innermost first.
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

    /// Writes the callstack field of an event, interned if possible, else inline.
    ///
    /// @param stack frames, innermost first
    void write(ProtoWriter event, StackTraceElement[] stack) {
        int id = stacks.id(new Stack(stack));
        if (id < 0 && !intern(-id, stack)) {
            // Events must not refer to a stack that was never written.
            stacks.clear();
            id = 0;
        }
        if (id == 0) {
            writeInline(event, stack);
        } else {
            event.varint(CALLSTACK_ID, Math.abs(id));
        }
    }

    /// Writes the interned entry of a stack.
    ///
    /// @return false if the table of frames is full
    private boolean intern(int id, StackTraceElement[] stack) {
        int[] ids = new int[stack.length];
        for (int i = 0; i < stack.length; i++) {
            ids[i] = internFrame(stack[i]);
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

    private int internFrame(StackTraceElement element) {
        int id = frames.id(element);
        if (id < 0) {
            int function = sequence.id(functions, FUNCTIONS, functionName(element));
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

    private static String functionName(StackTraceElement element) {
        return element.getClassName() + "." + element.getMethodName();
    }

    private static void writeInline(ProtoWriter event, StackTraceElement[] stack) {
        int start = event.open(INLINE_CALLSTACK);
        for (int i = stack.length - 1; i >= 0; i--) {
            int frame = event.open(1);
            event.string(1, functionName(stack[i]));
            String file = stack[i].getFileName();
            if (file != null) {
                event.string(2, file);
            }
            if (stack[i].getLineNumber() > 0) {
                event.varint(3, stack[i].getLineNumber());
            }
            event.close(frame);
        }
        event.close(start);
    }
}
