package traceglass.ingest;

import java.io.IOException;

/// A trace format. Implementations are found by `java.util.ServiceLoader`: a new format is one class, one line in
/// `META-INF/services/traceglass.ingest.Importer` and its tests. They hold no state; each [#read] makes its own.
public interface Importer {

    /// As in `metadata.trace_type` and `trace_file.trace_type`, e.g. `proto`, `json`, `systrace`.
    String id();

    /// What people call it, e.g. `Perfetto trace`.
    String displayName();

    /// Importers are asked in ascending order; the first whose [#sniff] agrees reads the file.
    int priority();

    /// Whether these first bytes (see [TraceInput#head]) are of this format. The file's name says nothing.
    boolean sniff(byte[] head);

    /// Place among the files of one archive: 0 before others (Perfetto's own format, whose clocks the others are
    /// set by), 2 for most, 3 for what needs the others (symbols).
    default int archivePriority() {
        return 2;
    }

    /// Whether events can only be ordered once all are known, because the format has no marks of what is complete.
    default boolean sortsAtEnd() {
        return true;
    }

    /// Reads the whole input. Events that have a time go to the session's [EventSorter] with a sink that makes rows
    /// of them in order of time; what has to run after the last event of all files is given to
    /// [ImportSession#atEnd].
    ///
    /// Bad data is counted in `stats`, and what is good is kept.
    ///
    /// @throws TraceProblem only when nothing in the input can be used
    void read(TraceInput input, ImportContext context) throws IOException, TraceProblem;
}
