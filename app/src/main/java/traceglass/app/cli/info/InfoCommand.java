package traceglass.app.cli.info;

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
import traceglass.app.cli.convert.TraceAccess;
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
@SuppressWarnings("NullAway.Init") // Picocli sets the trace.
public final class InfoCommand implements Callable<Integer> {

    private final TraceAccess traces;
    private Path trace;

    private InfoCommand(TraceAccess traces) {
        this.traces = traces;
    }

    /// Creates the command with its options.
    public static CommandLine line(TraceAccess traces) {
        InfoCommand command = new InfoCommand(traces);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage().description(InfoTexts.INFO);
        OptionSpecs.addHelp(spec);
        spec.addPositional(OptionSpecs.parameter(Path.class, () -> command.trace, v -> command.trace = v)
                .required(true)
                .paramLabel("TRACE")
                .description(InfoTexts.TRACE)
                .build());
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws Failure {
        try (TraceStore opened = traces.openLoaded(trace)) {
            Importers formats = Importers.of(traces.options().reading());
            TraceSummary s = TraceQueries.query(opened, q -> TraceSummary.read(q, formats::formatName));
            Map<String, String> lines = new LinkedHashMap<>();
            lines.put(
                    InfoTexts.FILE,
                    trace.toString().equals("-")
                            ? InfoTexts.STANDARD_INPUT
                            : trace.getFileName().toString());
            // The size of a streamed trace was counted while reading.
            lines.put(
                    InfoTexts.SIZE,
                    Files.isRegularFile(trace) || Files.isDirectory(trace)
                            ? DisplayText.size(TraceOpener.sizeOf(trace))
                            : InfoTexts.uncompressed(
                                    Long.parseLong(s.metadata().getOrDefault("trace_size_bytes", "0"))));
            lines.put(InfoTexts.FORMAT, s.format().isEmpty() ? InfoTexts.UNKNOWN_FORMAT : s.format());
            lines.put(InfoTexts.DURATION, TimeText.duration(opened.bounds().durNs()));
            lines.put(InfoTexts.START, InfoTexts.timestamp(opened.bounds().start()));
            lines.put(InfoTexts.END, InfoTexts.timestamp(opened.bounds().end()));
            s.system().forEach(lines::put);
            lines.put(InfoTexts.PROCESSES, DisplayText.grouped(s.processes()));
            lines.put(InfoTexts.THREADS, DisplayText.grouped(s.threads()));
            lines.put(InfoTexts.TRACKS, DisplayText.grouped(s.tracks()));
            lines.put(InfoTexts.SLICES, DisplayText.grouped(s.slices()));
            lines.put(InfoTexts.SCHED_SLICES, DisplayText.grouped(s.schedSlices()));
            lines.put(InfoTexts.COUNTER_SAMPLES, DisplayText.grouped(s.counters()));
            lines.put(InfoTexts.FTRACE_EVENTS, DisplayText.grouped(s.ftraceEvents()));
            addProfiles(lines, TraceQueries.query(opened, ProfileCounts::read));
            lines.put(InfoTexts.PROBLEMS, InfoTexts.kindsOfProblems(s.problems().size()));
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
        addIfAny(lines, InfoTexts.SAMPLES, profiles.samples());
        addIfAny(lines, InfoTexts.STACKS, profiles.stacks());
        addIfAny(lines, InfoTexts.HEAP_OBJECTS, profiles.heapObjects());
        addIfAny(lines, InfoTexts.ALLOCATIONS, profiles.allocations());
        addIfAny(lines, InfoTexts.LOGS, profiles.logs());
    }

    private static void addIfAny(Map<String, String> lines, String label, long count) {
        if (count > 0) {
            lines.put(label, DisplayText.grouped(count));
        }
    }
}
