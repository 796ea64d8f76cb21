package traceglass.ingest.fuchsia;

import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

/// Types of arguments.
final class Argument {

    static final int NULL = 0;
    static final int INT32 = 1;
    static final int UINT32 = 2;
    static final int INT64 = 3;
    static final int UINT64 = 4;
    static final int DOUBLE = 5;
    static final int STRING = 6;
    static final int POINTER = 7;
    static final int KOID = 8;
    static final int BOOL = 9;

    private Argument() {}

    /// Returns whether the value is in the next word rather than in the header.
    static boolean hasWord(int type) {
        return type >= INT64 && type <= DOUBLE || type == POINTER || type == KOID;
    }

    /// Returns the value of an argument of another type from its header word.
    static long valueInHeader(int type, long header) {
        return switch (type) {
            case INT32 -> (int) (header >>> 32);
            case UINT32 -> header >>> 32;
            case BOOL -> header >>> 32 == 0 ? 0 : 1;
            default -> 0;
        };
    }

    /// Adds arguments to a row, as stored by [EventStore#addArgument].
    static void write(long[] words, int from, int count, StringPool strings, ArgSetBuilder args) {
        for (int i = from; i < from + 2 * count; i += 2) {
            int name = (int) words[i];
            long value = words[i + 1];
            switch ((int) (words[i] >>> 32)) {
                case INT32, UINT32, INT64, UINT64, KOID -> args.addInt(name, value);
                case DOUBLE -> args.addReal(name, Double.longBitsToDouble(value));
                case STRING -> args.addString(name, (int) value);
                case POINTER -> args.addPointer(name, value);
                case BOOL -> args.addBool(name, value != 0);
                case NULL -> args.addString(name, strings.intern("null"));
                default -> args.addString(name, strings.intern("unknown"));
            }
        }
    }
}
