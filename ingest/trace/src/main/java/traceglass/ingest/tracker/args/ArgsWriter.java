package traceglass.ingest.tracker.args;

/// Adds arguments to a row under construction.
@FunctionalInterface
public interface ArgsWriter {

    void write(ArgSetBuilder args);
}
