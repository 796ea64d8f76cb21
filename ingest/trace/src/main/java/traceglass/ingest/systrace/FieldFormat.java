package traceglass.ingest.systrace;

import java.util.HashMap;
import java.util.Map;

/// Format in which the value of a field is printed.
///
/// @param names numbers by name; empty for all kinds but [Kind#NAMES]
record FieldFormat(Kind kind, Map<String, Long> names) {

    /// Kinds of values.
    enum Kind {
        /// A number that is decimal, or hexadecimal with a `0x` prefix; or a string.
        PLAIN,
        /// A hexadecimal number with or without `0x`.
        HEX,
        /// Hexadecimal numbers separated by commas.
        HEX_LIST,
        /// Major and minor number of a device: `8,3`, `8:3` or `(8,3)`.
        DEVICE,
        /// Groups of 32 bits in hexadecimal, separated by commas.
        MASK,
        /// Names of numbers or of bits, separated by vertical bars.
        NAMES
    }

    static final FieldFormat PLAIN = new FieldFormat(Kind.PLAIN, Map.of());
    static final FieldFormat HEX = new FieldFormat(Kind.HEX, Map.of());

    /// Parses a description: `x`, `list`, `dev`, `mask`, or names with their numbers (`begin=1,end=0`).
    static FieldFormat of(String description) {
        return switch (description) {
            case "" -> PLAIN;
            case "x" -> HEX;
            case "list" -> new FieldFormat(Kind.HEX_LIST, Map.of());
            case "dev" -> new FieldFormat(Kind.DEVICE, Map.of());
            case "mask" -> new FieldFormat(Kind.MASK, Map.of());
            default -> {
                Map<String, Long> names = new HashMap<>();
                for (String pair : description.split(",")) {
                    int equals = pair.lastIndexOf('=');
                    names.put(pair.substring(0, equals), Long.parseLong(pair.substring(equals + 1)));
                }
                yield new FieldFormat(Kind.NAMES, Map.copyOf(names));
            }
        };
    }
}
