package traceglass.convert.text;

import java.io.IOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.store.text.Spelling;

/// Encodes messages from protobuf's text format. Supports the whole format except `Any`, and fields by number as
/// written by [ProtoTextWriter].
final class ProtoTextReader {

    private static final int MAX_DEPTH = 200;
    private static final int SMALL_BITS = 31;
    private static final int MAX_SMALL_DIGITS = 10;
    private static final BigInteger MAX_UINT64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final BigInteger MIN_INT64 = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX_INT64 = BigInteger.valueOf(Long.MAX_VALUE);

    /// Called after each field of the outermost message.
    interface Listener {

        /// @param start offset of the encoded field in the output
        void onEncoded(int start, int number) throws IOException;
    }

    private final TextTokens tokens;
    private final MessageTypes types;
    private final boolean allowsRepeats;
    /// Fields of each type by their name in text, with the number of fields, so that new ones are noticed.
    private final Map<MessageType, Names> names = new IdentityHashMap<>();

    private record Names(int size, Map<String, MessageType.Field> fields) {}

    /// A packed field of the current message, to which further numbers can be appended.
    private static final class OpenList {
        int number;
        int start;

        void close(ProtoOutput out) {
            if (number != 0) {
                out.end(start);
                number = 0;
            }
        }

        void open(int field, ProtoOutput out) {
            if (number != field) {
                close(out);
                start = out.begin(field);
                number = field;
            }
        }
    }

    /// @param allowsRepeats whether a singular field can occur several times, as in a binary trace
    ProtoTextReader(TextTokens tokens, MessageTypes types, boolean allowsRepeats) {
        this.tokens = tokens;
        this.types = types;
        this.allowsRepeats = allowsRepeats;
    }

    /// Reads the outermost message, to the end of the text.
    void readMessage(MessageType type, ProtoOutput out, Listener listener) throws IOException, ConvertProblem {
        Set<Integer> seen = new HashSet<>();
        OpenList list = new OpenList();
        while (tokens.kind() != TextTokens.Kind.END) {
            int start = out.size();
            int number = readField(type, out, list, seen, 0);
            list.close(out);
            listener.onEncoded(start, number);
        }
    }

    private void readNested(@Nullable MessageType type, ProtoOutput out, char end, int depth)
            throws IOException, ConvertProblem {
        if (depth > MAX_DEPTH) {
            throw tokens.problem("messages are nested more than " + MAX_DEPTH + " levels deep");
        }
        Set<Integer> seen = new HashSet<>();
        OpenList list = new OpenList();
        while (!tokens.skip(end)) {
            if (tokens.kind() == TextTokens.Kind.END) {
                throw tokens.problem("expected \"" + end + "\" before the end of the text");
            }
            readField(type, out, list, seen, depth);
        }
        list.close(out);
    }

    /// Reads a field with its values and returns its number.
    private int readField(@Nullable MessageType type, ProtoOutput out, OpenList list, Set<Integer> seen, int depth)
            throws IOException, ConvertProblem {
        int number;
        if (tokens.kind() == TextTokens.Kind.WORD
                && Character.isDigit(tokens.word().charAt(0))) {
            number = (int) readInteger(BigInteger.ONE, BigInteger.valueOf(0x1FFF_FFFF), "a field number");
            tokens.skip(':');
            list.close(out);
            readUnknown(number, out, depth);
        } else {
            MessageType.Field f = readFieldName(type, seen);
            number = f.number();
            boolean hasColon = tokens.skip(':');
            if (f.isRepeated && tokens.skip('[')) {
                readValues(f, out, list, depth);
            } else {
                if (!hasColon && f.type() != ScalarEncoding.MESSAGE) {
                    throw tokens.problem("expected \":\" after " + f.name() + ", found " + tokens.describe());
                }
                readValue(f, out, list, depth);
            }
        }
        if (!tokens.skip(';')) {
            tokens.skip(',');
        }
        return number;
    }

    private void readValues(MessageType.Field f, ProtoOutput out, OpenList list, int depth)
            throws IOException, ConvertProblem {
        if (tokens.skip(']')) {
            return;
        }
        do {
            readValue(f, out, list, depth);
        } while (tokens.skip(','));
        if (!tokens.skip(']')) {
            throw tokens.problem("expected \",\" or \"]\", found " + tokens.describe());
        }
    }

