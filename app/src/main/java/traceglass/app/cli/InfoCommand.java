package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.ingest.open.TraceFileReader;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// `info TRACE`: describes the trace in a few lines.
@Command(
        name = "info",
        description = "Describe a trace: format, duration, contents, problems.",
        mixinStandardHelpOptions = true)
final class InfoCommand implements Callable<Integer> {

    @ParentCommand
    Root root;

    @Parameters(paramLabel = "TRACE", description = "The trace file; - for standard input.")
    Path trace;

    @Override
    public Integer call() throws Failure {
        try (TraceStore opened = TraceArgument.open(trace, root.store.options()).store()) {
            TraceSummary s = TraceQueries.query(opened, q -> TraceSummary.read(q, TraceFileReader::formatName));
            Map<String, String> lines = new LinkedHashMap<>();
            lines.put(
                    "File",
                    trace.toString().equals("-")
                            ? "standard input"
                            : trace.getFileName().toString());
            // The size of a streamed trace was counted while reading.
            lines.put(
                    "Size",
                    Files.isRegularFile(trace)
                            ? DisplayText.size(Files.size(trace))
                            : DisplayText.size(Long.parseLong(s.metadata().getOrDefault("trace_size_bytes", "0")))
                                    + " uncompressed");
            lines.put("Format", s.format().isEmpty() ? "not recognized" : s.format());
            lines.put("Duration", TimeText.duration(opened.bounds().durNs()));
            lines.put("Start", opened.bounds().start() + " ns");
            lines.put("End", opened.bounds().end() + " ns");
            s.system().forEach(lines::put);
            lines.put("Processes", DisplayText.grouped(s.processes()));
            lines.put("Threads", DisplayText.grouped(s.threads()));
            lines.put("Tracks", DisplayText.grouped(s.tracks()));
            lines.put("Slices", DisplayText.grouped(s.slices()));
            lines.put("Scheduling slices", DisplayText.grouped(s.schedSlices()));
            lines.put("Counter samples", DisplayText.grouped(s.counters()));
            lines.put("Ftrace events", DisplayText.grouped(s.ftraceEvents()));
            lines.put(
                    "Problems",
                    s.problems().isEmpty()
                            ? "none"
                            : s.problems().size() + (s.problems().size() == 1 ? " kind" : " kinds"));
            int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
            lines.forEach((k, v) -> CommandOutput.print(k + " ".repeat(width - k.length() + 2) + v));
            for (TraceSummary.Problem p : s.problems()) {
                CommandOutput.print("  " + p.severity() + "  " + p.name() + "  " + DisplayText.grouped(p.value()));
            }
            return 0;
        } catch (IOException e) {
            throw new Failure("can't read " + trace + ": " + CommandOutput.reason(e), e);
        } catch (QueryException e) {
            throw new Failure("can't use the database of the trace: " + e.getMessage(), e);
        }
    }
}
