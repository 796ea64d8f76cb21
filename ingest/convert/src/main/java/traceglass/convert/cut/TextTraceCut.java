package traceglass.convert.cut;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import traceglass.convert.cut.json.JsonCut;
import traceglass.convert.cut.state.RangeCut;
import traceglass.convert.cut.systrace.SystraceCut;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.Importers;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.ingest.source.TraceWalk;
import traceglass.store.time.TimeSpan;

/// Cuts a text trace (Chrome JSON or ftrace text), which can be compressed.
final class TextTraceCut {

    /// The functions that cut traces of a format.
    private record FormatCut(SpanReader span, BiFunction<Long, Long, RangeCut> cut) {}

    private static final Map<String, FormatCut> FORMATS = Map.of(
            "json",
            new FormatCut(JsonCut::span, JsonCut::new),
            "systrace",
            new FormatCut(SystraceCut::span, SystraceCut::new));

    private TextTraceCut() {}

    /// Finds the earliest and the latest time of an event in ns.
    private interface SpanReader {
        long[] read(TraceInput input) throws IOException;
    }

    /// Reads the trace.
    private interface Reader {
        void read(TraceInput input) throws IOException;
    }

    /// Returns the format id of the first trace in a file; empty for a Perfetto trace or an unknown file.
    ///
    /// @throws ConvertProblem if traces of this format can't be cut
    static String format(Path file, ImportProgress progress) throws IOException, ConvertProblem {
        String[] format = {"", ""};
        walk(file, progress, input -> {
            byte[] head = input.head();
            Importer importer = Importers.builtIn().of(head);
            if (importer == null || importer instanceof PerfettoImporter) {
                return;
            }
            if (FORMATS.containsKey(importer.id())) {
                format[0] = importer.id();
            } else {
                format[1] = importer.displayName();
            }
        });
        if (!format[1].isEmpty()) {
            throw new ConvertProblem("can't cut " + file + ", whose format is " + format[1]
                    + "; only Perfetto traces, Chrome JSON and ftrace text can be cut");
        }
        return format[0];
    }

    /// @param format result of [#format]
    /// @return a description of lost data; empty if there is none
    static String run(Path file, String format, TraceCut.Range range, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        FormatCut functions = Objects.requireNonNull(FORMATS.get(format));
        long[] span = new long[2];
        walk(file, progress, input -> System.arraycopy(functions.span.read(input), 0, span, 0, 2));
        if (span[0] > span[1]) {
            throw new ConvertProblem(file + " has no events");
        }
        long offset = range.isAbsolute() ? 0 : span[0];
        RangeCut cut = functions.cut.apply(range.start() + offset, range.end() + offset);
        boolean[] result = {false};
        walk(file, progress, input -> result[0] = cut.scan(input));
        if (!result[0]) {
            throw new ConvertProblem(TraceCut.emptyRangeMessage(file, new TimeSpan(span[0], span[1])));
        }
        walk(file, progress, input -> result[0] = cut.write(input, out));
        return result[0] ? "the trace is damaged; events after the damage are lost" : "";
    }

    private static void walk(Path file, ImportProgress progress, Reader reader) throws IOException, ConvertProblem {
        if (!Files.exists(file)) {
            throw new ConvertProblem(file + " does not exist");
        }
        try {
            new TraceWalk(new FirstTrace(reader), progress, _ -> 0).walk(file);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (TraceProblem e) {
            throw new ConvertProblem(String.valueOf(e.getMessage()), e);
        }
    }

    /// Reads only the first trace of a file.
    private static final class FirstTrace implements TraceWalk.Visitor {

        private final Reader reader;
        private int files;
        private boolean isRead;

        FirstTrace(Reader reader) {
            this.reader = reader;
        }

        @Override
        public int add(String name, long size) {
            return files++;
        }

        @Override
        public void onTrace(int id, TraceInput input) throws IOException {
            if (!isRead) {
                isRead = true;
                reader.read(input);
            }
        }
    }
}
