package traceglass.convert.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

/// A format to which traces can be converted. To add a format, write a class and add a line in `Conversions`.
public interface Conversion {

    /// Settings of formats.
    ///
    /// @param truncate for ftrace text that is too long for other tools: `start` or `end` keeps its start or end;
    ///     null keeps everything
    /// @param profile for pprof: `alloc`, `perf` or `java-heap`; null if the trace has only one kind of profile
    /// @param pid for pprof: only this process; null for all
    /// @param timestamps for pprof: only the dumps with these times in ns; empty for all
    record Options(
            @Nullable String truncate,
            @Nullable String profile,
            @Nullable Long pid,
            List<Long> timestamps) {

        public static final Options DEFAULT = new Options(null, null, null, List.of());

        public Options {
            timestamps = List.copyOf(timestamps);
        }
    }

    /// Opens a trace for queries.
    interface RowsOpener {
        TraceRows open() throws ConvertProblem;
    }

    /// Returns the id for the command line, such as `text`.
    String id();

    /// Returns the extension of files in this format, without a dot.
    String extension();

    /// Returns a short description of the result for the help text.
    String description();

    /// Converts a trace.
    ///
    /// @param request the trace and settings
    /// @param out receives the result; not closed
    /// @param notes receives a message for each kind of lost data
    /// @throws ConvertProblem if the trace cannot be converted to this format
    /// @throws traceglass.ingest.ImportCanceled after [ImportProgress#cancel]
    void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem;

    /// Returns whether the result is a folder with several files.
    default boolean isFolder() {
        return false;
    }

    /// Converts a trace to the files of a folder.
    ///
    /// @param folder existing, empty folder
    /// @throws ConvertProblem if the trace cannot be converted to this format
    default void convert(Request request, Path folder, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        throw new ConvertProblem(id() + " is a file, not a folder");
    }

    /// A trace to convert, with settings.
    ///
    /// @param trace file with the trace
    /// @param rows opens the trace and returns its rows; called only by formats that are based on rows
    /// @param options settings of formats that have settings
    record Request(Path trace, RowsOpener rows, Options options) {

        /// Returns the files that are read.
        public List<Path> inputs() {
            return List.of(trace);
        }
    }
}
