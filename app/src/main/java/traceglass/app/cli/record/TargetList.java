package traceglass.app.cli.record;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.record.config.CategoryArguments;
import traceglass.record.config.Option;
import traceglass.record.config.Probes;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// `record --list`: prints the categories, kernel events and data sources of a target.
public final class TargetList {

    private TargetList() {}

    /// Queries the target and prints the lists; those that are not available are reported on standard error.
    public static void print(RecordingTarget target) throws RecordProblem, Failure {
        TargetReport report = target.inspectAll();
        for (TargetReport.Check check : report.checks()) {
            if (check.state() == TargetReport.State.FAILED) {
                String help = check.help() == null ? "" : check.help();
                throw new Failure(
                        RecordOutputTexts.notReady(target.name(), check.label() + ": " + check.value(), help));
            }
        }
        Platform platform = target.platform();
        printSection(RecordOutputTexts.categories(target.id()), categories(platform, report));
        if (platform != Platform.CHROME) {
            printSection(RecordOutputTexts.TRACK_EVENTS, report.categories());
            Set<String> events = report.events();
            if (events == null) {
                CommandOutput.report(RecordOutputTexts.NO_EVENTS);
            } else {
                printSection(RecordOutputTexts.events(target.id()), names(events));
            }
        }
        Set<String> sources = report.dataSources();
        if (sources != null) {
            printSection(RecordOutputTexts.SOURCES, names(sources));
        }
    }

    private static Map<String, String> categories(Platform platform, TargetReport report) {
        return switch (platform) {
            case CHROME -> report.categories();
            case LINUX -> CategoryArguments.probeTitles();
            case ANDROID -> {
                if (!report.atrace().isEmpty()) {
                    yield report.atrace();
                }
                CommandOutput.report(RecordOutputTexts.DEFAULT_CATEGORIES);
                Map<String, String> categories = new TreeMap<>();
                for (Option option : Probes.byId("atrace").options()) {
                    if (option.id().equals("categories")) {
                        option.choices().forEach(c -> categories.put(c.value(), c.label()));
                    }
                }
                yield categories;
            }
        };
    }

    private static Map<String, String> names(Set<String> names) {
        Map<String, String> all = new TreeMap<>();
        names.forEach(n -> all.put(n, ""));
        return all;
    }

    private static void printSection(String title, Map<String, String> entries) {
        if (entries.isEmpty()) {
            return;
        }
        CommandOutput.print(title);
        int width = entries.keySet().stream().mapToInt(String::length).max().orElse(0);
        for (String name : new TreeSet<>(entries.keySet())) {
            String description = String.valueOf(entries.get(name));
            String gap = description.isEmpty() ? "" : " ".repeat(width - name.length() + 2);
            CommandOutput.print("  " + CommandOutput.oneLine(name) + gap + CommandOutput.oneLine(description));
        }
    }
}
