package traceglass.ingest.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Block of events waiting to be sorted, stored as columns with about 45 bytes per event. Hundreds of thousands may
/// wait, so values that few events have are stored apart from the columns, see [#bytes]. The JSON text of the arguments
/// is kept only for events whose arguments must be read in time order. The arguments of other events are written
/// immediately, and only the id of their arg set is stored.
final class JsonEvents {

    /// Maximum number of events. With this many events, a column is large enough for the old generation, where no
    /// collection copies it.
    static final int SIZE = 8192;
    private static final int LEAST_SIZE = 64;

    /// Number of bytes of arguments at which a block is full. Their offsets are ints.
    private static final int FULL_ARGS = 1 << 24;

    private static final byte[] NO_STACKS = new byte[0];

    private static final int RARE = 5;
    private static final int ID = 0;
    private static final int BIND_ID = 1;
    private static final int COOKIE = 2;
    private static final int ID_SCOPE = 3;
    private static final int ARGS = 4;
    private static final long[] NO_RARE = {0, 0, 0, StringPool.NULL, 0};
    private static final int TYPE_BITS = 2;
    private static final int TYPE_MASK = (1 << TYPE_BITS) - 1;

    /// Approximate memory that an event takes in the columns, in bytes.
    private static final int COLUMN_BYTES = 45;
    /// Memory for the rare values of an event and their index, in bytes.
    private static final int RARE_BYTES = RARE * Long.BYTES + Integer.BYTES;

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

    final byte[] phase;
    final byte[] flags;
    final byte[] scope;
    private final byte[] idTypes;
    final JsonNumbers pid;
    final JsonNumbers tid;
    final int[] name;
    final int[] category;
    final JsonNumbers dur;
    final JsonNumbers threadTs;
    final JsonNumbers threadDur;
    final int[] argSet;
    /// Index of each event's rare values in [#rare], 0 if it has none; null if no event has any.
    private int @Nullable [] rareIndex;
    /// Values that few events have, [#RARE] per event; the first group is that of an event without them.
    private long[] rare = NO_RARE;

    private int rareUsed = RARE;
    /// String ids of color names; null if no event has a color.
    private int @Nullable [] colors;

    private byte[] stackTypes = NO_STACKS;
    private int[] stacks = {};
    byte[] argsText = {};
    private int argsUsed;
    /// Number of events that have been cleared at least once.
    private int cleared;

    int size;

    /// Creates a block for [#SIZE] events.
    JsonEvents() {
        this(SIZE);
    }

    private JsonEvents(int capacity) {
        phase = new byte[capacity];
        flags = new byte[capacity];
        scope = new byte[capacity];
        idTypes = new byte[capacity];
        pid = new JsonNumbers(0, capacity);
        tid = new JsonNumbers(0, capacity);
        name = new int[capacity];
        category = new int[capacity];
        dur = new JsonNumbers(UNSET, capacity);
        threadTs = new JsonNumbers(UNSET, capacity);
        threadDur = new JsonNumbers(UNSET, capacity);
        argSet = new int[capacity];
    }

    /// Creates a block for [#SIZE] events that follow those of another block. As they are probably similar, its memory
    /// is chosen so that it need not grow.
    static JsonEvents after(JsonEvents previous) {
        return after(previous, SIZE);
    }

    /// Creates a block like [#after(JsonEvents)].
    ///
    /// @param expected expected number of events
    static JsonEvents after(JsonEvents previous, int expected) {
        JsonEvents events = new JsonEvents(Math.clamp(expected, LEAST_SIZE, SIZE));
        events.threadTs.startLike(previous.threadTs);
        if (previous.size > 0 && previous.rareIndex != null) {
            events.rareIndex = new int[events.capacity()];
            events.rare = Arrays.copyOf(NO_RARE, events.reserve(previous, previous.rareUsed));
        }
        if (previous.size > 0 && previous.argsUsed > 0) {
            events.argsText = new byte[events.reserve(previous, previous.argsUsed)];
        }
        return events;
    }

    /// Returns slightly more than this block needs if its events are like the previous ones.
    private int reserve(JsonEvents previous, int used) {
        return (int) Math.min(FULL_ARGS, (long) used * capacity() / previous.size * 9 / 8 + RARE);
    }

    private int capacity() {
        return phase.length;
    }

    /// Returns whether the arguments of an event with this phase are complete, so that no other event adds to them.
    static boolean hasOwnArgs(byte phase) {
        return switch (phase) {
            case 'X', 'i', 'I', 'R', 'n' -> true;
            default -> false;
        };
    }

    /// Returns whether the next event needs another block.
    boolean isFull() {
        return size == capacity() || argsUsed >= FULL_ARGS;
    }

    /// Sets all values of an event except its phase to those of an event without any fields.
    void clear(int event) {
        if (event >= cleared) {
            // The columns of new events contain these values already.
            cleared = event + 1;
            argSet[event] = IntColumn.NULL;
            return;
        }
        flags[event] = 0;
        scope[event] = 0;
        idTypes[event] = 0;
        pid.clear(event);
        tid.clear(event);
        name[event] = StringPool.NULL;
        category[event] = StringPool.NULL;
        dur.clear(event);
        threadTs.clear(event);
        threadDur.clear(event);
        argSet[event] = IntColumn.NULL;
        reset(event);
    }

