package traceglass.ingest.fuchsia;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Recognizes traces by their first records.
final class FuchsiaHead {

    private static final long MAGIC = 0x0016547846040010L;
    /// Number of valid records required to accept bytes without the magic number.
    private static final int MIN_RECORDS = 4;
    private static final long MAX_TICKS_PER_SECOND = 1_000_000_000_000L;

    private FuchsiaHead() {}

    static boolean hasMagic(byte[] head) {
        return head.length >= Long.BYTES && words(head).getLong(0) == MAGIC;
    }

    private static ByteBuffer words(byte[] head) {
        return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Returns whether the bytes begin with a provider record or a clock rate record, followed only by valid
    /// records.
    static boolean isTrace(byte[] head) {
        ByteBuffer words = words(head);
        int offset = 0;
        int records = 0;
        while (offset + Long.BYTES <= head.length) {
            long header = words.getLong(offset);
            int size = FuchsiaRecord.words(header);
            if (size <= 0 || records == 0 && !startsTrace(words, offset, header, size) || !isValid(header, size)) {
                return false;
            }
            offset += size * Long.BYTES;
            records++;
        }
        return records >= MIN_RECORDS;
    }

    private static boolean startsTrace(ByteBuffer words, int offset, long header, int size) {
        if (FuchsiaRecord.type(header) == FuchsiaRecord.INITIALIZATION) {
            long ticks = size >= 2 && offset + 16 <= words.limit() ? words.getLong(offset + Long.BYTES) : 0;
            return header >>> 16 == 0 && ticks >= 1000 && ticks <= MAX_TICKS_PER_SECOND;
        }
        return FuchsiaRecord.type(header) == FuchsiaRecord.METADATA
                && FuchsiaRecord.bits(header, 16, 19) == FuchsiaRecord.PROVIDER_INFO;
    }

    private static boolean isValid(long header, int size) {
        return switch (FuchsiaRecord.type(header)) {
            case FuchsiaRecord.METADATA ->
                switch (FuchsiaRecord.bits(header, 16, 19)) {
                    case FuchsiaRecord.PROVIDER_INFO ->
                        size == 1 + FuchsiaRecord.stringWords(FuchsiaRecord.bits(header, 52, 59));
                    case FuchsiaRecord.PROVIDER_SECTION, FuchsiaRecord.PROVIDER_EVENT -> size == 1;
                    default -> header == MAGIC;
                };
            case FuchsiaRecord.INITIALIZATION -> size >= 2 && header >>> 16 == 0;
            case FuchsiaRecord.STRING -> size == 1 + FuchsiaRecord.stringWords(FuchsiaRecord.bits(header, 32, 46));
            case FuchsiaRecord.THREAD -> size == 3 && header >>> 24 == 0;
            case FuchsiaRecord.EVENT -> FuchsiaRecord.bits(header, 16, 19) <= FuchsiaRecord.FLOW_END && size >= 2;
            case FuchsiaRecord.BLOB,
                    FuchsiaRecord.USER_OBJECT,
                    FuchsiaRecord.KERNEL_OBJECT,
                    FuchsiaRecord.SCHEDULER,
                    FuchsiaRecord.LOG -> size >= 2;
            default -> false;
        };
    }
}