    /// Reads a field name and returns its field.
    ///
    /// @param seen numbers of the fields that already occurred in the message
    private MessageType.Field readFieldName(@Nullable MessageType type, Set<Integer> seen)
            throws IOException, ConvertProblem {
        boolean isExtension = tokens.skip('[');
        if (tokens.kind() != TextTokens.Kind.WORD) {
            throw tokens.problem("expected the name of a field, found " + tokens.describe());
        }
        String name = tokens.word();
        MessageType.Field f = byName(type).get(isExtension ? "[" + name : name);
        if (f == null) {
            throw tokens.problem("no field " + name + suggestion(name, byName(type)));
        }
        if (f.type() == ScalarEncoding.GROUP) {
            throw tokens.problem(name + " is a group, which is not supported");
        }
        if (!allowsRepeats && !f.isRepeated && !seen.add(f.number())) {
            throw tokens.problem(name + " is set twice");
        }
        tokens.next();
        if (isExtension && !tokens.skip(']')) {
            throw tokens.problem("expected \"]\", found " + tokens.describe());
        }
        return f;
    }

    private static String suggestion(String name, Map<String, MessageType.Field> known) {
        return known.keySet().stream()
                .filter(n -> Spelling.isNear(n, name))
                .min((a, b) -> Integer.compare(Spelling.distance(a, name), Spelling.distance(b, name)))
                .map(n -> "; did you mean " + n + "?")
                .orElse("");
    }

    private Map<String, MessageType.Field> byName(@Nullable MessageType type) {
        if (type == null) {
            return Map.of();
        }
        Names existing = names.get(type);
        if (existing == null || existing.size != type.fields().size()) {
            Map<String, MessageType.Field> fields = new HashMap<>();
            type.fields().forEach((number, f) -> fields.put(f.isExtension ? "[" + f.fullName() : f.name(), f));
            existing = new Names(type.fields().size(), fields);
            names.put(type, existing);
        }
        return existing.fields;
    }

    private void readValue(MessageType.Field f, ProtoOutput out, OpenList list, int depth)
            throws IOException, ConvertProblem {
        int type = f.type();
        if (type == ScalarEncoding.MESSAGE) {
            list.close(out);
            int start = out.begin(f.number());
            readNested(f.message(types), out, readOpeningBracket(f.name()), depth + 1);
            out.end(start);
        } else if (type == ScalarEncoding.STRING || type == ScalarEncoding.BYTES) {
            if (tokens.kind() != TextTokens.Kind.STRING) {
                throw tokens.problem("expected a string in quotes for " + f.name() + ", found " + tokens.describe());
            }
            list.close(out);
            out.bytes(f.number(), tokens.string());
            tokens.next();
        } else {
            long number = readNumber(f);
            if (f.isPacked) {
                list.open(f.number(), out);
            } else {
                list.close(out);
            }
            ScalarEncoding.write(out, f.number(), type, number, f.isPacked);
        }
    }

    /// Skips the opening bracket of a message and returns the closing one.
    private char readOpeningBracket(String name) throws IOException, ConvertProblem {
        if (tokens.skip('{')) {
            return '}';
        }
        if (tokens.skip('<')) {
            return '>';
        }
        throw tokens.problem("expected \"{\" after " + name + ", found " + tokens.describe());
    }

    private void readUnknown(int number, ProtoOutput out, int depth) throws IOException, ConvertProblem {
        if (tokens.kind() == TextTokens.Kind.STRING) {
            out.bytes(number, tokens.string());
            tokens.next();
        } else if (tokens.is('{') || tokens.is('<')) {
            char end = readOpeningBracket("field " + number);
            int start = out.begin(number);
            readNested(null, out, end, depth + 1);
            out.end(start);
        } else {
            String word = tokens.word().toLowerCase(Locale.ROOT);
            long value = readInteger(MIN_INT64, MAX_UINT64, "a number");
            if (word.startsWith("0x") && word.length() == 2 + 8) {
                out.fixed32(number, (int) value);
            } else if (word.startsWith("0x") && word.length() == 2 + 16) {
                out.fixed64(number, value);
            } else {
                out.varint(number, value);
            }
        }
    }

