package traceglass.ingest.ftrace.format;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ftrace.format.EventField.Kind;

/// Parses an event's `format` file in tracefs:
///
/// ```
/// name: sched_switch
/// ID: 372
/// format:
/// 	field:char prev_comm[16];	offset:8;	size:16;	signed:0;
/// print fmt: …
/// ```
public final class EventFormatParser {

    private static final String DATA_LOCATION = "__data_loc ";
    private static final String RELATIVE_LOCATION = "__rel_loc ";
    /// Larger records do not fit in a page of the kernel's buffers or in a perf record.
    private static final int MAX_RECORD_BYTES = 1 << 16;

    private EventFormatParser() {}

    /// Returns the event described by the contents of the file, or null if they have no name or id. Fields that
    /// cannot be parsed are skipped.
    public static EventFormat parse(String system, String text) {
        String name = null;
        int id = -1;
        List<EventField> specific = new ArrayList<>();
        List<EventField> common = new ArrayList<>();
        for (String raw : text.split("\n")) {
            String line = raw.strip();
            if (line.startsWith("name:")) {
                name = line.substring(5).strip();
            } else if (line.startsWith("ID:")) {
                id = parseNumber(line.substring(3).strip());
            } else if (line.startsWith("field:")) {
                EventField field = parseField(line);
                if (field != null) {
                    (field.isCommon() ? common : specific).add(field);
                }
            } else if (line.startsWith("print fmt:")) {
                break;
            }
        }
        return name == null || name.isEmpty() || id < 0
                ? null
                : new EventFormat(system, name, id, List.copyOf(specific), List.copyOf(common));
    }

    private static EventField parseField(String line) {
        String declaration = null;
        int offset = -1;
        int size = -1;
        boolean isSigned = false;
        for (String part : line.split(";")) {
            String p = part.strip();
            if (p.startsWith("field:")) {
                declaration = p.substring(6).strip();
            } else if (p.startsWith("offset:")) {
                offset = parseNumber(p.substring(7).strip());
            } else if (p.startsWith("size:")) {
                size = parseNumber(p.substring(5).strip());
            } else if (p.startsWith("signed:")) {
                isSigned = p.substring(7).strip().equals("1");
            }
        }
        if (declaration == null || offset < 0 || offset > MAX_RECORD_BYTES || size < 0 || size > MAX_RECORD_BYTES) {
            return null;
        }
        return parseDeclaration(declaration, offset, size, isSigned);
    }

    /// @param declaration e.g. `char prev_comm[16]`, `__data_loc char[] name` or `unsigned long args[6]`
    private static EventField parseDeclaration(String declaration, int offset, int size, boolean isSigned) {
        boolean isLocated = declaration.startsWith(DATA_LOCATION);
        boolean isRelative = declaration.startsWith(RELATIVE_LOCATION);
        String remainder = declaration;
        if (isLocated || isRelative) {
            remainder = declaration
                    .substring((isLocated ? DATA_LOCATION : RELATIVE_LOCATION).length())
                    .strip();
        }
        String elements = null;
        if (remainder.endsWith("]") && remainder.lastIndexOf('[') > 0) {
            int open = remainder.lastIndexOf('[');
            elements = remainder.substring(open + 1, remainder.length() - 1);
            remainder = remainder.substring(0, open).strip();
        }
        int space = Math.max(remainder.lastIndexOf(' '), remainder.lastIndexOf('*'));
        if (space <= 0) {
            return null;
        }
        String name = remainder.substring(space + 1);
        String type = remainder.substring(0, space + 1).strip();
        if (type.endsWith("[]")) {
            elements = elements == null ? "" : elements;
            type = type.substring(0, type.length() - 2).strip();
        }
        boolean isText = isCharacter(type);
        Kind kind;
        int elementSize = size;
        if (isLocated || isRelative) {
            kind = isLocated
                    ? isText ? Kind.LOCATED_TEXT : Kind.LOCATED_NUMBERS
                    : isText ? Kind.RELATIVE_TEXT : Kind.RELATIVE_NUMBERS;
            elementSize = elementSize(type, 0, "");
        } else if (elements != null) {
            elementSize = elementSize(type, size, elements);
            kind = isText ? Kind.TEXT : isNumberSize(elementSize) && size > 0 ? Kind.NUMBERS : Kind.OPAQUE;
        } else if (type.endsWith("*")) {
            kind = isNumberSize(size) ? Kind.POINTER : Kind.OPAQUE;
        } else if (isText && size == 0) {
            // Older kernels describe the text at the end of a marker as one character without a size.
            kind = Kind.TEXT;
        } else {
            kind = isNumberSize(size) ? Kind.NUMBER : Kind.OPAQUE;
        }
        return new EventField(name, type, offset, size, elementSize, isSigned, kind);
    }

    private static boolean isCharacter(String type) {
        return type.equals("char") || type.equals("const char") || type.equals("signed char");
    }

    private static boolean isNumberSize(int size) {
        return size == 1 || size == 2 || size == 4 || size == 8;
    }

    private static int elementSize(String type, int size, String elements) {
        int count = parseNumber(elements);
        if (size > 0 && count > 0 && size % count == 0) {
            return size / count;
        }
        // The array bound may be an expression, but the type alone determines the size.
        return switch (type) {
            case "char", "unsigned char", "u8", "s8", "__u8", "bool" -> 1;
            case "short", "unsigned short", "u16", "s16", "__u16", "__le16", "__be16" -> 2;
            case "int", "unsigned int", "u32", "s32", "__u32", "__le32", "__be32", "pid_t" -> 4;
            case "long", "unsigned long", "u64", "s64", "__u64", "long long", "unsigned long long" -> 8;
            default -> 1;
        };
    }

    private static int parseNumber(String digits) {
        if (digits.isEmpty() || digits.length() > 9) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + c - '0';
        }
        return value;
    }
}
