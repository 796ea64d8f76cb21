package traceglass.ingest.tracker.args;

/// Adds arguments to a row that is being made.
@FunctionalInterface
public interface ArgsWriter {

    void write(ArgSetBuilder args);
}
