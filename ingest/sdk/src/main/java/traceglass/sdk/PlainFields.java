package traceglass.sdk;

import traceglass.sdk.TraceEvent.Entry;
import traceglass.sdk.memory.SequenceSink;

/// Fast path for short events: writes arguments and flows directly into the chunk if all argument names are already
/// interned. [EventFields] writes all other events.
final class PlainFields {

    /// Result for an event that needs more than this class can write.
    static final int UNKNOWN = -1;

    /// Maximum number of bytes of a flow, or of an argument without the characters of its string.
    private static final int FIELD_SIZE = 18;
    /// Bytes of an argument's tag, its size and the tag of its name.
    private static final int ARGUMENT_HEAD = 3;

    private static final int ONE_BYTE = 0x80;
    private static final int TWO_BYTES = 1 << 14;
    private static final int WORD_SIZE = 8;

    private final Interner names;
    private final Interner texts;

    PlainFields(Interner names, Interner texts) {
        this.names = names;
        this.texts = texts;
    }

    /// Returns the maximum encoded size in bytes of the entries of an event, assuming that its strings are ASCII.
    ///
    /// @param limit largest size to return; for larger sizes, the result is [#UNKNOWN]
    static int size(TraceEvent event, int limit) {
        int size = 0;
        for (int i = 0; i < event.count(); i++) {
            // Long strings would overflow the sum.
            size += (int) Math.min(entrySize(event, i), limit + 1L);
            if (size > limit) {
                return UNKNOWN;
            }
        }
        return size;
    }

    /// Returns the maximum encoded size in bytes of an entry, assuming that a string is ASCII.
    private static long entrySize(TraceEvent event, int i) {
        boolean isText = event.entry(i) == Entry.STRING;
        return FIELD_SIZE + (isText && event.object(i) instanceof String text ? (long) text.length() : 0);
    }

    /// Writes all entries of an event whose [size][#size(TraceEvent,int)] was checked.
    ///
    /// @param from offset of the first byte
    /// @param end offset at which the space for entries ends
    /// @return the offset after the entries, or [#UNKNOWN] if they don't fit
    long write(SequenceSink sink, long from, long end, TraceEvent event) {
        long position = from;
        for (int i = 0; i < event.count() && position != UNKNOWN; i++) {
            position = switch (event.entry(i)) {
                case BOOL, INT, UNSIGNED, DOUBLE, STRING, INTERNED, POINTER ->
                    putArgument(sink, position, end, event, i);
                case FLOW -> putFixed(sink, position, 0x02f9, event.number(i));
                case END_FLOW -> putFixed(sink, position, 0x0381, event.number(i));
                default -> UNKNOWN;
            };
        }
        return position;
    }

    /// Returns the bytes to reserve for the entries after entry `i`; a string can be longer in UTF-8 than assumed.
    private static long sizeAfter(TraceEvent event, int i) {
        long size = 0;
        for (int k = i + 1; k < event.count(); k++) {
            size += entrySize(event, k);
        }
        return size;
    }

    private static long putFixed(SequenceSink sink, long position, int tag, long value) {
        sink.putWord(position, tag);
        sink.putWord(position + 2, value);
        return position + 10;
    }

    private long putArgument(SequenceSink sink, long start, long end, TraceEvent event, int i) {
        String name = event.name(i);
        int nameId = name == null ? 0 : names.find(name);
        if (nameId == 0 || nameId >= TWO_BYTES) {
            return UNKNOWN;
        }
        // Field 4 is the argument; its field 1 is the name. The size is filled in later.
        long head = 0x080022L;
        long position = start + ARGUMENT_HEAD;
        if (nameId < ONE_BYTE) {
            sink.putWord(start, head | (long) nameId << 24);
            position++;
        } else {
            sink.putWord(start, head | (nameId & 0x7fL | 0x80) << 24 | (long) (nameId >>> 7) << 32);
            position += 2;
        }
        long to = putValue(sink, position, end, event, i);
        if (to != UNKNOWN) {
            sink.putByte(start + 1, (int) (to - start - 2));
        }
        return to;
    }

    private long putValue(SequenceSink sink, long position, long end, TraceEvent event, int i) {
        long number = event.number(i);
        return switch (event.entry(i)) {
            case BOOL -> sink.putVarint(position, 1, 0x10, number);
            case UNSIGNED -> sink.putVarint(position, 1, 0x18, number);
            case INT -> sink.putVarint(position, 1, 0x20, number);
            case POINTER -> sink.putVarint(position, 1, 0x38, number);
            case DOUBLE -> {
                sink.putByte(position, 0x29);
                sink.putWord(position + 1, number);
                yield position + 9;
            }
            case INTERNED -> {
                int id = event.object(i) instanceof String text ? texts.find(text) : 0;
                yield id == 0 ? UNKNOWN : sink.putVarint(position, 2, 0x0188, id);
            }
            default -> putText(sink, position, end, event, i);
        };
    }

    private static long putText(SequenceSink sink, long position, long end, TraceEvent event, int i) {
        String text = event.object(i) instanceof String s ? s : "";
        // Field 6 is the string value, followed by its length.
        sink.putWord(position, 0x32 | (long) text.length() << 8);
        long start = position + 2;
        if (writeAscii(sink, start, text)) {
            return start + text.length();
        }
        long to = putCharacters(sink, start, end - sizeAfter(event, i), text);
        if (to != UNKNOWN) {
            sink.putByte(position + 1, (int) (to - start));
        }
        return to;
    }

    /// Writes an ASCII string, eight characters at a time.
    ///
    /// @return false if it has non-ASCII characters
    private static boolean writeAscii(SequenceSink sink, long start, String text) {
        int length = text.length();
        int bits = 0;
        int i = 0;
        for (; i + WORD_SIZE <= length; i += WORD_SIZE) {
            long word = 0;
            for (int k = 0; k < WORD_SIZE; k++) {
                int c = text.charAt(i + k);
                bits |= c;
                word |= (long) c << 8 * k;
            }
            sink.putWord(start + i, word);
        }
        if (i < length) {
            long word = 0;
            for (int k = 0; i + k < length; k++) {
                int c = text.charAt(i + k);
                bits |= c;
                word |= (long) c << 8 * k;
            }
            sink.putWord(start + i, word);
        }
        return bits < ONE_BYTE;
    }

    /// Writes a string without surrogates as UTF-8.
    private static long putCharacters(SequenceSink sink, long start, long end, String text) {
        long to = start;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c) || end - to < 3) {
                return UNKNOWN;
            }
            if (c < ONE_BYTE) {
                sink.putByte(to++, c);
            } else if (c < 0x800) {
                sink.putByte(to++, 0xc0 | c >> 6);
                sink.putByte(to++, 0x80 | c & 0x3f);
            } else {
                sink.putByte(to++, 0xe0 | c >> 12);
                sink.putByte(to++, 0x80 | c >> 6 & 0x3f);
                sink.putByte(to++, 0x80 | c & 0x3f);
            }
        }
        return to;
    }
}
