package traceglass.sdk.agent;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options of the agent, separated by commas: method patterns (see [MethodPatterns]) and settings:
///
/// - `file=PATH` records from the start and saves to a file when the program ends
/// - `buffer-kb=N` sets the buffer size of that recording in KB, default 65536
/// - `ring=true` keeps the newest events when the buffer is full, instead of the oldest
/// - `system=true` connects to the tracing service, so that its sessions record the methods
///
/// @param file output file, or null
record AgentOptions(MethodPatterns patterns, @Nullable Path file, int bufferKb, boolean isRing, boolean isSystem) {

    /// Parses options.
    ///
    /// @throws IllegalArgumentException if a setting is unknown or there is no pattern
    static AgentOptions parse(String text) {
        List<String> patterns = new ArrayList<>();
        Path file = null;
        int bufferKb = 65_536;
        boolean isRing = false;
        boolean isSystem = false;
        for (String item : text.split(",")) {
            String option = item.strip();
            int equals = option.indexOf('=');
            if (equals < 0) {
                if (!option.isEmpty()) {
                    patterns.add(option);
                }
                continue;
            }
            String value = option.substring(equals + 1);
            switch (option.substring(0, equals)) {
                case "file" -> file = Path.of(value);
                case "buffer-kb" -> bufferKb = number(value);
                case "ring" -> isRing = isTrue(option, value);
                case "system" -> isSystem = isTrue(option, value);
                default ->
                    throw new IllegalArgumentException(
                            "Unknown option " + option + "; the options are file, buffer-kb, ring and system");
            }
        }
        return new AgentOptions(MethodPatterns.of(patterns), file, bufferKb, isRing, isSystem);
    }

    private static int number(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Can't read buffer-kb=" + value + "; write a number of KB", e);
        }
    }

    private static boolean isTrue(String option, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("Can't read " + option + "; write true or false");
        };
    }
}
