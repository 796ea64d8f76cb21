package traceglass.app.cli.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.size.FieldSize;
import traceglass.convert.size.SizeProfile;
import traceglass.convert.size.TraceSize;
import traceglass.ingest.ImportProgress;
import traceglass.store.text.DisplayText;

/// `trace-size TRACE`: lists which fields and sequences fill a Perfetto trace.
@Command(name = "trace-size", description = ConvertTexts.TRACE_SIZE, mixinStandardHelpOptions = true)
public final class TraceSizeCommand implements Callable<Integer> {

    @ParentCommand
    TraceAccess traces;

    @Parameters(paramLabel = "TRACE", description = ConvertTexts.TRACE)
    Path trace;

    @Option(names = "--pprof", paramLabel = "OUT", description = ConvertTexts.TRACE_SIZE_PPROF)
    Path pprof;

    @Option(names = "--force", description = ConvertTexts.FORCE)
    boolean force;

    @Option(names = "--depth", paramLabel = "N", defaultValue = "3", description = ConvertTexts.TRACE_SIZE_DEPTH)
    int depth;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = ConvertTexts.TRACE_SIZE_LIMIT)
    int limit;

    @Override
    public Integer call() throws Failure {
        traces.withFile(trace, this::run);
        return 0;
    }

    private void run(Path file) throws Failure {
        TraceSize sizes;
        try {
            sizes = TraceSize.read(file, new ImportProgress());
        } catch (ConvertProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure(ConvertTexts.cantRead(file, CommandOutput.reason(e)), e);
        }
        if (!sizes.summary().loss().isEmpty()) {
            CommandOutput.report(sizes.summary().loss());
        }
        if (pprof != null) {
            OutputFlags output = new OutputFlags();
            output.output = pprof;
            output.force = force;
            output.write(List.of(file), out -> SizeProfile.write(sizes, out));
            return;
        }
        printFields(sizes.packets());
        printSequences(sizes);
    }

    private void printFields(FieldSize packets) {
        List<String[]> rows = new ArrayList<>();
        collect(packets, 0, packets.total(), rows);
        String[] titles = {
            ConvertTexts.TITLE_BYTES,
            ConvertTexts.TITLE_SHARE,
            ConvertTexts.TITLE_COUNT,
            ConvertTexts.TITLE_MEDIAN,
            ConvertTexts.TITLE_MAX,
            ConvertTexts.TITLE_FIELD
        };
        print(titles, rows);
    }

    private void collect(FieldSize field, int level, long all, List<String[]> rows) {
        rows.add(new String[] {
            DisplayText.grouped(field.total()),
            share(field.total(), all),
            DisplayText.grouped(field.count()),
            DisplayText.grouped(field.median()),
            DisplayText.grouped(field.max()),
            "  ".repeat(level) + field.name()
        });
        if (level < depth) {
            field.fields().forEach(f -> collect(f, level + 1, all, rows));
        }
    }

    private void printSequences(TraceSize sizes) {
        CommandOutput.print("");
        List<String[]> rows = new ArrayList<>();
        for (TraceSize.Sequence s : sizes.sequences()) {
            rows.add(new String[] {
                DisplayText.grouped(s.bytes()),
                share(s.bytes(), sizes.packets().total()),
                DisplayText.grouped(s.packets()),
                Long.toString(s.id()),
                s.content()
            });
        }
        String[] titles = {
            ConvertTexts.TITLE_BYTES,
            ConvertTexts.TITLE_SHARE,
            ConvertTexts.TITLE_PACKETS,
            ConvertTexts.TITLE_SEQUENCE,
            ConvertTexts.TITLE_CONTENT
        };
        print(titles, rows);
    }

    private static String share(long bytes, long all) {
        return String.format(Locale.ROOT, "%.1f%%", all == 0 ? 0 : 100.0 * bytes / all);
    }

    /// Prints a table, numbers aligned to the right and the last column to the left.
    private void print(String[] titles, List<String[]> rows) {
        int last = titles.length - 1;
        int[] widths = new int[titles.length];
        List<String[]> shown = new ArrayList<>();
        shown.add(titles);
        shown.addAll(rows.subList(0, Math.min(rows.size(), limit)));
        shown.forEach(r -> {
            for (int i = 0; i < last; i++) {
                widths[i] = Math.max(widths[i], r[i].length());
            }
        });
        for (String[] r : shown) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < last; i++) {
                line.append(" ".repeat(widths[i] - r[i].length())).append(r[i]).append("  ");
            }
            CommandOutput.print(line + r[last]);
        }
        if (rows.size() > limit) {
            CommandOutput.print(ConvertTexts.moreLines(rows.size() - limit));
        }
    }
}
