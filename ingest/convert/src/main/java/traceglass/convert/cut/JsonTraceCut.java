package traceglass.convert.cut;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.convert.cut.json.JsonCut;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.Importers;
import traceglass.ingest.source.TraceWalk;
import traceglass.store.time.TimeSpan;

/// Cuts a file with a Chrome JSON trace, which may be compressed.
final class JsonTraceCut {

    private static final String FORMAT = "json";

    private JsonTraceCut() {}

    /// Reads the trace.
    private interface Reader {
        void read(TraceInput input) throws IOException;
    }

    /// Returns whether the first trace in a file is Chrome JSON.
    static boolean isJson(Path file, ImportProgress progress) throws IOException, ConvertProblem {
        boolean[] isJson = {false};
        walk(
                file,
                progress,
                input -> isJson[0] = Importers.builtIn().all().stream()
                        .filter(i -> i.sniff(input.head()))
                        .findFirst()
                        .filter(i -> i.id().equals(FORMAT))
                        .isPresent());
        return isJson[0];
    }

    static String run(Path file, TraceCut.Range range, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        long[] span = new long[2];
        walk(file, progress, input -> System.arraycopy(JsonCut.span(input), 0, span, 0, 2));
        if (span[0] > span[1]) {
            throw new ConvertProblem(file + " has no events");
        }
        long offset = range.isAbsolute() ? 0 : span[0];
        JsonCut cut = new JsonCut(range.start() + offset, range.end() + offset);
        boolean[] answer = {false};
        walk(file, progress, input -> answer[0] = cut.scan(input));
        if (!answer[0]) {
            throw new ConvertProblem(TraceCut.nothing(file, new TimeSpan(span[0], span[1])));
        }
        walk(file, progress, input -> answer[0] = cut.write(input, out));
        return answer[0] ? "the trace is damaged; events after the damage are lost" : "";
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

    /// Passes on the first trace of a file.
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
        public void enter(int container, String type) {}

        @Override
        public void leave(int container, long size) {}

        @Override
        public void trace(int id, TraceInput input) throws IOException {
            if (!isRead) {
                isRead = true;
                reader.read(input);
            }
        }

        @Override
        public void damaged(String name, String type, long offset, String description) {}

        @Override
        public void skipped(int id, String name, TraceProblem why) {}
    }
}
