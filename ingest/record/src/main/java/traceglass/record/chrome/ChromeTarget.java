package traceglass.record.chrome;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.spi.TargetReport.Check;

/// A browser, either one that listens on a debugging port or one that is started.
///
/// @param port debugging port; 0 to start a browser
/// @param program the browser to start, or null for the first one found
/// @param arguments additional command line arguments, such as a URL to open
/// @param environment environment variables, for the search path and the display
public record ChromeTarget(int port, @Nullable Path program, List<String> arguments, Map<String, String> environment)
        implements RecordingTarget {

    private static final String HOST = "127.0.0.1";
    private static final long CATEGORIES_TIMEOUT_NS = 10_000_000_000L;
    private static final long CATEGORIES_POLL_MS = 500;

    public ChromeTarget {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /// Returns a target that starts the first browser found.
    public static ChromeTarget ofEnvironment() {
        return new ChromeTarget(0, null, List.of(), System.getenv());
    }

    /// Returns the browser listening on the port.
    public static ChromeTarget at(String port) throws RecordProblem {
        try {
            int number = Integer.parseInt(port.strip());
            if (number > 0 && number < 65536) {
                return new ChromeTarget(number, null, List.of(), System.getenv());
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new RecordProblem(Kind.NOT_FOUND, BrowserTexts.notPort(port));
    }

    @Override
    public String id() {
        return port == 0 ? "chrome" : "chrome:" + port;
    }

    @Override
    public String name() {
        return port == 0 ? BrowserTexts.CHROME : BrowserTexts.chromeOnPort(port);
    }

    @Override
    public String detail() {
        return port == 0 ? programToStart().map(BrowserTexts::starts).orElse(BrowserTexts.NO_BROWSER) : "DevTools";
    }

    private Optional<Path> programToStart() {
        return program != null ? Optional.of(program) : ChromeProgram.find(environment);
    }

    @Override
    public Platform platform() {
        return Platform.CHROME;
    }

    @Override
    public State state() {
        return port != 0 || programToStart().isPresent() ? State.READY : State.UNAVAILABLE;
    }

    @Override
    public String help() {
        return state() == State.READY ? "" : BrowserTexts.INSTALL;
    }

    @Override
    public TargetReport inspect() {
        List<Check> checks = new ArrayList<>();
        Map<String, String> categories = new LinkedHashMap<>();
        if (port == 0) {
            checks.add(programToStart()
                    .map(p -> Check.ok(BrowserTexts.BROWSER, p.getFileName().toString()))
                    .orElse(new Check(
                            BrowserTexts.BROWSER, BrowserTexts.NOT_FOUND, TargetReport.State.FAILED, help())));
            return new TargetReport(List.copyOf(checks), 0, null, Map.of(), Map.of(), null, 0);
        }
        try {
            DevTools.Browser browser = DevTools.findBrowser(HOST, port);
            checks.add(Check.ok(BrowserTexts.BROWSER, browser.name()));
            try (DevTools tools = DevTools.connect(browser.socket(), (m, p) -> {})) {
                if (tools.call("Tracing.getCategories", Map.of()).get("categories") instanceof List<?> list) {
                    list.forEach(c -> categories.put(String.valueOf(c), ""));
                }
                checks.add(Check.ok(BrowserTexts.CATEGORIES, String.valueOf(categories.size())));
            }
        } catch (RecordProblem e) {
            checks.add(new Check(
                    BrowserTexts.BROWSER, BrowserTexts.NOT_RESPONDING, TargetReport.State.FAILED, e.getMessage()));
        }
        return new TargetReport(List.copyOf(checks), 0, null, Map.of(), Map.copyOf(categories), null, 0);
    }

    @Override
    public TargetReport inspectAll() throws RecordProblem {
        if (port != 0) {
            return inspect();
        }
        try (ChromeProgram started = start()) {
            ChromeTarget running = new ChromeTarget(started.port(), program, arguments, environment);
            TargetReport report = running.inspect();
            // A browser listens before its categories are available, and its processes add their categories one after
            // another.
            int count = 0;
            for (long start = System.nanoTime();
                    report.isReady()
                            && (count == 0 || report.categories().size() != count)
                            && System.nanoTime() - start < CATEGORIES_TIMEOUT_NS; ) {
                count = report.categories().size();
                Thread.sleep(CATEGORIES_POLL_MS);
                report = running.inspect();
            }
            return report;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, BrowserTexts.REQUEST_INTERRUPTED, e);
        }
    }

    private ChromeProgram start() throws RecordProblem {
        Path program =
                programToStart().orElseThrow(() -> new RecordProblem(Kind.NOT_FOUND, BrowserTexts.noBrowser(help())));
        return ChromeProgram.start(program, arguments, environment);
    }

    @Override
    public Recorder connect(TraceConfig config) throws RecordProblem {
        if (port != 0) {
            return ChromeRecorder.connect(DevTools.findBrowser(HOST, port), config, null);
        }
        ChromeProgram started = start();
        try {
            return ChromeRecorder.connect(DevTools.findBrowser(HOST, started.port()), config, started);
        } catch (RecordProblem e) {
            started.close();
            throw e;
        }
    }
}
