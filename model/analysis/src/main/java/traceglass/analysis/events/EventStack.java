package traceglass.analysis.events;

import java.util.List;

/// A callstack that goes with an event.
///
/// @param frames function and module of each, innermost first
public record EventStack(String title, List<String[]> frames) {}