    /// Clears the values of an event that are stored outside the columns; called if the event is read again elsewhere.
    void reset(int event) {
        if (rareIndex != null) {
            // The slot of an event that is not kept is used again, and so is its memory.
            if (rareIndex[event] == rareUsed - RARE) {
                rareUsed = Math.max(RARE, rareIndex[event]);
            }
            rareIndex[event] = 0;
        }
        setColor(event, StringPool.NULL);
        clearStacks(event);
    }

    /// Returns for how many rare values there is memory.
    int rareCapacity() {
        return rare.length;
    }

    /// Returns the approximate memory that an event takes, in bytes. Asynchronous events take about 90 and the text of
    /// their arguments, because they have rare values.
    int bytes(int event) {
        int start = rareIndex == null ? 0 : rareIndex[event];
        return start == 0 ? COLUMN_BYTES : COLUMN_BYTES + RARE_BYTES + (int) rare[start + ARGS];
    }

    private long rare(int event, int field) {
        return rareIndex == null ? NO_RARE[field] : rare[rareIndex[event] + field];
    }

    private void setRare(int event, int field, long value) {
        if (rareIndex == null) {
            if (value == NO_RARE[field]) {
                return;
            }
            rareIndex = new int[capacity()];
        }
        int start = rareIndex[event];
        if (start == 0) {
            if (value == NO_RARE[field]) {
                return;
            }
            if (rareUsed + RARE > rare.length) {
                rare = Arrays.copyOf(rare, Math.max(64 * RARE, rare.length + rare.length / 2));
            }
            start = rareUsed;
            rareUsed += RARE;
            rareIndex[event] = start;
            System.arraycopy(NO_RARE, 0, rare, start, RARE);
        }
        rare[start + field] = value;
    }

    byte idType(int event) {
        return (byte) (idTypes[event] & TYPE_MASK);
    }

    /// Returns the event's own id: a number, or the id of a string, depending on [#idType].
    long id(int event) {
        return rare(event, ID);
    }

    void setId(int event, byte type, long id) {
        idTypes[event] = (byte) (idTypes[event] & ~TYPE_MASK | type);
        setRare(event, ID, id);
    }

    byte bindType(int event) {
        return (byte) (idTypes[event] >> TYPE_BITS & TYPE_MASK);
    }

    /// Returns the id of the flow that the event is bound to; see [#id].
    long bindId(int event) {
        return rare(event, BIND_ID);
    }

    void setBindId(int event, byte type, long id) {
        idTypes[event] = (byte) (idTypes[event] & ~(TYPE_MASK << TYPE_BITS) | type << TYPE_BITS);
        setRare(event, BIND_ID, id);
    }

    byte cookieType(int event) {
        return (byte) (idTypes[event] >> 2 * TYPE_BITS & TYPE_MASK);
    }

    void setCookieType(int event, byte type) {
        idTypes[event] = (byte) (idTypes[event] & ~(TYPE_MASK << 2 * TYPE_BITS) | type << 2 * TYPE_BITS);
    }

    /// Returns the number that identifies an asynchronous event; 0 if [#cookieType] is [#COOKIE_NONE].
    long cookie(int event) {
        return rare(event, COOKIE);
    }

    void setCookie(int event, long cookie) {
        setRare(event, COOKIE, cookie);
    }

    /// Returns the string id of the scope of the event's id; [StringPool#NULL] if it has none.
    int idScope(int event) {
        return (int) rare(event, ID_SCOPE);
    }

    void setIdScope(int event, int scope) {
        setRare(event, ID_SCOPE, scope);
    }

    int argsStart(int event) {
        return (int) (rare(event, ARGS) >>> 32);
    }

    /// Returns the length of the JSON text of the arguments in bytes; 0 if it is not stored.
    int argsLength(int event) {
        return (int) rare(event, ARGS);
    }

    /// Stores the JSON text of an event's arguments.
    void storeArgs(int event, byte[] from, int start, int length) {
        if (argsUsed + length > argsText.length) {
            argsText = Arrays.copyOf(argsText, Math.max(Math.max(1 << 14, argsText.length * 2), argsUsed + length));
        }
        System.arraycopy(from, start, argsText, argsUsed, length);
        setRare(event, ARGS, (long) argsUsed << 32 | length);
        argsUsed += length;
    }

    /// Discards the arguments and the rare values of all events, before the only event in use is read.
    void clearRare() {
        argsUsed = 0;
        rareUsed = RARE;
    }

    /// Moves the cursor past the opening brace of an event's arguments; returns false if none were stored.
    boolean enterArgs(int event, JsonCursor cursor) {
        int length = argsLength(event);
        if (length == 0) {
            return false;
        }
        int start = argsStart(event);
        cursor.reset(argsText, start + 1, start + length);
        return true;
    }

    /// Stores the name of an event's color. Few traces have colors.
    void setColor(int event, int name) {
        if (colors == null) {
            if (name == StringPool.NULL) {
                return;
            }
            colors = new int[capacity()];
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
            stackTypes = new byte[capacity() * 2];
            stacks = new int[capacity() * 2];
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
