package traceglass.engine.fleet;

/// A trace for which an operation failed.
///
/// @param path path of the trace
/// @param reason reason in one sentence
public record FleetFailure(String path, String reason) {}
