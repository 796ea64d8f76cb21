package traceglass.app.cli.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Translates the options of `trace_processor` that Perfetto's Python client and scripts use to start a server into
/// options of `serve`, so that this program can replace it (`bin_path`).
public final class ClassicOptions {

    private static final Set<String> SERVER_OPTIONS = Set.of("-D", "--httpd", "--stdiod");

    /// Options with a value, each with the corresponding option of `serve`; if that is empty, the option and
    /// its value are ignored.
    private static final Map<String, String> WITH_VALUE = Map.of(
            "--http-port", "--http",
            "--http-ip-address", "--http-address",
            "--http-additional-cors-origins", "--cors-origins",
            "--add-sql-package", "--add-sql-package",
            "--override-sql-package", "--add-sql-package",
            "--dev-flag", "",
            "--metatrace", "",
            "-m", "");

    private static final Set<String> VERSION = Set.of("-v", "--version");

    /// Options of all commands, which are passed to `serve` unchanged.
    private static final Set<String> GLOBAL_OPTIONS = Set.of(
            "--no-cache", "--cache-dir", "--memory-limit", "--crop-track-events", "--analyze-trace-proto-content");

    private ClassicOptions() {}

    /// Returns whether a command line X    /// option.
    public static boolean isUsed(List<String> arguments) {
        return !arguments.isEmpty()
                && arguments.getFirst().startsWith("-")
                && arguments.stream().anyMatch(SERVER_OPTIONS::contains);
    }

    /// Translates the options. Drops options without a counterpart.
    public static List<String> translate(List<String> arguments) {
        if (arguments.stream().anyMatch(VERSION::contains)) {
            return List.of("serve", "--version");
        }
        List<String> translated = new ArrayList<>(List.of("serve"));
        boolean hasPort = false;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String mapped = WITH_VALUE.get(name);
            if (mapped != null) {
                String value = equals >= 0
                        ? argument.substring(equals + 1)
                        : i + 1 < arguments.size() ? arguments.get(++i) : "";
                if (!mapped.isEmpty()) {
                    translated.add(mapped + "=" + value);
                }
                hasPort |= mapped.equals("--http");
            } else if (name.equals("--stdiod")) {
                translated.add("--stdio");
                hasPort = true;
            } else if (name.equals("--allow-sql-file-access")) {
                translated.add("--allow-files");
            } else if (!argument.startsWith("-") || isGlobal(name)) {
                translated.add(argument);
            }
        }
        if (!hasPort) {
            translated.add("--http=" + ServeCommand.DEFAULT_PORT);
        }
        return translated;
    }

    private static boolean isGlobal(String name) {
        return GLOBAL_OPTIONS.contains(name);
    }
}
