package traceglass.ingest.json;

import java.util.Arrays;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonKind;
import traceglass.ingest.json.text.JsonSyntaxException;

/// Reads times in microseconds, with fractions, as numbers or text.
final class JsonTimes {

    /// Smallest number of microseconds whose nanoseconds a double may not hold, about 104 days.
    private static final double INEXACT_US = (1L << 53) / 1e3;

    /// Number of microseconds below which the nanoseconds fit into a long.
    private static final double MAX_US = Long.MAX_VALUE / 1001.0;

    private JsonTimes() {}

    /// Returns the nanoseconds of a number or text in microseconds; [JsonEvents#UNSET] for other values.
    ///
    /// @param inner reads the text
    static long readTimeNs(JsonCursor c, JsonCursor inner) {
        return c.kind() == JsonKind.STRING ? readTextTime(c, inner) : readTimeNs(c);
    }

    /// Converts a number in microseconds to nanoseconds; returns [JsonEvents#UNSET] for other values.
    private static long readTimeNs(JsonCursor c) {
        return switch (c.kind()) {
            case LONG -> c.longValue() * 1000;
            case DOUBLE -> {
                double d = c.number();
                if (Math.abs(d) >= INEXACT_US && Math.abs(d) < MAX_US) {
                    yield longTimeNs(c);
                }
                yield d == Math.rint(d) ? (long) d * 1000 : Math.round(d * 1000);
            }
            default -> JsonEvents.UNSET;
        };
    }

    /// Converts a real number in microseconds to nanoseconds. Uses its digits, because a double would lose some.
    private static long longTimeNs(JsonCursor c) {
        long ns = 0;
        int decimals = -1;
        boolean roundsUp = false;
        for (int p = c.start(); p < c.end(); p++) {
            byte b = c.buffer()[p];
            if (b == '.') {
                decimals = 0;
            } else if (b == 'e' || b == 'E') {
                return Math.round(c.number() * 1000);
            } else if (b != '-' && decimals < 3) {
                ns = ns * 10 + (b - '0');
                decimals += decimals < 0 ? 0 : 1;
            } else if (b != '-') {
                roundsUp |= decimals == 3 && b >= '5';
                decimals++;
            }
        }
        for (int i = Math.max(0, decimals); i < 3; i++) {
            ns *= 10;
        }
        ns += roundsUp ? 1 : 0;
        return c.number() < 0 ? -ns : ns;
    }

    private static long readTextTime(JsonCursor c, JsonCursor inner) {
        byte[] number = Arrays.copyOfRange(c.text(), c.textStart(), c.textStart() + c.textLength() + 1);
        number[number.length - 1] = '"';
        inner.reset(number, 0, number.length);
        try {
            inner.readValue();
            boolean isNumeric = inner.position() == number.length - 1 && inner.isNumber();
            return isNumeric ? readTimeNs(inner) : JsonEvents.UNSET;
        } catch (JsonSyntaxException e) {
            return JsonEvents.UNSET;
        }
    }
}