    /// Reads a number and returns its encoded value.
    private long readNumber(MessageType.Field f) throws IOException, ConvertProblem {
        return switch (f.type()) {
            case ScalarEncoding.DOUBLE -> Double.doubleToRawLongBits(readFloating(f.name(), Double::parseDouble));
            case ScalarEncoding.FLOAT ->
                Float.floatToRawIntBits((float) readFloating(f.name(), Float::parseFloat)) & 0xFFFF_FFFFL;
            case ScalarEncoding.BOOL -> readBool(f.name()) ? 1 : 0;
            case ScalarEncoding.ENUM -> readEnumeration(f);
            case ScalarEncoding.UINT64, ScalarEncoding.FIXED64 -> readInteger(BigInteger.ZERO, MAX_UINT64, f.name());
            case ScalarEncoding.UINT32, ScalarEncoding.FIXED32 ->
                readInteger(BigInteger.ZERO, BigInteger.valueOf(0xFFFF_FFFFL), f.name());
            case ScalarEncoding.SINT32 -> {
                int n = (int) readInt32(f.name());
                yield (n << 1 ^ n >> 31) & 0xFFFF_FFFFL;
            }
            case ScalarEncoding.SINT64 -> {
                long n = readInteger(MIN_INT64, MAX_INT64, f.name());
                yield n << 1 ^ n >> 63;
            }
            case ScalarEncoding.INT32, ScalarEncoding.SFIXED32 -> readInt32(f.name());
            default -> readInteger(MIN_INT64, MAX_INT64, f.name());
        };
    }

    private long readInt32(String name) throws IOException, ConvertProblem {
        return readInteger(BigInteger.valueOf(Integer.MIN_VALUE), BigInteger.valueOf(Integer.MAX_VALUE), name);
    }

    private long readEnumeration(MessageType.Field f) throws IOException, ConvertProblem {
        if (tokens.kind() == TextTokens.Kind.WORD
                && !Character.isDigit(tokens.word().charAt(0))) {
            MessageType.Enumeration e = f.enumeration(types);
            Integer number = e == null ? null : e.number(tokens.word());
            if (number == null) {
                throw tokens.problem(f.name() + " has no value " + tokens.word());
            }
            tokens.next();
            return number;
        }
        return readInt32(f.name());
    }

    private boolean readBool(String name) throws IOException, ConvertProblem {
        boolean value = switch (tokens.word()) {
            case "true", "True", "t", "1" -> true;
            case "false", "False", "f", "0" -> false;
            default -> throw tokens.problem("expected true or false for " + name + ", found " + tokens.describe());
        };
        tokens.next();
        return value;
    }

    private double readFloating(String name, ToDoubleFunction<String> decimal) throws IOException, ConvertProblem {
        boolean isNegative = tokens.skip('-');
        String word = tokens.word().toLowerCase(Locale.ROOT);
        double value;
        try {
            value = switch (word) {
                case "inf", "infinity", "inff", "infinityf" -> Double.POSITIVE_INFINITY;
                case "nan", "nanf" -> Double.NaN;
                default -> {
                    if (tokens.kind() != TextTokens.Kind.WORD || word.endsWith("d") || word.startsWith("0x")) {
                        throw new NumberFormatException();
                    }
                    yield decimal.applyAsDouble(word);
                }
            };
        } catch (NumberFormatException e) {
            throw tokens.problem("expected a number for " + name + ", found " + tokens.describe());
        }
        tokens.next();
        return isNegative ? -value : value;
    }

    /// Fast path for decimal numbers below 2 to the power of [#SMALL_BITS], which nearly all are. Returns -1 for
    /// others.
    private static long parseSmall(String word) {
        if (word.isEmpty() || word.length() > MAX_SMALL_DIGITS || word.length() > 1 && word.charAt(0) == '0') {
            return -1;
        }
        long value = 0;
        for (int i = 0; i < word.length(); i++) {
            int digit = word.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value < 1L << SMALL_BITS ? value : -1;
    }

    /// Reads an integer: decimal, hexadecimal after 0x, or octal after 0.
    private long readInteger(BigInteger min, BigInteger max, String name) throws IOException, ConvertProblem {
        boolean isNegative = tokens.skip('-');
        String word = tokens.word().toLowerCase(Locale.ROOT);
        BigInteger value;
        long small = parseSmall(word);
        if (small >= 0 && !isNegative && max.bitLength() >= SMALL_BITS) {
            tokens.next();
            return small;
        }
        try {
            if (tokens.kind() != TextTokens.Kind.WORD || word.startsWith("-")) {
                throw new NumberFormatException();
            }
            boolean isOctal = word.length() > 1 && word.charAt(0) == '0';
            value = word.startsWith("0x")
                    ? new BigInteger(word.substring(2), 16)
                    : isOctal ? new BigInteger(word, 8) : new BigInteger(word);
        } catch (NumberFormatException e) {
            throw tokens.problem("expected an integer for " + name + ", found " + tokens.describe());
        }
        value = isNegative ? value.negate() : value;
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw tokens.problem(name + " must be from " + min + " to " + max + ", not " + value);
        }
        tokens.next();
        return value.longValue();
    }
}
