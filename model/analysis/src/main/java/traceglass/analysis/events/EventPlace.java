package traceglass.analysis.events;

import java.util.Optional;
import traceglass.analysis.select.Selection;

/// When a row of a table of events was and on which track it is.
///
/// @param event the row
/// @param trackKey its track in the tree, empty when it is on none
public record EventPlace(Selection.Event event, Optional<String> trackKey) {}
