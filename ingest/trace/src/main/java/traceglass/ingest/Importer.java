package traceglass.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Importer of one trace format. A new format needs one class, one line in
/// [BuiltInImporters][traceglass.ingest.open.BuiltInImporters] and tests; importers in the jars of users are found by
/// `java.util.ServiceLoader`. Importers are stateless; each [#read] creates its own state.
public interface Importer {

    /// Returns the id used in `metadata.trace_type` and `trace_file.trace_type`, e.g. `proto`, `json`, `systrace`.
    String id();

    /// Returns the name shown to users, e.g. `Perfetto trace`.
    String displayName();

    /// Returns the position in the order in which importers are tried, lowest first. The first importer whose
    /// [#sniff] returns true reads the file.
    int priority();

    /// Returns whether files of this format are text. If so, [#sniff] is not called for bytes that are clearly
    /// binary, which saves decoding them once for each such format whenever a binary trace is opened.
    default boolean isText() {
        return false;
    }

    /// Returns whether these first bytes (see [TraceInput#head]) are of this format. The file name is not
    /// considered.
    boolean sniff(byte[] head);

    /// Returns whether to read this input. Importers of a format stored inside a general one, such as the
    /// tables of a database, inspect more than the first bytes. Must not consume the input.
    default boolean accepts(TraceInput input) throws IOException {
        return sniff(input.head());
    }

    /// Returns the position among the files of an archive: 0 for Perfetto's own format, which defines the clocks
    /// for the others; 2 for most formats; 3 for formats that depend on the others (symbols).
    default int archivePriority() {
        return 2;
    }

    /// Returns whether events can only be sorted after all have been read, because the format does not mark which
    /// part of the trace is complete.
    default boolean sortsAtEnd() {
        return true;
    }

    /// Returns the file in a folder to read as the trace, if the folder as a whole is a trace in this format;
    /// otherwise null. The importer finds the other files of the trace next to [TraceInput#file].
    default Path mainFile(Path folder) throws IOException {
        return null;
    }

    /// Returns the files in a folder that form one trace in this format and are read like the files of an archive;
    /// empty if the folder does not contain such a trace.
    default List<Path> traceFiles(Path folder) throws IOException {
        return List.of();
    }

    /// Reads the whole input. Timed events go to the session's event sorter ([ImportContext#sorter]) with a sink
    /// that creates rows in time order. Work that must follow the last event of all files is registered with
    /// [ImportSession#atEnd].
    ///
    /// Invalid data is skipped and counted in `stats`.
    ///
    /// @throws TraceProblem only if nothing in the input can be used
    void read(TraceInput input, ImportContext context) throws IOException, TraceProblem;
}
