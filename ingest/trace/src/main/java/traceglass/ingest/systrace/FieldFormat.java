package traceglass.ingest.systrace;

import java.util.HashMap;
import java.util.Map;

/// How the value of a field is printed.
///
/// @param names numbers by name; empty for other kinds than [Kind#NAMES]
record FieldFormat(Kind kind, Map<String, Long> names) {

    /// Forms of values.
    enum Kind {
        /// A number that is decimal, or hexadecimal if it is marked as such; or a string.
        PLAIN,
        /// A hexadecimal number with or without `0x`.
        HEX,
        /// Hexadecimal numbers with commas between.
        HEX_LIST,
        /// Major and minor number of a device: `8,3`, `8:3` or `(8,3)`.
        DEVICE,
        /// Groups of 32 bits in hexadecimal, with commas between.
        MASK,
        /// Names of numbers or of bits, with bars between.
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
