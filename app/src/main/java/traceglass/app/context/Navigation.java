package traceglass.app.context;

import traceglass.app.ui.TimelineLink;

/// Ways to get somewhere in a trace.
///
/// @param navigator shows events, times and pages
/// @param timelineLink what the timeline shows, and a time to mark on it
public record Navigation(Navigator navigator, TimelineLink timelineLink) {}
