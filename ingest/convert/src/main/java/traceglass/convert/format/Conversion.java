package traceglass.convert.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

/// A format that traces are converted to. A new one takes one class and one line in `Conversions`.
public interface Conversion {

    /// Settings of formats.
    ///
    /// @param truncate for ftrace text: `start` or `end` keeps that end of a text that is too long for other tools;
    ///     null keeps all
    record Options(@Nullable String truncate) {

        public static final Options DEFAULT = new Options(null);
    }

    /// Opens a trace for queries.
    interface RowsOpener {
        TraceRows open() throws ConvertProblem;
    }

    /// Returns the word for the command line, such as `text`.
    String id();

    /// Returns the ending of files in this format, without a dot.
    String ending();

    /// Returns what the result is, in one sentence for the help.
    String description();

    /// Converts a trace.
    ///
    /// @param request what to convert
    /// @param out receives the result; not closed
    /// @param notes receives a sentence about each loss
    /// @throws ConvertProblem if the trace cannot be converted to this format
    /// @throws traceglass.ingest.ImportCancelled after [ImportProgress#cancel]
    void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem;

    /// A trace to convert, and how.
    ///
    /// @param trace file with the trace
    /// @param rows opens the trace and returns its rows; called only by formats that are made of rows
    /// @param options settings of the formats that have some
    record Request(Path trace, RowsOpener rows, Options options) {

        /// Returns the files that are read.
        public List<Path> inputs() {
            return List.of(trace);
        }
    }
}
