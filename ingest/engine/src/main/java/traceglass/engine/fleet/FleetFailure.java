package traceglass.engine.fleet;

/// A trace that an operation left out.
///
/// @param path of the trace
/// @param reason one sentence
public record FleetFailure(String path, String reason) {}
