package traceglass.ingest.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Parses a line that a program wrote to the kernel's `trace_marker`, in the format of Android's atrace:
///
/// ```
/// B|1636|name            begins a slice of the writing thread    E|1636   ends it    I|4820|name   an instant
/// C|1636|name|0          a counter of the process
/// S|1636|name|123        begins an async slice of the process    F|1636|name|123     ends it
/// G|1339|track|name|789  begins an async slice on a named track
/// H|6890|track|135       ends it (also H|6890|track|name|135)
/// N|1938|track|name      an instant on a named track
/// ```
///
/// The number after the letter is the pid. Text after the last field is ignored (Chromium's counters have a category
/// there). The instance is reused for all lines; names are offsets into the parsed bytes.
final class AtraceMarker {

    /// Result of parsing a line.
    enum Result {
        EVENT,
        /// Clock synchronization marker, which other code reads.
        CLOCK_SYNC,
        INVALID
    }

    private static final byte[] CLOCK_SYNC_PREFIX = "trace_event_clock_sync:".getBytes(StandardCharsets.US_ASCII);

    char phase;
    /// Pid; 0 if the line has none.
    long tgid;
    int nameOffset;
    int nameLength;
    int trackOffset;
    int trackLength;
    /// Value of a counter, or the cookie that distinguishes async slices of the same name.
    long value;

    private byte[] bytes;
    private int position;
    private int end;
    private int fieldOffset;
    private int fieldLength;
    private boolean isNumberValid;

    Result parse(byte[] from, int offset, int length) {
        bytes = from;
        position = offset;
        end = offset + length;
        while (end > offset && (bytes[end - 1] == '\n' || bytes[end - 1] == 0)) {
            end--;
        }
        // Reset offsets as well: the offsets of the previous marker may be outside these bytes.
        nameOffset = offset;
        nameLength = 0;
        trackOffset = offset;
        trackLength = 0;
        value = 0;
        tgid = 0;
        advanceToNextField();
        if (fieldLength == 0) {
            return Result.INVALID;
        }
        phase = (char) (bytes[fieldOffset] & 0xff);
        advanceToNextField();
        long pid = fieldNumber();
        boolean hasPid = isNumberValid;
        tgid = hasPid ? pid & 0xFFFF_FFFFL : 0;
        boolean isValid = switch (phase) {
            case 'B' -> {
                nameOffset = Math.min(position, end);
                nameLength = end - nameOffset;
                yield hasPid;
            }
            case 'E' -> true;
            case 'I' -> readName() && hasPid;
            case 'S', 'F', 'C' -> readName() && readNumber() && hasPid;
            case 'N' -> readTrack() && readName() && hasPid;
            case 'G' -> readTrack() && readName() && readNumber() && hasPid;
            case 'H' -> readTrack() && readLastNumber() && hasPid;
            default -> startsWith(offset, CLOCK_SYNC_PREFIX);
        };
        return !isValid ? Result.INVALID : "BEISFCNGH".indexOf(phase) < 0 ? Result.CLOCK_SYNC : Result.EVENT;
    }

    private boolean startsWith(int offset, byte[] prefix) {
        return end - offset >= prefix.length
                && Arrays.equals(bytes, offset, offset + prefix.length, prefix, 0, prefix.length);
    }

    private boolean readName() {
        advanceToNextField();
        nameOffset = fieldOffset;
        nameLength = fieldLength;
        return fieldLength > 0;
    }

    private boolean readTrack() {
        advanceToNextField();
        trackOffset = fieldOffset;
        trackLength = fieldLength;
        return fieldLength > 0;
    }

    private boolean readNumber() {
        advanceToNextField();
        value = fieldNumber();
        return isNumberValid;
    }

    /// Parses the second of the next two fields, or the first one if there is only one; returns whether it is a
    /// number.
    private boolean readLastNumber() {
        advanceToNextField();
        int firstOffset = fieldOffset;
        int firstLength = fieldLength;
        advanceToNextField();
        if (fieldLength == 0) {
            fieldOffset = firstOffset;
            fieldLength = firstLength;
        }
        value = fieldNumber();
        return isNumberValid;
    }

    private void advanceToNextField() {
        int p = Math.min(position, end);
        fieldOffset = p;
        while (p < end && bytes[p] != '|' && bytes[p] != 0) {
            p++;
        }
        fieldLength = p - fieldOffset;
        position = p + 1;
    }

    /// Parses the field like C's `strtoll`, and sets [#isNumberValid] to whether the whole field is a number.
    private long fieldNumber() {
        int p = fieldOffset;
        int limit = fieldOffset + fieldLength;
        while (p < limit && (bytes[p] == ' ' || bytes[p] >= '\t' && bytes[p] <= '\r')) {
            p++;
        }
        boolean isNegative = p < limit && bytes[p] == '-';
        if (p < limit && (bytes[p] == '-' || bytes[p] == '+')) {
            p++;
        }
        isNumberValid = p < limit;
        long v = 0;
        for (; p < limit; p++) {
            int digit = bytes[p] - '0';
            if (digit < 0 || digit > 9) {
                isNumberValid = false;
                return 0;
            }
            if (v < (Long.MIN_VALUE + digit) / 10) {
                v = Long.MIN_VALUE;
                continue;
            }
            // Negative while parsing, because the smallest long has no positive counterpart.
            v = v * 10 - digit;
        }
        return isNegative ? v : v == Long.MIN_VALUE ? Long.MAX_VALUE : -v;
    }
}
