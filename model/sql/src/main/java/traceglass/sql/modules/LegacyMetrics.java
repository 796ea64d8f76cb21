package traceglass.sql.modules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Metrics of the first generation, which `RUN_METRIC('chrome/chrome_processes.sql', 'name', 'value', …)` runs: queries
/// that create views. Some are next to this class in `metrics`; for the others, the error message names the modules
/// with the same data.
public final class LegacyMetrics {
    private static final String ROOT = "metrics/";

    private LegacyMetrics() {}

    /// Returns the path of the metric that is called; empty if there is none.
    public static String path(PerfettoStatement.LegacyCall call) {
        return call.arguments().isEmpty() ? "" : call.arguments().getFirst();
    }

    /// Returns the statements of a metric with its parameters inserted.
    ///
    /// @param call call with the path of the metric, and names and values of its parameters
    /// @throws SqlSyntaxException if it is not available; the message names the modules to use instead
    public static List<List<Token>> statements(PerfettoStatement.LegacyCall call) throws SqlSyntaxException {
        String path = path(call);
        String text = path.matches("[a-z0-9_]+(/[a-z0-9_]+)*\\.sql") ? read(path) : null;
        if (text == null) {
            throw new SqlSyntaxException(missingMessage(path), call.function().origin());
        }
        for (int i = 1; i + 1 < call.arguments().size(); i += 2) {
            text = text.replace(
                    "{{" + call.arguments().get(i) + "}}", call.arguments().get(i + 1));
        }
        return SqlTokens.statements(SqlTokens.read(text, call.function().origin()));
    }

    private static String missingMessage(String path) {
        String name = path.replaceFirst("^.*/", "").replaceFirst("\\.sql$", "");
        for (String line : read("modules.txt").split("\n")) {
            String[] words = line.split(" +", 2);
            if (words.length == 2 && !words[0].equals("#") && name.startsWith(words[0])) {
                return "metric " + name + " is not available. "
                        + (words[1].indexOf('.') < 0
                                ? "The table " + words[1] + " has the same data"
                                : "Modules with the same data: INCLUDE PERFETTO MODULE "
                                        + words[1].replace(", ", "; INCLUDE PERFETTO MODULE "));
            }
        }
        return (name.isEmpty() ? "RUN_METRIC takes the path of a metric" : "metric " + name + " is not available")
                + ". The standard modules have the data of most metrics as tables (SELECT * FROM"
                + " __intrinsic_stdlib_objects lists them), and traceglass summarize computes metrics of the second"
                + " generation";
    }

    private static String read(String path) {
        try (InputStream in = LegacyMetrics.class.getResourceAsStream(ROOT + path)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
