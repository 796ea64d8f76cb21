package traceglass.ingest.android;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.text.PrintedNumbers;

/// Templates of log messages by token, in the format of Pigweed's tokenizer (pigweed.dev, module pw_tokenizer, "token
/// databases"), and the decoder of messages. A message is a 32-bit little-endian token followed by the values in the
/// order of the template's conversion specifiers: integers as zigzag varints, others as 32-bit floats.
final class TokenDatabase {

    static final TokenDatabase EMPTY = new TokenDatabase(Map.of());

    private static final byte[] MAGIC = {'T', 'O', 'K', 'E', 'N', 'S', 0, 0};
    private static final int HEADER_SIZE = 16;
    private static final int COUNT_OFFSET = 8;
    private static final int ENTRY_SIZE = 8;
    private static final int NEVER_REMOVED = -1;
    /// Longer numbers indicate damaged data.
    private static final int MAX_LENGTH = 31;
    private static final Pattern CONVERSION = Pattern.compile(
            "%(?<flags>[-+#"
                    + " 0]*)(?<width>\\*|[-+]?\\d+)?(?:\\.(?<precision>\\*|[-+]?\\d*))?(?<size>hh|ll|[hljztL])?(?<kind>[dicpoxXufFeEaAgG])");

    private final Map<Integer, String> texts;

    enum Kind {
        SIGNED,
        UNSIGNED,
        REAL
    }

    /// @param bits the integer, or the bits of a double
    record Value(Kind kind, long bits) {}

    /// @param template text before the values are inserted
    record Message(int token, String template, String text, List<Value> values) {}

    private TokenDatabase(Map<Integer, String> texts) {
        this.texts = texts;
    }

