package traceglass.app.mcp;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.store.text.Spelling;

/// Arguments of a call. Models sometimes write numbers as strings, so both are accepted; unknown names are
/// rejected with the nearest known one, because a misspelled option must not be ignored.
final class ToolArguments {

    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|min)");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    private final Map<String, Object> values;

    /// @throws ToolProblem if there is an argument that the tool does not have, or a required one is missing
    ToolArguments(@Nullable Map<String, Object> values, ToolSchema schema) throws ToolProblem {
        this.values = values == null ? Map.of() : values;
        for (String name : this.values.keySet()) {
            if (!schema.names().contains(name)) {
                throw new ToolProblem(McpTexts.unknownArgument(name, nearest(name, schema.names()), schema.names()));
            }
        }
        for (String name : schema.required()) {
            if (text(name, "").isBlank()) {
                throw new ToolProblem(McpTexts.missingArgument(name));
            }
        }
    }

    private static @Nullable String nearest(String name, List<String> names) {
        return names.stream()
                .filter(n -> Spelling.isNear(name, n) || n.contains(name) || name.contains(n))
                .findFirst()
                .orElse(null);
    }

    /// Returns a string; numbers are converted.
    String text(String name, String fallback) throws ToolProblem {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        throw new ToolProblem(McpTexts.notAText(name));
    }

    /// Returns a string that must be one of the words.
    String choice(String name, List<String> choices) throws ToolProblem {
        String chosen = text(name, choices.getFirst()).toLowerCase(Locale.ROOT);
        if (!choices.contains(chosen)) {
            throw new ToolProblem(McpTexts.notOneOf(name, chosen, choices));
        }
        return chosen;
    }

    boolean flag(String name) throws ToolProblem {
        return choice(name, List.of("false", "true")).equals("true");
    }

    /// Returns an integer within limits.
    int integer(String name, int fallback, int min, int max) throws ToolProblem {
        long value = integer(name).orElse(fallback);
        if (value < min || value > max) {
            throw new ToolProblem(McpTexts.outOfRange(name, value, min, max));
        }
        return (int) value;
    }

    /// Returns an integer; empty if it is not given.
    OptionalLong integer(String name) throws ToolProblem {
        String text = text(name, "").strip();
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(parseExact(text));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new ToolProblem(McpTexts.notANumber(name, text));
        }
    }

    /// Returns a number that may be written with a point or an exponent, as clients write large ones.
    private static long parseExact(String text) {
        return WHOLE.matcher(text).matches()
                ? Long.parseLong(text)
                : new BigDecimal(text.substring(0, Math.min(text.length(), 40))).longValueExact();
    }

    /// Returns a time of the trace in ns: a timestamp as in the column `ts`, or with a unit a time since the start
    /// of the trace.
    OptionalLong time(String name, long traceStart) throws ToolProblem {
        OptionalLong relative = duration(name);
        String text = text(name, "").strip();
        if (relative.isPresent()) {
            try {
                return OptionalLong.of(Math.addExact(traceStart, relative.getAsLong()));
            } catch (ArithmeticException e) {
                throw new ToolProblem(McpTexts.notATime(name, text));
            }
        }
        try {
            return text.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(parseExact(text.startsWith("@") ? text.substring(1) : text));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new ToolProblem(McpTexts.notATime(name, text));
        }
    }

    /// Returns a duration with a unit in ns; empty if it is not given or has no unit.
    OptionalLong duration(String name) throws ToolProblem {
        Matcher m = TIME.matcher(text(name, "").strip());
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        long unit = switch (m.group(2)) {
            case "ns" -> 1;
            case "us", "µs" -> 1_000;
            case "ms" -> 1_000_000;
            case "min" -> 60_000_000_000L;
            default -> 1_000_000_000;
        };
        try {
            return OptionalLong.of(new BigDecimal(m.group(1))
                    .multiply(BigDecimal.valueOf(unit))
                    .toBigInteger()
                    .longValueExact());
        } catch (ArithmeticException e) {
            throw new ToolProblem(McpTexts.notATime(name, m.group()));
        }
    }
}
