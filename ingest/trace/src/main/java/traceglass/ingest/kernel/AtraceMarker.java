package traceglass.ingest.kernel;

/// One line that a program wrote to the kernel's `trace_marker`, in the form that Android's atrace made common:
///
/// ```
/// B|1636|name            a slice of the writing thread begins    E|1636   it ends    I|4820|name   an instant
/// C|1636|name|0          a counter of the process
/// S|1636|name|123        an async slice of the process begins    F|1636|name|123     it ends
/// G|1339|track|name|789  an async slice on a named track
/// H|6890|track|135       it ends (also H|6890|track|name|135)
/// N|1938|track|name      an instant on a named track
/// ```
///
/// The number after the letter is the pid. What follows the last field is not read (Chromium's counters have a category
/// there). One instance is used over and over; texts are places in the bytes that were parsed.
final class AtraceMarker {

    /// How a line reads.
    enum Result {
        OK,
        NOT_FOR_US,
        WRONG
    }

    private static final byte[] CLOCK_SYNC =
            "trace_event_clock_sync:".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    char phase;
    /// 0 where the line has none.
    long tgid;
    int nameOffset;
    int nameLength;
    int trackOffset;
    int trackLength;
    /// Value of a counter, or what tells async slices of one name apart.
    long value;

    private byte[] bytes;
    private int position;
    private int end;
    private int fieldOffset;
    private int fieldLength;
    private boolean numberOk;

    Result parse(byte[] from, int offset, int length) {
        bytes = from;
        position = offset;
        end = offset + length;
        while (end > offset && (bytes[end - 1] == '\n' || bytes[end - 1] == 0)) {
            end--;
        }
        // Offsets too: those of the marker before may lie outside this one's bytes.
        nameOffset = offset;
        nameLength = 0;
        trackOffset = offset;
        trackLength = 0;
        value = 0;
        tgid = 0;
        nextField();
        if (fieldLength == 0) {
            return Result.WRONG;
        }
        phase = (char) (bytes[fieldOffset] & 0xff);
        nextField();
        long pid = fieldNumber();
        boolean hasPid = numberOk;
        tgid = hasPid ? pid & 0xFFFF_FFFFL : 0;
        boolean ok = switch (phase) {
            case 'B' -> {
                nameOffset = Math.min(position, end);
                nameLength = end - nameOffset;
                yield hasPid;
            }
            case 'E' -> true;
            case 'I' -> name() && hasPid;
            case 'S', 'F', 'C' -> name() && number() && hasPid;
            case 'N' -> track() && name() && hasPid;
            case 'G' -> track() && name() && number() && hasPid;
            case 'H' -> track() && lastNumber() && hasPid;
            default -> {
                if (startsWith(offset, CLOCK_SYNC)) {
                    yield true;
                }
                yield false;
            }
        };
        return !ok ? Result.WRONG : "BEISFCNGH".indexOf(phase) < 0 ? Result.NOT_FOR_US : Result.OK;
    }

    private boolean startsWith(int offset, byte[] prefix) {
        return end - offset >= prefix.length
                && java.util.Arrays.equals(bytes, offset, offset + prefix.length, prefix, 0, prefix.length);
    }

    private boolean name() {
        nextField();
        nameOffset = fieldOffset;
        nameLength = fieldLength;
        return fieldLength > 0;
    }

    private boolean track() {
        nextField();
        trackOffset = fieldOffset;
        trackLength = fieldLength;
        return fieldLength > 0;
    }

    private boolean number() {
        nextField();
        value = fieldNumber();
        return numberOk;
    }

    /// The second of the two next fields, or the first if there is no second.
    private boolean lastNumber() {
        nextField();
        int firstOffset = fieldOffset;
        int firstLength = fieldLength;
        nextField();
        if (fieldLength == 0) {
            fieldOffset = firstOffset;
            fieldLength = firstLength;
        }
        value = fieldNumber();
        return numberOk;
    }

    private void nextField() {
        int p = Math.min(position, end);
        fieldOffset = p;
        while (p < end && bytes[p] != '|' && bytes[p] != 0) {
            p++;
        }
        fieldLength = p - fieldOffset;
        position = p + 1;
    }

    /// Reads the field as C's `strtoll` would; [#numberOk] says whether it is a number from end to end.
    private long fieldNumber() {
        int p = fieldOffset;
        int limit = fieldOffset + fieldLength;
        while (p < limit && (bytes[p] == ' ' || bytes[p] >= '\t' && bytes[p] <= '\r')) {
            p++;
        }
        boolean negative = p < limit && bytes[p] == '-';
        if (p < limit && (bytes[p] == '-' || bytes[p] == '+')) {
            p++;
        }
        numberOk = p < limit;
        long v = 0;
        for (; p < limit; p++) {
            int digit = bytes[p] - '0';
            if (digit < 0 || digit > 9) {
                numberOk = false;
                return 0;
            }
            if (v < (Long.MIN_VALUE + digit) / 10) {
                v = Long.MIN_VALUE;
                continue;
            }
            // Counted down, as the most negative number has no positive twin.
            v = v * 10 - digit;
        }
        return negative ? v : v == Long.MIN_VALUE ? Long.MAX_VALUE : -v;
    }
}