    /// Reads a binary database; returns null if it is damaged.
    static TokenDatabase read(byte[] bytes) {
        ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < HEADER_SIZE || !Arrays.equals(MAGIC, 0, MAGIC.length, bytes, 0, MAGIC.length)) {
            return null;
        }
        long count = b.getInt(COUNT_OFFSET) & 0xFFFF_FFFFL;
        long offset = HEADER_SIZE + count * ENTRY_SIZE;
        if (offset > bytes.length) {
            return null;
        }
        Map<Integer, String> texts = new HashMap<>();
        int from = (int) offset;
        for (int i = 0; i < count; i++) {
            int end = from;
            while (end < bytes.length && bytes[end] != 0) {
                end++;
            }
            if (end == bytes.length) {
                return null;
            }
            int entry = HEADER_SIZE + i * ENTRY_SIZE;
            if (b.getInt(entry + 4) == NEVER_REMOVED) {
                texts.put(b.getInt(entry), new String(bytes, from, end - from, StandardCharsets.UTF_8));
            }
            from = end + 1;
        }
        return new TokenDatabase(texts);
    }

    /// Decodes a message; returns null if it is damaged.
    Message decode(byte[] bytes) {
        if (bytes.length < Integer.BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int token = in.getInt();
        String text = texts.get(token);
        if (text == null) {
            return new Message(token, "Token not found", "Token not found", List.of());
        }
        List<Value> values = new ArrayList<>();
        StringBuilder out = new StringBuilder();
        Matcher m = CONVERSION.matcher(text);
        int done = 0;
        boolean isFirst = true;
        while (m.find()) {
            out.append(text, done, m.start());
            done = m.end();
            if (!isFirst && !in.hasRemaining()) {
                out.append("<ERROR>");
                continue;
            }
            isFirst = false;
            try {
                String formatted = value(m, in, values);
                if (formatted.length() >= MAX_LENGTH) {
                    return null;
                }
                out.append(formatted);
            } catch (BufferUnderflowException e) {
                return null;
            }
        }
        return new Message(token, text, out.append(text, done, text.length()).toString(), values);
    }

    private static String value(Matcher m, ByteBuffer in, List<Value> values) {
        String flags = m.group("flags");
        String widthText = m.group("width");
        String precisionText = m.group("precision");
        long width = widthText == null ? 0 : widthText.equals("*") ? varint(in) : Long.parseLong(widthText);
        long precision = precisionText == null
                ? -1
                : precisionText.equals("*") ? varint(in) : precisionText.isEmpty() ? 0 : Long.parseLong(precisionText);
        char kind = m.group("kind").charAt(0);
        String digits;
        if ("fFeEaAgG".indexOf(kind) >= 0) {
            double d = in.getFloat();
            values.add(new Value(Kind.REAL, Double.doubleToRawLongBits(d)));
            digits = formatReal(kind, d, (int) Math.min(precision, MAX_LENGTH), flags);
        } else {
            long v = varint(in);
            if (kind == 'c') {
                values.add(new Value(Kind.SIGNED, v));
                digits = String.valueOf((char) (v & 0xff));
            } else if (kind == 'd' || kind == 'i') {
                values.add(new Value(Kind.SIGNED, v));
                digits = sign(flags, v < 0)
                        + padZeros(new BigInteger(Long.toString(v)).abs().toString(), precision);
            } else {
                String size = m.group("size");
                boolean isWide = kind == 'p' || "j".equals(size) || "ll".equals(size);
                long u = isWide ? v : v & 0xFFFF_FFFFL;
                values.add(new Value(Kind.UNSIGNED, u));
                digits = formatUnsigned(kind, u, precision, flags);
            }
        }
        return pad(
                digits,
                Math.clamp(width, -MAX_LENGTH, MAX_LENGTH),
                flags,
                precisionText == null || "fFeEaAgG".indexOf(kind) >= 0);
    }

    private static String formatUnsigned(char kind, long u, long precision, String flags) {
        boolean isMarked = flags.indexOf('#') >= 0 && u != 0;
        return switch (kind) {
            case 'o' -> (isMarked ? "0" : "") + padZeros(Long.toOctalString(u), precision);
            case 'x' -> (isMarked ? "0x" : "") + padZeros(Long.toHexString(u), precision);
            case 'X' -> (isMarked ? "0X" : "") + padZeros(Long.toHexString(u).toUpperCase(Locale.ROOT), precision);
            case 'p' -> u == 0 ? "(nil)" : "0x" + Long.toHexString(u);
            default -> padZeros(Long.toUnsignedString(u), precision);
        };
    }

    private static String padZeros(String digits, long precision) {
        return precision > digits.length()
                ? "0".repeat((int) Math.min(precision, MAX_LENGTH) - digits.length()) + digits
                : digits;
    }

    private static String sign(String flags, boolean isNegative) {
        return isNegative ? "-" : flags.indexOf('+') >= 0 ? "+" : flags.indexOf(' ') >= 0 ? " " : "";
    }

    private static String formatReal(char kind, double d, int precision, String flags) {
        String prefix = sign(flags, d < 0 || 1 / d < 0);
        double v = Math.abs(d);
        if (Double.isNaN(v) || Double.isInfinite(v)) {
            return (Double.isNaN(v) ? "" : prefix) + (Double.isNaN(v) ? "nan" : "inf");
        }
        int digits = precision < 0 ? 6 : precision;
        String text = switch (Character.toLowerCase(kind)) {
            case 'f' -> PrintedNumbers.fixed(v, digits);
            case 'e' -> String.format(Locale.ROOT, "%." + digits + "e", v);
            case 'a' -> Double.toHexString(v);
            default -> PrintedNumbers.shortest(v, Math.max(1, digits));
        };
        return prefix + (Character.isUpperCase(kind) ? text.toUpperCase(Locale.ROOT) : text);
    }

    private static String pad(String text, int width, String flags, boolean canPadWithZeros) {
        int missing = Math.abs(width) - text.length();
        if (missing <= 0) {
            return text;
        }
        if (width < 0 || flags.indexOf('-') >= 0) {
            return text + " ".repeat(missing);
        }
        if (flags.indexOf('0') < 0 || !canPadWithZeros) {
            return " ".repeat(missing) + text;
        }
        int after = text.startsWith("-") || text.startsWith("+") || text.startsWith(" ")
                ? 1
                : text.startsWith("0x") || text.startsWith("0X") ? 2 : 0;
        return text.substring(0, after) + "0".repeat(missing) + text.substring(after);
    }

    /// @throws java.nio.BufferUnderflowException if the varint is truncated
    private static long varint(ByteBuffer in) {
        long raw = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = in.get();
            raw |= (b & 0x7fL) << shift;
            if (b >= 0) {
                break;
            }
        }
        return raw >>> 1 ^ -(raw & 1);
    }
}
