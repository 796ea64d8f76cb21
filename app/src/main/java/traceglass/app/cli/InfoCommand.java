package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.analysis.doctor.ProfileCounts;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.OutputTexts;
import traceglass.ingest.open.Importers;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// `info TRACE`: describes the trace in a few lines.
final class InfoCommand implements Callable<Integer> {

    private final Root root;
    private Path trace;

    private InfoCommand(Root root) {
        this.root = root;
    }

    static CommandLine line(Root root) {
        InfoCommand command = new InfoCommand(root);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage().description(TraceCommandTexts.INFO);
        OptionSpecs.addHelp(spec);
        spec.addPositional(OptionSpecs.parameter(Path.class, () -> command.trace, v -> command.trace = v)
                .required(true)
                .paramLabel("TRACE")
                .description(CliTexts.TRACE_OR_STANDARD_INPUT)
                .build());
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws Failure {
        try (TraceStore opened =
                TraceArgument.open(trace, root.store.options(trace)).store()) {
            Importers formats = Importers.of(root.store.options().reading());
            TraceSummary s = TraceQueries.query(opened, q -> TraceSummary.read(q, formats::formatName));
            Map<String, String> lines = new LinkedHashMap<>();
            lines.put(
                    TraceCommandTexts.INFO_FILE,
                    trace.toString().equals("-")
                            ? CliTexts.STANDARD_INPUT
                            : trace.getFileName().toString());
            // The size of a streamed trace was counted while reading.
            lines.put(
                    TraceCommandTexts.INFO_SIZE,
                    Files.isRegularFile(trace) || Files.isDirectory(trace)
                            ? DisplayText.size(TraceOpener.sizeOf(trace))
                            : TraceCommandTexts.uncompressed(
                                    Long.parseLong(s.metadata().getOrDefault("trace_size_bytes", "0"))));
            lines.put(
                    TraceCommandTexts.INFO_FORMAT,
                    s.format().isEmpty() ? TraceCommandTexts.INFO_UNKNOWN_FORMAT : s.format());
            lines.put(
                    TraceCommandTexts.INFO_DURATION,
                    TimeText.duration(opened.bounds().durNs()));
            lines.put(
                    TraceCommandTexts.INFO_START,
                    TraceCommandTexts.timestamp(opened.bounds().start()));
            lines.put(
                    TraceCommandTexts.INFO_END,
                    TraceCommandTexts.timestamp(opened.bounds().end()));
            s.system().forEach(lines::put);
            lines.put(TraceCommandTexts.INFO_PROCESSES, DisplayText.grouped(s.processes()));
            lines.put(TraceCommandTexts.INFO_THREADS, DisplayText.grouped(s.threads()));
            lines.put(TraceCommandTexts.INFO_TRACKS, DisplayText.grouped(s.tracks()));
            lines.put(TraceCommandTexts.INFO_SLICES, DisplayText.grouped(s.slices()));
            lines.put(TraceCommandTexts.INFO_SCHED_SLICES, DisplayText.grouped(s.schedSlices()));
            lines.put(TraceCommandTexts.INFO_COUNTER_SAMPLES, DisplayText.grouped(s.counters()));
            lines.put(TraceCommandTexts.INFO_FTRACE_EVENTS, DisplayText.grouped(s.ftraceEvents()));
            addProfiles(lines, TraceQueries.query(opened, ProfileCounts::read));
            lines.put(
                    TraceCommandTexts.INFO_PROBLEMS,
                    TraceCommandTexts.kindsOfProblems(s.problems().size()));
            int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
            lines.forEach((k, v) -> CommandOutput.print(k + " ".repeat(width - k.length() + 2) + v));
            for (TraceSummary.Problem p : s.problems()) {
                CommandOutput.print("  " + p.severity() + "  " + p.name() + "  " + DisplayText.grouped(p.value()));
            }
            return 0;
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantRead(trace, CommandOutput.reason(e)), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        }
    }

    /// Adds the contents that only some traces have.
    private static void addProfiles(Map<String, String> lines, ProfileCounts profiles) {
        addIfAny(lines, TraceCommandTexts.INFO_SAMPLES, profiles.samples());
        addIfAny(lines, TraceCommandTexts.INFO_STACKS, profiles.stacks());
        addIfAny(lines, TraceCommandTexts.INFO_HEAP_OBJECTS, profiles.heapObjects());
        addIfAny(lines, TraceCommandTexts.INFO_ALLOCATIONS, profiles.allocations());
        addIfAny(lines, TraceCommandTexts.INFO_LOGS, profiles.logs());
    }

    private static void addIfAny(Map<String, String> lines, String label, long count) {
        if (count > 0) {
            lines.put(label, DisplayText.grouped(count));
        }
    }
}
