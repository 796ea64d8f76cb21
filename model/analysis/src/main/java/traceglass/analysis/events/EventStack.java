package traceglass.analysis.events;

import java.util.List;

/// Callstack of an event.
///
/// @param frames function and module of each frame, innermost first
public record EventStack(String title, List<String[]> frames) {}
