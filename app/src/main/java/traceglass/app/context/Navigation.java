package traceglass.app.context;

import traceglass.app.ui.TimelineLink;

/// Navigation in a trace.
///
/// @param navigator shows events, times and pages
/// @param timelineLink the visible part of the timeline, and a marked time on it
public record Navigation(Navigator navigator, TimelineLink timelineLink) {}
