package traceglass.render.model;

import traceglass.store.time.TimeSpan;

/// Rectangle that selects the events in it.
///
/// @param span its time
/// @param top top edge, px from the top of the first row, or of the first pinned row
/// @param bottom bottom edge, px from the same row
/// @param isPinned whether it is in the pinned area
public record Lasso(TimeSpan span, double top, double bottom, boolean isPinned) {}
