package traceglass.ingest.fuchsia;

/// Types and fields of records: a header word, whose lowest four bits are the type and whose next twelve bits are the
/// size in words, and further words.
final class FuchsiaRecord {

    static final int METADATA = 0;
    static final int INITIALIZATION = 1;
    static final int STRING = 2;
    static final int THREAD = 3;
    static final int EVENT = 4;
    static final int BLOB = 5;
    static final int USER_OBJECT = 6;
    static final int KERNEL_OBJECT = 7;
    static final int SCHEDULER = 8;
    static final int LOG = 9;
    static final int LARGE = 15;

    static final int PROVIDER_INFO = 1;
    static final int PROVIDER_SECTION = 2;
    static final int PROVIDER_EVENT = 3;

    static final int INSTANT = 0;
    static final int COUNTER = 1;
    static final int BEGIN = 2;
    static final int END = 3;
    static final int COMPLETE = 4;
    static final int ASYNC_BEGIN = 5;
    static final int ASYNC_INSTANT = 6;
    static final int ASYNC_END = 7;
    static final int FLOW_BEGIN = 8;
    static final int FLOW_STEP = 9;
    static final int FLOW_END = 10;

    static final int LEGACY_SWITCH = 0;
    static final int SWITCH = 1;
    static final int WAKEUP = 2;

    private static final int INLINE = 0x8000;
    private static final int LENGTH = 0x7fff;

    private FuchsiaRecord() {}

    static int type(long header) {
        return (int) header & 0xf;
    }

    /// Returns the size in words including the header; 0 for an invalid header and for a large record (type
    /// 15), whose size is returned by [#largeWords].
    static int words(long header) {
        return type(header) == LARGE ? 0 : bits(header, 4, 15);
    }

    static long largeWords(long header) {
        return header >>> 4 & 0xffff_ffffL;
    }

    /// Returns the bits from `first` to `last`, both inclusive; at most 31 bits.
    static int bits(long word, int first, int last) {
        return (int) (word >>> first & (1L << last - first + 1) - 1);
    }

    /// Returns whether the string of a reference is stored inline in the record. The empty string is inline and
    /// takes no words.
    static boolean isInline(int ref) {
        return (ref & INLINE) != 0 || ref == 0;
    }

    static int inlineLength(int ref) {
        return ref & LENGTH;
    }

    static int stringWords(int length) {
        return length + 7 >> 3;
    }
}
