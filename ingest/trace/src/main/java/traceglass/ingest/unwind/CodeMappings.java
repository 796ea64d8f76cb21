package traceglass.ingest.unwind;

/// Code that is mapped into one process.
@FunctionalInterface
public interface CodeMappings {

    /// Returns the mapping that contains an address, or null.
    CodeMapping at(long address);
}
