package traceglass.ingest.json;

import java.util.Arrays;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.store.table.StringPool;

/// Block of events waiting to be sorted, stored as columns with about 95 bytes per event. The JSON text of the
/// arguments is kept only for events whose arguments must be read in time order. The arguments of other events are
/// written immediately, and only the id of their arg set is stored.
final class JsonEvents {

    static final int SIZE = 4096;
    private static final byte[] NO_STACKS = new byte[0];
    /// Value of a missing time or duration.
    static final long UNSET = Long.MAX_VALUE;

    static final byte ID_NONE = 0;
    static final byte ID_STRING = 1;
    static final byte ID_NUMBER = 2;

    static final byte COOKIE_NONE = 0;
    static final byte COOKIE_ID = 1;
    static final byte COOKIE_GLOBAL = 2;
    static final byte COOKIE_LOCAL = 3;

    static final byte STACK_NONE = 0;
    /// Callstack given as the id of its innermost frame in `stackFrames`.
    static final byte STACK_OF_FRAME = 1;
    /// Callstack spelled out in the event; its value is a callsite.
    static final byte STACK_INLINE = 2;

    static final byte SCOPE_NONE = 0;
    static final byte SCOPE_THREAD = 1;
    static final byte SCOPE_PROCESS = 2;
    static final byte SCOPE_GLOBAL = 3;
    static final byte SCOPE_OTHER = 4;

    static final byte FLOW_IN = 1;
    static final byte FLOW_OUT = 2;
    static final byte BIND_ENCLOSING = 4;
    static final byte HAS_PID = 8;
    static final byte HAS_TID = 16;
    static final byte PID_IS_NAME = 32;
    static final byte TID_IS_NAME = 64;
    /// Added to the string id of the name of a process or thread without a number. Such an id only exists
    /// during the import.
    static final long NAMED = 0x6E61_6D65_0000_0000L;

    final byte[] phase = new byte[SIZE];
    final byte[] flags = new byte[SIZE];
    final byte[] scope = new byte[SIZE];
    final byte[] idType = new byte[SIZE];
    final byte[] bindType = new byte[SIZE];
    final byte[] cookieType = new byte[SIZE];
    final long[] pid = new long[SIZE];
    final long[] tid = new long[SIZE];
    final int[] name = new int[SIZE];
    final int[] category = new int[SIZE];
    final long[] dur = new long[SIZE];
    final long[] threadTs = new long[SIZE];
    final long[] threadDur = new long[SIZE];
    final long[] id = new long[SIZE];
    final long[] bindId = new long[SIZE];
    final long[] cookie = new long[SIZE];
    final int[] argSet = new int[SIZE];
    final int[] argsStart = new int[SIZE];
    final int[] argsLength = new int[SIZE];
    final int[] idScope = new int[SIZE];
    /// String ids of color names; null if no event has a color.
    private int[] colors;
    private byte[] stackTypes = NO_STACKS;
    private int[] stacks;
    byte[] argsText = new byte[1 << 14];
    private int argsUsed;
    int size;

    /// Returns whether the arguments of an event with this phase are complete, so that no other event adds to them.
    static boolean hasOwnArgs(byte phase) {
        return switch (phase) {
            case 'X', 'i', 'I', 'R', 'n' -> true;
            default -> false;
        };
    }

    /// Clears the data of an event that is stored outside the columns; called if the event is read again elsewhere.
    void reset(int event) {
        setColor(event, StringPool.NULL);
        clearStacks(event);
    }

    /// Stores the JSON text of an event's arguments.
    void storeArgs(int event, byte[] from, int start, int length) {
        if (argsUsed + length > argsText.length) {
            argsText = Arrays.copyOf(argsText, Math.max(argsText.length * 2, argsUsed + length));
        }
        System.arraycopy(from, start, argsText, argsUsed, length);
        argsStart[event] = argsUsed;
        argsLength[event] = length;
        argsUsed += length;
    }

    /// Discards the arguments of all events.
    void clearArgs() {
        argsUsed = 0;
    }

    /// Moves the cursor past the opening brace of an event's arguments; returns false if none were stored.
    boolean enterArgs(int event, JsonCursor cursor) {
        int length = argsLength[event];
        if (length == 0) {
            return false;
        }
        cursor.reset(argsText, argsStart[event] + 1, argsStart[event] + length);
        return true;
    }

    /// Stores the name of an event's color. Few traces have colors.
    void setColor(int event, int name) {
        if (colors == null) {
            if (name == StringPool.NULL) {
                return;
            }
            colors = new int[SIZE];
            Arrays.fill(colors, StringPool.NULL);
        }
        colors[event] = name;
    }

    /// Returns the name of an event's color; [StringPool#NULL] if it has none.
    int color(int event) {
        return colors == null ? StringPool.NULL : colors[event];
    }

    /// Clears the callstacks of the event that previously used this slot.
    void clearStacks(int event) {
        if (stackTypes != NO_STACKS) {
            stackTypes[event * 2] = STACK_NONE;
            stackTypes[event * 2 + 1] = STACK_NONE;
        }
    }

    /// Stores the callstack of the start or end of an event. Few traces have callstacks.
    void setStack(int event, boolean isAtEnd, byte type, int value) {
        if (stackTypes == NO_STACKS) {
            stackTypes = new byte[SIZE * 2];
            stacks = new int[SIZE * 2];
        }
        stackTypes[event * 2 + (isAtEnd ? 1 : 0)] = type;
        stacks[event * 2 + (isAtEnd ? 1 : 0)] = value;
    }

    /// Returns the type of the callstack, which determines how to read [#stack]; [#STACK_NONE] if there is none.
    byte stackType(int event, boolean isAtEnd) {
        return stackTypes == NO_STACKS ? STACK_NONE : stackTypes[event * 2 + (isAtEnd ? 1 : 0)];
    }

    /// Returns the string id of a frame id, or a callsite, depending on [#stackType].
    int stack(int event, boolean isAtEnd) {
        return stacks[event * 2 + (isAtEnd ? 1 : 0)];
    }
}
